// Package secure connects to a real broker in every way that package client
// knows: TLS and mutual TLS with stores that keytool made, SASL with every
// mechanism, a KDC for Kerberos included, sessions that end, and the mistakes
// that people make with all of it.
//
// One broker with a listener for each way serves all tests. Settings are
// properties files, and some of them are given to Kafka's own tool as well,
// which must come to the same answer.
package secure
