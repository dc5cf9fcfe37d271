// Package replay records conversations with a node and plays them again, so that
// tests without a node meet what a real one said.
//
// # The form
//
// A file holds scripts, each a row of connections with what went over them:
//
//	script produce.bad-crc
//	conn
//	> 00000023...      bytes to the node
//	wait 300           milliseconds until it went on, where that was long
//	< 0000000e...      bytes from the node
//	> end              the client has shut its sending side
//	< end              the node has closed
//	< =12              bytes as they came before: the 12th that were written out, from 0 on
//
// # Recording and playing
//
// A Recorder is a proxy in front of a node. A Player is a node that knows one
// script: it takes the bytes that the script has for a connection, and says what
// the script says. A connection is matched to the first script of a connection,
// not yet taken, that begins as it does. A client that says something else than
// the script is cut off.
package replay
