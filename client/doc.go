// Package client speaks to Kafka nodes: brokers and controllers, and whatever
// claims to be one. It sends frames and hands back what comes, byte for byte,
// with the times; what the bytes mean is for package message to say.
//
//	cfg, err := properties.Config()                  or client.Config{}
//	conn, err := client.Dial(ctx, codec, addr, cfg)  connects, TLS, SASL
//	answer, err := conn.Exchange(ctx, frame)         one request, one response
//	reply, err := conn.Call(ctx, request, json)      the same for a message from JSON
//	offer, err := conn.Versions(ctx)                 what the node offers
//
// # Terminology
//
// A node is the peer. An exchange is one request and its response on a
// connection. An offer is what a node says to ApiVersions: the APIs and version
// ranges that it serves. An account of times says when each step of an exchange
// was done.
//
// # Configuration
//
// [Properties] are what Kafka's own tools take in a file for --command-config:
// the standard keys, security.protocol, ssl.* and sasl.*. A key that means
// something to Kafka and nothing here is left alone; a value that cannot be
// honoured is an error that names the key. Secrets are in no error and no text
// that the package makes.
//
// # Guarantees
//
// Every wait ends with its context. A response is read into memory only when
// its size is within Config.MaxResponse. Nothing is retried, and nothing is
// sent that the caller did not ask for, but for what TLS, SASL and negotiation
// need. After an error in the middle of an exchange the connection is broken,
// and says so.
//
// It is no producer or consumer: it has no pools, no metadata cache, no retries.
package client
