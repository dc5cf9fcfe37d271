package vector

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// Mismatch is one thing in which a vector line is not what it says.
type Mismatch struct {
	File    string // of an archive; "" for lines that come alone
	Line    int    // from 1 on; 0 for a file as a whole
	Message string // FetchResponse@17; "" when the line does not say
	Key     string // what does not hold: hex, json or error
	Place   string // path in the JSON, or offset in the bytes
	Want    string // what the line says
	Got     string
}

// String gives all of it on one line.
func (m Mismatch) String() string {
	where := ""
	if m.File != "" {
		where = m.File + ": "
	}
	if m.Line > 0 {
		where += fmt.Sprintf("line %d: ", m.Line)
	}
	for _, s := range []string{m.Message, m.Key, m.Place} {
		if s != "" {
			where += s + ": "
		}
	}
	return where + "expected " + m.Want + ", found " + m.Got
}

// VerifyAll checks each line of r, reports what does not hold, and gives the
// number of lines and of those with a report. The error is that of r.
func (c *Coder) VerifyAll(r io.Reader, report func(Mismatch)) (lines, bad int, err error) {
	err = eachLine(bufio.NewReaderSize(r, readSize), func(n int, line []byte) error {
		found := c.Verify(line)
		for _, m := range found {
			m.Line = n
			report(m)
		}
		lines++
		if len(found) > 0 {
			bad++
		}
		return nil
	})
	return lines, bad, err
}

// Verify checks one line: decoding its hex must give its json, and encoding its
// json must give its hex. JSON is compared by what it says, not by its
// spelling. Of a line with error, decoding must give that error, as far as the
// line tells it, and json if there is one.
func (c *Coder) Verify(text []byte) []Mismatch {
	given, fault := parseLine(text)
	if fault != nil {
		return []Mismatch{{Want: fault.Expected, Got: fault.Found, Place: fmt.Sprintf("offset %d", fault.Offset)}}
	}
	v := verifier{given: given, name: nameOf(given)}
	if given.get("hex") == nil || given.get("json") == nil && given.get("error") == nil {
		v.differ("", "", "hex and json (or error)", "a line without them")
		return v.found
	}
	answer, ok := c.Decode(nil, text)
	v.decoded(answer, ok)
	if ok && given.get("json") != nil {
		answer, ok = c.Encode(answer[:0], text)
		v.encoded(answer, ok)
	}
	return v.found
}

func nameOf(l *line) string {
	name, _, _ := l.text("message")
	if name != "" {
		name += "@" + string(l.get("version"))
	}
	return name
}

type verifier struct {
	given *line
	name  string
	found []Mismatch
}

func (v *verifier) differ(key, place, want, got string) {
	v.found = append(v.found, Mismatch{Message: v.name, Key: key, Place: place, Want: want, Got: got})
}

// decoded compares the answer of Decode with the line.
func (v *verifier) decoded(answer []byte, ok bool) {
	got, _ := parseLine(answer)
	want := v.given.get("error")
	switch {
	case want == nil && !ok:
		e := errorOf(got)
		v.differ("hex", fmt.Sprintf("offset 0x%04x", e.Offset), e.Expected, e.Found)
		return
	case want != nil && ok:
		v.differ("error", "", shorten(want), "no error")
	case want != nil:
		v.errors(want, got.get("error"))
	}
	if json := v.given.get("json"); json != nil {
		v.compare("json", json, got.get("json"))
	}
}

// errors compares what the line says of its error; words that it does not have
// may be as they like.
func (v *verifier) errors(want, got []byte) {
	w, fault := parseLine(want)
	g, _ := parseLine(got)
	if fault != nil {
		v.differ("error", "", "an object", shorten(want))
	}
	for _, m := range w.members {
		v.compare("error: "+m.key, m.value, g.get(m.key))
	}
}

func errorOf(l *line) *Error {
	e := &Error{}
	if err := json.Unmarshal(l.get("error"), e); err != nil {
		e.Found = err.Error()
	}
	return e
}

// encoded compares the answer of Encode with the line.
func (v *verifier) encoded(answer []byte, ok bool) {
	got, _ := parseLine(answer)
	if !ok {
		e := errorOf(got)
		v.differ("json", e.Path, e.Expected, e.Found)
		return
	}
	want, have := bytes.ToLower(v.given.get("hex")), got.get("hex")
	if bytes.Equal(want, have) {
		return
	}
	at := 1 // behind the quotation mark
	for at+2 < min(len(want), len(have)) && want[at] == have[at] && want[at+1] == have[at+1] {
		at += 2
	}
	v.differ("hex", fmt.Sprintf("offset 0x%04x", at/2), byteAt(want, at), byteAt(have, at))
}

// byteAt shows the two digits at offset i of a quoted hex text.
func byteAt(text []byte, i int) string {
	if i+2 >= len(text) {
		return "the end"
	}
	return string(text[i : i+2])
}
