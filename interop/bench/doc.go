// Command bench measures kscope against others and prints the ratios.
//
//	go run ./bench            in interop; about half a minute
//	go run ./bench -rounds 3  sooner and rougher
//
// A row is one piece of work, done by us and by peers on the same bytes in the
// same process run: kmsg (the codec of franz-go) and Kafka's own classes in a
// warmed-up Java process. They take turns; what is printed is the median of the
// rounds, and the median of the ratios of each round. Ratios hold from machine
// to machine, nanoseconds do not; so targets are ratios.
//
// Everybody pays for what they use: the Go contenders have one processor, so
// that a codec that allocates does its collector's work itself. With -procs 2 a
// second processor, if it is idle, does it for free.
//
// After the table come requests to a node on loopback, beside franz-go on an open
// connection, and whole commands: kscope call, kscope probe.
//
// Two rows have no peer: hostile input, where the bounds are the ones of law 3
// (memory at most 48 times the input, less than a microsecond a byte, linear),
// and the start of the kscope binary.
//
// The same work is there as Go benchmarks (go test -bench . ./bench). Nothing
// here is a timed test.
package main
