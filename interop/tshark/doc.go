// Package tshark asks Wireshark's dissector for a second opinion.
//
// The dissector was written by hand from Kafka's schemas, by other people, in C.
// The test writes a capture with a request and a response of ours for each API
// and version that we know, has tshark read it, and compares: key, version and
// correlation id, no malformed packet, no expert remark, and the end of what was
// dissected is the end of the frame. What the dissector does not know or gets
// wrong is a table.
package tshark
