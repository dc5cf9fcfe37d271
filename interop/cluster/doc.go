// Package cluster talks to real nodes with nothing but kscope and a socket.
//
// Its tests start clusters (package lab), write requests from JSON, send the
// frames as they are (package raw), and read every answer to its last byte
// without a remark. They ask each node, brokers and controllers, in all versions
// that the node says it has; kill the leader of a quorum and watch for the next
// one; and send a stale BeginQuorumEpoch to a controller, whose answer must be,
// byte for byte, the one that we write from its JSON.
package cluster
