// Package view shows what a tape has found: as a tree, a grid of bytes, both
// side by side, JSON Lines, HTML, and as the page of a message.
//
// # Terminology
//
// A document ([Doc]) is a tape with what views need beside it. A view is a walk
// over it that writes as it goes. A thing is whatever has bytes on the wire: a
// field, a length, a container. A finding is a remark on a thing that is no
// error. A byte space is data that offsets count in: the input is space 0, and
// what was unpacked from it, such as compressed records, has numbers from 1 on.
// A page ([Page]) is the whole answer to "what does this API look like":
// facts, and grid, tree and schema of a sample of each of its messages.
//
//	Tree    NAME TYPE = VALUE (NOTE) [OFFSET, SIZE] DESCRIPTION
//	Grid    0010  00 00 00 00 02 01 ...
//	Dump    0x0010 │ 00 00 00 00 │ .... │ +-- VoterId int32 = 0 ...
//	Caret   0010  67 68 69 6a    |ghij|, and ^^ below what is wrong
//	Nodes   {"space":0,"offset":16,"size":4,"path":"VoterId","type":"int32","value":0,...}
//	HTML    grid and tree as elements; Style gives their CSS
//
// # HTML
//
// Each run of bytes and each line of a tree is an element that says which bytes
// it shows. Lines may have more: their path as an id, so that links can lead to
// them; the id of a lesson ([Lessons]), which tells how such bytes are read and
// why; and a mark, which says what is new about a field ([Marks]). None of that
// is text. Layers are told apart by colour, and without it by lines, slope and
// weight, so that paper does.
//
// # Windows
//
// What has room for a part of a document only, such as a pane that scrolls,
// takes rows of a grid ([GridRows]) and lines of a tree ([Outline]), and finds
// places by [Lines].
//
// # Comparisons
//
// A [Comparison] puts two versions of a message, or two messages, side by side,
// in wire order: + is new, − is gone, ~ differs, with the bytes that each thing
// takes in the smallest sample. A [ReleaseComparison] tells what a release has
// unlike another.
//
// # The tree's values
//
//	"text" (compact, len+1=5)    strings, control characters and invalid bytes as Go writes them
//	"text" (int32 len=4)         bytes that are text, tabs and line ends in it included
//	0a0b… (int32 len=2)          other bytes as hex; "empty" for none; cut after 32 unless all is asked for
//	null (int16 len=-1)          nulls; without a note for arrays and structs
//	2 elements                   arrays, then a length and the elements
//	92 bytes (int32 len=92)      bytes that hold something: a length, then the things in it
//	53 bytes (gzip, 31 bytes unpacked)   bytes that something was unpacked from, with its own offsets: [1:0x0000, 4B]
//	tag 7                        tagged fields, then tag, size and value
//	74 (FENCED_LEADER_EPOCH)     what Names has a word for
//	17 (gzip, transactional)     bits of a set that have names
//	3 (offset 45)                what a value means that counts from another: layouts say from which
//	2967069398 (right)           checksums, against what they cover
//	0 (over-long), true (byte 7), tag 3 (repeated)   what is not canonical
//
// # Guarantees
//
// Views know no field of any API: names, types, descriptions and layers come
// from the tape's layouts, words for values from [Names]. They take any tape,
// also one of damaged bytes, and show its error last. All forms tell the same:
// the text of HTML is that of Tree and Grid, and so is coloured text without
// its escape sequences. Texts from outside can neither leave their line nor
// send anything to a terminal.
//
// Output goes through a small buffer; memory does not grow with the input, but
// for single values that are shown whole, and for the paths of lines that have
// them as ids.
package view
