// Package message puts the pieces of a Kafka message together: the frame's
// size, the request or response header, and the body; for records of internal
// topics, the version numbers in front of the body.
//
// # Terminology
//
// A unit says how much of that a range of bytes holds: a frame begins with the
// int32 size, a payload with the header, a body has neither.
//
//	frame    size  header  body
//	payload        header  body
//	body                   body
//
// What stands in front of the body of a message that is no request or response
// is its prefix: three uvarints (frame version, record type, version) for
// metadata records, an int16 version for coordinator records and their like.
// Such messages have no frame.
//
// # Use
//
//	codec := message.New(catalog.Builtin(), "")
//	spec := codec.ReadRequest(&t, frame, message.Frame)     or codec.ReadResponse
//	message.ReadHeader(&t)                                  what its header says
//	t.Find("Topics[0].Name")                                a thing of its body (package tape)
//	spec.AppendJSON(nil, &t, message.Frame, options)        its body as JSON
//	spec.Encode(nil, json, message.Frame, header)           bytes from JSON
//	codec.Effect(&t, spec), codec.Silent(&t, spec)          what a request does, whether an answer is due
//	codec.ErrorValues(&t)                                   all error codes of a response
//	codec.AddPresets(spec, json)                            what is better said than left to defaults
//
// # Guarantees
//
// A Codec is safe for concurrent use; it compiles a layout once. Nothing is
// decoded under a neighbouring version: an API or version that the catalog
// lacks gives the header and one undecoded body.
package message
