// Package coverage finds out which APIs and versions other programs know, for
// the page that puts them beside kscope's.
//
//	go test ./coverage           the committed facts are those of today's tools
//	go test ./coverage -update   write them anew: site/data/coverage.txt
//
// # What counts
//
// Requests and responses count apart, each version for itself. A version is
// read when a program takes our smallest and our full sample of it (package
// sample) for what they are:
//
//   - Wireshark's dissector, asked through tshark, finds the right size, key,
//     version and correlation id, and has no remark: no malformed packet, and the
//     end of what it dissected is the end of the frame.
//   - kmsg reads the body and writes the same bytes again.
//
// A version that a program knows, but takes for something else, is misread. All
// else is unknown to it. Kafka's own protocol page lists versions; which it has
// is asked of the class that makes it, org.apache.kafka.common.protocol.Protocol.
//
// Samples are sent as a client would: with acks that ask for an answer, because
// the dissector rightly expects none with acks 0. A response is judged where the
// dissector could read a request in front of it, whichever; where it can read
// none, the response counts as unknown. Remarks about values in a sample, such as
// the versions that an answer to ApiVersions offers, do not count.
package coverage
