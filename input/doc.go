// Package input turns what people paste or point at into bytes.
//
// A byte sequence reaches a command line in many coats: a raw file, hex copied
// from a log, a dump with offsets, a literal of some language, base64. Parse
// takes the coat off; Load also finds the text (argument, file or stdin).
//
// # Formats
//
//	raw        the bytes themselves, untouched
//	hex        00000038, 00 00 00 38, 0x00,0x00, 00:00:00:38, 00-00-00-38, \x00000038;
//	           wrapped lines, either case, quotes or brackets around, a trailing semicolon
//	xxd        00000000: 0000 0038  ...8        (any -c and -g, -a, -o, -u)
//	hexdump    00000000  00 00 00 38  |...8|    (hexdump -C, Go's hex.Dump, od -tx1, plain
//	           hexdump with its swapped words, the boxed dump of Netty)
//	tcpdump    0x0000:  0000 0038  ...8         (-x, -X, -xx, -XX; one packet)
//	wireshark  0000   00 00 00 38   ...8        (copied hex dumps, tshark -x, one direction
//	           of a followed stream)
//	go         []byte{0x0, 1}, "\x00\x01", `text`, and %v's [0 0 0 56]
//	rust       b"\x00", vec![0u8, 1], &[0x00, 1]
//	python     b'\x00abc', bytes([0, 1]), bytearray(b'…'), bare \x00\x01abc
//	java       [0, -1, 12], new byte[]{(byte)0xff, 1}, byteArrayOf(0, 1)
//	c          "\x00\1" "more", {0x00, 'a'}, the output of xxd -i
//	erlang     <<0,0,0,56,"text">>
//	node       <Buffer 00 38>, Uint8Array(2) [ 0, 56 ], {"type":"Buffer","data":[0,56]}
//	base64     standard or URL alphabet, padded or not, wrapped lines
//
// An assignment in front of a literal (name = …, name := …) is skipped. A byte order
// mark is skipped, UTF-16 text of plain characters is understood, and a no-break
// space is a blank, because web pages and editors put them there.
//
// # Sniffing
//
// With FormatAuto the text decides, by rules and not by trial:
//
//  1. Bytes that are not text (a control character other than tab and line ends,
//     or invalid UTF-8) are raw.
//  2. The formats are asked in the order of Formats; the first that claims the text
//     reads it, and its error is the answer. So a damaged dump is a damaged dump and
//     never falls back to hex with the offsets taken for bytes.
//  3. Text of hex digits and separators only is hex before it is base64.
//  4. Text that nobody claims is an error that names what was tried. It is never
//     taken for raw bytes silently; FormatRaw does that when asked.
//
// Where a second reading is as plausible and gives other bytes, Result.Note says so.
//
// # Dumps
//
// Offsets must go on where the row before ended: a gap is an error that names the
// line and the offset that was expected. A text column never becomes bytes: it
// begins behind two blanks or a bar, and where blanks were squeezed on the way, it
// must agree with the bytes to be told from them. A '*' row is filled in, up to
// MaxSqueezed bytes in all. Up to three lines of other text may come first, as programs
// print them; nothing but blank lines may follow.
//
// Copied packets begin with link, IP and TCP headers. Data keeps them; Result.Skip
// tells how long they are, if the IP header accounts for the length of the dump.
//
// # Guarantees
//
// Parse is pure and does not keep its argument, except that the Data of a raw
// reading is the argument itself. Time is linear in the input. Data is never longer
// than the text, but for '*' rows. No input makes it panic.
//
// Terminology: a reading is what one format makes of a text; a claim is a format's
// statement that the text is its own; a rival is a format whose reading of the same
// text is worth a remark.
package input
