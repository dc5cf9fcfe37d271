// Package vector reads, answers, makes and checks vector lines: JSON Lines of
// which each holds one message as bytes, as JSON, or as both.
//
// # Terminology
//
// A line is one JSON object:
//
//	{"message":"FetchResponse","version":17,"unit":"body","hex":"0000…","json":{…}}
//
//	message, version   which message; a request in a frame or payload needs
//	                   neither to be decoded, because its header tells
//	unit               frame, payload or body (as package message has them); body
//	                   when absent
//	hex                the bytes
//	json               the body in Kafka's JSON form (package jsonform)
//	correlationId      of the header, in frames and payloads; 0 when absent
//	clientId           of a request header; "" when absent, null for null
//	_taggedFields      of the header, as [{"tag":7,"data":"base64"}]
//	error              {"offset","path","expected","found","hint"}; hint only
//	                   where the cause is known
//	lossless           false when encoding the line would not give its hex again,
//	                   because its header is not canonical; absent otherwise
//
// Other keys belong to whoever wrote them.
//
// # Answers
//
// The answer to a line is the line with what was asked for: Decode sets json
// from hex, Encode hex from json. Keys keep their place and order, values that
// are not set keep their spelling, and new keys come last. A line that cannot be
// answered gets error instead; one whose bytes go wrong half way gets error and
// the json of what could be read. An error or lossless from before is dropped.
//
// The offset of an error counts in the bytes that hex stands for; for Encode, in
// the text of json; for a line that is no JSON object, in the line.
//
// # Guarantees
//
// One answer a line, in order; a bad line does not stop the stream. Blank lines
// are no lines. Lines may have any length. Answers are written out whenever no
// whole line is waiting, so that a stream serves as a coprocess.
package vector
