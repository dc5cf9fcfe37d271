// Package layout says what one version of a message looks like on the wire: a
// flat program with no version ranges and no conditions left.
//
// # Terminology
//
// A layout is a list of ops in wire order. An op reads or writes one thing: a
// primitive, a length-prefixed value, or the head of a container (struct,
// array, tagged fields), whose contents are the ops up to its End. Ops are
// small and numeric; the words that belong to an op (name, type, description,
// layer, default) stand beside it in its [Info].
//
//	struct         Struct  field...  [Tags  tagged...]  End
//	array          Array   element   Next               (no Next after a run)
//	tagged field   Tagged  value     TagEnd
//
// A run is an array whose elements have a fixed size: it is one op with one
// element op behind it, because nothing needs to be looked at between the
// elements. A layer is the part of a message that an op belongs to; views give
// each layer one colour.
//
// # Where layouts come from
//
// [Compile] makes the layout of a (schema, version) pair and is the one place
// where version ranges vanish. [Literal] makes layouts of formats that Kafka
// describes in code, not in schemas: frames, headers, record batches.
//
// Running a layout over bytes is package tape; running it against values is
// [Layout.Append].
package layout
