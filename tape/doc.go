// Package tape indexes bytes: it runs a layout over them and notes, in wire
// order, where each thing begins and ends. No value is copied; views read
// values from the bytes when they need them.
//
// # Terminology
//
// A node is 16 bytes: the op that it is an instance of, the offsets of its
// first byte and of the byte behind its last, and the index of the node behind
// its contents. Children follow their parent directly, so a tape is a tree in
// pre-order. A part is a piece of a container that needs no node of its own
// because it can be read off the bytes: the length of an array, the count of
// tagged fields, the tag and size of one, the marker of a nullable struct, and
// the elements of a run. A [Ref] names a node or a part; views walk refs and
// never need to know which is which.
//
//	node    struct      array            leaf  leaf  array (run)
//	parts                 length                       length [0] [1] [2]
//	bytes               | 02           | 0102| 00  | 04  0001 0002 0003 |
//
// Data that was unpacked out of a node, such as compressed records, is a byte
// [Space] of its own, in which the offsets of the nodes below that node count.
//
// Offsets count from the beginning of a space. In words, errors and findings give
// places: offsets of data that was cut from a file count from its beginning.
//
// A path names a thing by field names with dots between them and indexes of
// elements: Topics[0].Partitions[3].LeaderEpoch. Fields of the body stand alone;
// those of other layers begin with what they are in: RequestHeader.client_id.
//
// # Use
//
// Whole messages are read by package message, single structs by [Tape.Decode].
// Then the tape answers:
//
//	t.Err                              where the bytes stop making sense, nil if they never do
//	t.Roots(), t.Children, t.Walk      what there is, in wire order
//	t.Find("Topics[0].Name")           the thing at a path
//	t.PathAt(0x1f)                     the path of what holds a byte
//	t.Findings                         remarks and damage that reading went on behind
//	t.Info, t.Op, t.Layer, t.Span      what a thing is called, and where it lies
//	t.Int, t.Float, t.Bytes, t.Count   what it says
//	t.Replace                          the bytes with another value in its place
//
// Package jsonform writes and sets values as JSON.
//
// # Guarantees
//
// Tiling: the leaves of a tape cover its bytes exactly once and in order. Bytes
// behind the end of the layout are a trailing leaf; bytes from an error on are
// an undecoded leaf, and the tape's Err says what is wrong with them.
//
// Total: a count is believed only when that many smallest elements fit in the
// bytes that remain, so time and memory are linear in the input.
//
// Prefix: nodes in front of an error are the ones that the whole input gives.
//
// A tape can be used again; then reading allocates nothing. It is not safe for
// use by several goroutines at once.
package tape
