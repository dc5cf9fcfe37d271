// Package schema is the model of Kafka's message schemas: what a message's
// fields are called, of which type they are, and in which versions they exist.
//
// # Terminology
//
// A message is one schema: a request, a response, a header, a record of some
// internal topic, or plain data. A version range is written as Kafka writes it
// ("0-4", "2+", "none"). A field is tagged in the versions of its Tagged range,
// and nullable in those of its Nullable range. A common struct is one that a
// message names once and uses in several fields.
//
// Parse reads Kafka's JSON form, comments included, and says line and column
// when it cannot. Print writes that form. The package knows nothing of bytes:
// package layout turns a (message, version) pair into wire form.
package schema
