// Package kmsgpeer asks kmsg, the codec of franz-go, for a second opinion.
//
//	most, ok := kmsgpeer.MaxVersion(key, schema.Request)    what it knows
//	err := kmsgpeer.Agree(spec, body)                       whether it reads and writes the same
//
// kmsg is generated from definitions of its own, so what it reads and writes
// again, byte for byte, is not Kafka's schema read twice by one reader. Its test
// gives it our samples of every request and response, in every version that it
// knows; where it is known to differ, a table says why.
package kmsgpeer
