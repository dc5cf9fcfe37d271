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
// Peers that allocate lean on a second processor, where the collector runs
// beside them: GOMAXPROCS=1 go run ./bench lets each pay for its own garbage, and
// a machine that is busy elsewhere does so too. Say which it was when you quote.
//
// Two rows have no peer: hostile input, where the bounds are the ones of law 3
// (memory at most 48 times the input, less than a microsecond a byte, linear),
// and the start of the kscope binary.
//
// The same work is there as Go benchmarks (go test -bench . ./bench). Nothing
// here is a timed test.
package main
