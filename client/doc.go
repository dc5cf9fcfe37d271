// Package client speaks to Kafka nodes: brokers and controllers, and whatever
// claims to be one. It sends frames and hands back what comes, byte for byte,
// with the times; what the bytes mean is for package message to say.
//
//	p, err := client.LoadProperties("client.properties")
//	cfg, err := p.Config()                           or a client.Config{...}
//	conn, err := client.Dial(ctx, codec, addr, cfg)  connects, TLS, SASL
//	answer, err := conn.Exchange(ctx, frame)         one request, one response
//	reply, err := conn.Call(ctx, request, json)      the same for a message from JSON
//	offer, err := conn.Versions(ctx)                 what the node offers
//
// # Terminology
//
// A node is the peer. An exchange is one request and its response on a
// connection. An offer is what a node says to ApiVersions: the APIs and version
// ranges that it serves, and its features. A step is a part of connecting or
// exchanging that waits for somebody; Times say when each was done. A mechanism
// is a way of SASL to say who connects, a session what it leads to, and a
// listener what a port turns out to be: its security.protocol and mechanisms.
//
// # Connecting
//
// The steps come in the order of Kafka's own client: resolve, connect, TLS,
// ApiVersions, SaslHandshake, and SaslAuthenticate until the mechanism has no
// more to say. What the node offers decides on versions; where it has
// SaslHandshake v0 alone, tokens follow without any header. A session that ends
// is renewed on the connection by the exchange that comes after 85 percent of
// its life (KIP-368).
//
// # Configuration
//
// [Properties] are what Kafka's own tools take in a file for --command-config:
// security.protocol, ssl.*, sasl.*, client.id, request.timeout.ms,
// socket.connection.setup.timeout.ms, bootstrap.servers, and the configuration
// providers for environment variables, files and directories. A setting that
// means something to Kafka and nothing here is left alone, as is one that nobody
// knows (see Properties.Slips); one that cannot be honoured is an error that names
// file, line and key. These cannot be:
//
//   - Java classes: ssl.engine.factory.class, callback handlers and providers
//     other than Kafka's own; sasl.login.class
//   - stores other than JKS, PKCS12 and PEM
//   - SSLv3, and ssl.enabled.protocols with a gap between versions
//   - ssl.cipher.suites without one that Go has. In TLS 1.3 Go offers all of its
//     suites; if the node chooses one that is not listed, connecting fails
//   - delegation tokens (tokenauth), and Kerberos keys other than of AES
//
// One check is stricter than Java's: the common name of a certificate does not
// stand in for subject alternative names.
//
// # Guarantees
//
// Every wait ends with its context, and by itself after Config.Timeout. A
// response is read into memory only when its size is within Config.MaxResponse,
// and only as far as it comes. Nothing is retried, and nothing is sent that the
// caller did not ask for, but for what TLS, SASL and negotiation need. After an
// error in the middle of an exchange the connection is broken, and says so.
//
// Errors of a step are of type [*Error]; what to try is in [Hint]. Secrets are in
// no error and no text that the package makes, whatever is formatted how.
//
// It is no producer or consumer: it has no pools, no metadata cache, no retries.
package client
