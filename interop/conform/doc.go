// Package conform runs the conformance checks against nodes that others wrote.
//
// Kafka 4.4.0 is the yardstick: it has to pass every check at every level, with
// and without leave to write, and nothing of a run may be left on it. What 3.9.1
// does otherwise is a list in the test. What was said on the wire by 4.4.0 is
// recorded (go test -run TestRecord -update) for the tests of the checks
// themselves, which need no Kafka. kfake, a fake of Kafka's for tests of clients,
// is another program that claims to be a broker: what the checks find there
// is in testdata/kfake.txt.
package conform
