// Package agreement holds kscope against Kafka's own classes: law 6.
//
//	                 random instances
//	Kafka's classes ------------------> bytes and JSON --> the same from us
//	the same from Kafka's classes <---- bytes and JSON <-------- our samples
//
// Its tests take every (message, version) of a release. Random instances made
// by Kafka are read and written by us, and instances made by us are read and
// written by Kafka; what Kafka refuses to write, we have to refuse. The catalog's
// lists of messages, APIs, headers and error codes are Kafka's. There is no list
// of exceptions.
//
// The functions here bring the two JSON forms together: Kafka's loses unknown
// tagged fields, so package oracle hands them out beside the JSON; ours has
// them in it.
package agreement
