// Package wire holds the primitives of Kafka's wire format that the standard
// library lacks: bounds-checked variable-length integers, and the text forms of
// uuids.
//
// # Terminology
//
// A uvarint is an unsigned base-128 integer, little end first, as flexible
// message versions use it for lengths, counts, tags and tag sizes. A varint or
// varlong is the zig-zag form of a signed integer of 32 or 64 bits, as records
// use it. A compact length is a uvarint n+1, where 0 stands for null.
//
// # Guarantees
//
// Readers never look past the end of their input and never panic; they return
// the number of bytes used, [Cut] when the input ends inside the value, or
// [Overflow] when the value does not fit its type. Over-long forms (0x80 0x00
// for 0) are read, because real peers write them; [SizeUvarint] and the other
// sizes tell whether a value was written in its shortest form.
//
// Fixed-size integers are read with encoding/binary's BigEndian directly.
package wire
