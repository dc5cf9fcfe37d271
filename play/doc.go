// Package play is the engine of the playground: text goes in; bytes, trees,
// grids, JSON and verdicts come out. It runs as WebAssembly in a browser
// (cmd/playground), with no help but a function that carries JSON both ways.
//
//	e := play.New(catalog.Builtin())
//	e.Call("decode", []byte(`{"text":"00000010 0012 0000 …"}`))
//
// # Terminology
//
// A call is a method's name with a request and an answer, both JSON objects. The
// open reading is what the last decode or edit has read; the other methods ask
// about it. A window is a range of rows of the grid or of lines of the tree:
// what there is room for, because a message of 50 KB has thousands of both. An
// edit gives new bytes, which become the open reading.
//
// # Methods
//
//	method     request                                      answer
//	decode     text or data, input, as, request, guess,     a reading
//	           release, topic, reveal, quick, window
//	explain    window                                       the open reading again, with hints and candidates
//	view       space, rows [from, to], lines [from, to],    grid and tree: HTML; lines: how many there are
//	           full
//	locate     path, or space and offset, or line           a place: line, path, space, off, end
//	value      as locate                                    the place, its name and type, text for editing, long where
//	                                                        that has several lines; or why it cannot be edited
//	set        as locate; value, window                     a reading, with what has changed
//	splice     offset, remove, insert (hex), window         a reading, with what has changed
//	encode     json, window                                 a reading, with what has changed
//	json       {}                                           json, in Kafka's own form, indented
//	sample     message (NAME@VERSION), kind, release        title; html, the article that pages have
//	compare    from, to: NAME@VERSION or releases; release   title; parts, each a title and html
//	complete   text, release                                names for as
//
// The keys of decode say what kscope decode takes: input is the format of text
// (package input), as what the bytes are (package explain), request the text of
// the request that a response answers. data is base64, of a file's bytes, which
// may be text too. With quick true no causes are searched; explain does that
// later.
//
// A reading is
//
//	data        base64 of the bytes; size, how many
//	format      that the text had
//	what        in words; as, from which decode reads the same again
//	message     NAME@VERSION where it is one; unit
//	notes       remarks on the reading as a whole
//	fault       where reading stopped: offset, space, path, expected, found, hint, text; caret, the bytes around it
//	findings    space, offset, path, text, damage
//	hints       likely causes
//	candidates  as, what, sure, why: what bytes of unknown kind could be
//	damaged     the bytes are not what they should be: kscope decode would exit with 1
//	explained   false while hints and candidates are not known
//	spaces      number, size, title of what was unpacked, after the bytes themselves
//	view        what view answers to the window of the request
//	changed     [space, off, end] of what an edit has changed
//
// The value of set is JSON in Kafka's form, as the json of a message has it. For
// convenience a string may come without quotes, bytes as 0x and hex digits, a
// number as 0x and hex digits or as the name that the tree shows behind it.
//
// An answer with the key error says why there is none, and nothing else: text,
// field (the key of the request that is wrong), and line, column, path where
// these are known.
//
// # Guarantees
//
// An engine opens no files, talks to nobody and keeps nothing but the open
// reading. Whatever comes in, it answers. What it says of bytes is what kscope
// decode says of them. It is not safe for concurrent use.
package play
