// Package golden compares what tests get with files that hold what they should
// get. The files are written anew by one flag:
//
//	go test ./internal/golden -update
//
// so that a change shows in review as a difference between files.
//
// # Annotated bytes
//
// Messages are kept as annotated bytes: what stands on the wire, one thing a
// line, and what it is. A change of a message's layout reads as a change of
// the protocol.
//
//	0000-0004  0000003c      # size = 60
//	                         # RequestHeader
//	0004-0006  0035          #   request_api_key = 53
//
// Offsets are hexadecimal and the second one is behind the last byte. Bytes
// that do not fit on a line go on in the next. Offsets in data that was unpacked
// from a leaf have the number of its byte space in front, 1:0000-0004.
package golden
