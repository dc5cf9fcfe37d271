// Package facts reads and writes the text files that the catalog is made of.
//
// # Editions
//
// A message's file holds its editions, the newest first. An edition is the
// schema as the newest release of a range of releases has it; every release in
// the range has the same layout in every version that it knows. One line is
// one field, indented under the struct that holds it:
//
//	BeginQuorumEpochRequest  request  key 53  listeners controller
//	edition 2.7-4.4  versions 0-1  flexible 1+
//	  ClusterId    string       0+  nullable 0+  default null
//	  Topics       []TopicData  0+
//	    TopicName  string       0+  entity topicName
//
// The columns are name, type and versions; then come, where they apply,
//
//	nullable RANGE  tag N RANGE  flexible RANGE  ignorable  mapKey  zeroCopy
//	default VALUE  entity NAME
//
// A value is a Go string literal when it is empty or has a blank or a quote.
// A common struct is a block of its own after the fields, "struct Name RANGE".
// The message line is repeated in an edition where it differs. Descriptions
// and notes are in other files.
//
// # Versions
//
// The versions file is one line a message: name, type, API key (- without
// one), then runs of releases with the versions valid in them.
//
//	FetchRequest  request  1  0.11=0-5 1.0=0-6 4.0-4.3=4-17 4.4=4-18!
//
// An exclamation mark says that the highest version is unstable there. A
// message whose type or key changed has a line for each.
//
// Blank lines and lines that begin with # mean nothing in all these files.
package facts
