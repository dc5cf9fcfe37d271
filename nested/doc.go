// Package nested reads bytes inside bytes: what Kafka puts into fields that its
// schemas call bytes, and into the keys and values of internal topics.
//
// # Terminology
//
// A form is a way to read a field: a message of the catalog with its version in
// front, or one that only code describes (Connect's and Streams' protocols,
// SASL tokens, OTLP metrics). Which field has which form, and under which
// condition, is data: catalog/data/nested.txt. A condition looks at fields
// around the bytes, such as ProtocolType of a JoinGroup request.
//
//	JoinGroupRequest
//	  ProtocolType  "consumer"
//	  Protocols[0].Metadata         -> ConsumerProtocolSubscription
//	                 UserData       -> what the assignor puts there
//	FetchResponse
//	  Responses[0].Topic  "__consumer_offsets"
//	    Partitions[0].Records       -> batches
//	                   key          -> OffsetCommitKey
//	                   value        -> OffsetCommitValue
//
// # Guarantees
//
// A [Nester] only adds to a reading: bytes that fit no form stay bytes, with a
// note that says why, and never end the reading of what is around them. A form
// fits when it fills the field to its last byte; nothing is read under a
// neighbouring version. Bytes lie at most [MaxDepth] deep in bytes.
//
// Records around which nothing names their topic are taken for those of an
// internal topic when all of a batch fit its forms, and no other topic's; a
// note says so. Where a topic is named, its name alone counts.
//
// Passwords, tokens and proofs are leaves whose value views do not show, unless
// Options.Reveal is set. Views that show the bytes themselves, such as grids
// and the hex columns of dumps, show those bytes too, and so does Kafka's JSON,
// which has such fields as base64: who passes a dump on must cut it.
//
// A Nester is safe for concurrent use.
package nested
