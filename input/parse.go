package input

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// Result is what an input says. Format is the one that read it, never FormatAuto.
// Note is empty or a sentence that the reader of the result should see.
//
// Skip counts the bytes of link, IP and TCP headers in front of the application's
// bytes when a dump holds one whole packet, else it is 0. Data still has them.
type Result struct {
	Data   []byte
	Format Format
	Note   string
	Skip   int
}

// Parse reads text as format f; FormatAuto lets the text decide. The Data of a raw
// reading is text itself, not a copy. Errors are *Error.
func Parse(text []byte, f Format) (Result, error) {
	if len(text) == 0 {
		return Result{}, &Error{Msg: "there is nothing in it"}
	}
	row, known := formOf(f)
	if f == FormatRaw {
		return rawResult(text), nil
	}
	if !known && f != FormatAuto {
		return Result{}, &Error{Msg: fmt.Sprintf("unknown format %q; the formats are %s", string(f), listFormats())}
	}
	doc, bad, isText := readDocument(text)
	switch {
	case !isText && f == FormatAuto:
		return rawResult(text), nil
	case !isText:
		doc = document{original: text, plain: text}
		return Result{}, doc.locate(bad, fmt.Sprintf("byte 0x%02x is not text, so the input is not %s", text[bad], f))
	case blankRun(doc.plain) == len(doc.plain):
		return Result{}, &Error{Msg: "there is nothing in it but blanks"}
	case f != FormatAuto:
		return doc.readAs(row)
	}
	return doc.sniff()
}

func (d document) sniff() (Result, error) {
	for _, row := range forms() {
		if !row.claims(d.plain) {
			continue
		}
		res, err := d.readAs(row)
		if err != nil {
			return Result{}, err
		}
		res.Note = joinNotes(res.Note, d.rivalNote(row, res.Data))
		return res, nil
	}
	if nearlyHex(d.plain) {
		row, _ := formOf(FormatHex)
		if _, err := d.readAs(row); err != nil {
			return Result{}, err
		}
	}
	body, _ := inner(d.plain)
	if _, err := parseBase64(d.plain); err == nil && bytes.IndexByte(body, ' ') < 0 {
		return Result{}, &Error{Msg: "a word, or base64 that shows no sign of being it: name the format if it is base64"}
	}
	msg := "text that fits no format (tried " + listFormats() + "); use raw if the text itself is meant"
	if bytes.Contains(d.plain, []byte("\ufffd")) {
		msg = "text with U+FFFD in it: the copying lost bytes, so copy them as hex or base64"
	}
	return Result{}, &Error{Msg: msg}
}

func (d document) readAs(row form) (Result, error) {
	got, err := row.parse(d.plain)
	var f *fault
	if errors.As(err, &f) {
		return Result{}, d.locate(f.at, f.msg)
	}
	if err != nil {
		return Result{}, d.locate(0, err.Error())
	}
	if got.data == nil {
		got.data = []byte{}
	}
	res := Result{Data: got.data, Format: row.format, Note: got.note}
	if d.encoding == utf16LE || d.encoding == utf16BE {
		res.Note = joinNotes("the text was UTF-16", res.Note)
	}
	if isDump(row.format) {
		var what string
		if res.Skip, what = packetHeaders(res.Data); res.Skip > 0 {
			res.Note = joinNotes(res.Note, fmt.Sprintf("the dump is a packet: %d bytes of %s come first", res.Skip, what))
		}
	}
	return res, nil
}

// rivalNote looks for another reading of the same text that is as plausible.
func (d document) rivalNote(won form, data []byte) string {
	for _, f := range won.rivals {
		rival, _ := formOf(f)
		if !rival.claims(d.plain) {
			continue
		}
		if other, err := rival.parse(d.plain); err == nil && !bytes.Equal(other.data, data) {
			return fmt.Sprintf("two readings possible: took %s, not %s", won.format, f)
		}
	}
	return ""
}

func rawResult(b []byte) Result {
	res := Result{Data: b, Format: FormatRaw}
	for _, magic := range []string{"\xd4\xc3\xb2\xa1", "\xa1\xb2\xc3\xd4", "\x4d\x3c\xb2\xa1", "\xa1\xb2\x3c\x4d", "\x0a\x0d\x0d\x0a"} {
		if bytes.HasPrefix(b, []byte(magic)) {
			res.Note = "this is a capture file (pcap or pcapng), not the bytes of one message"
		}
	}
	return res
}

func listFormats() string {
	var names []string
	for _, f := range Formats()[1:] {
		names = append(names, string(f))
	}
	return strings.Join(names, ", ")
}

func joinNotes(notes ...string) string {
	var kept []string
	for _, n := range notes {
		if n != "" {
			kept = append(kept, n)
		}
	}
	return strings.Join(kept, "; ")
}
