package view

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/kscope/kscope/tape"
)

// How texts of a tape that was cut from a file speak of places in the file:
// findings and errors are written where bytes are read, by whom does not know
// what lies in front of them.

// placeText is an offset in the text of a finding, or the bytes that a checksum
// covers.
var placeText = regexp.MustCompile(`\b(?:offset|bytes|to) 0x[0-9a-f]{4,}\b`)

// unpackedText follows on offsets in unpacked data.
const unpackedText = " of unpacked data"

// moveFinding makes a finding speak of the file.
func (d *Doc) moveFinding(f *tape.Finding) {
	if d.Base == 0 || f.Err != nil && f.Err.Space != 0 || f.Node < len(d.Tape.Nodes) && d.Tape.SpaceOf(f.Node) != 0 {
		return
	}
	f.Offset += d.Base
	f.Text = d.moved(f.Text)
}

func (d *Doc) moved(text string) string {
	var b strings.Builder
	from := 0
	for _, at := range placeText.FindAllStringIndex(text, -1) {
		digits := strings.IndexByte(text[at[0]:at[1]], 'x') + at[0] + 1
		n, err := strconv.ParseInt(text[digits:at[1]], 16, 63)
		if err != nil || strings.HasPrefix(text[at[1]:], unpackedText) {
			continue
		}
		b.WriteString(text[from : digits-2])
		b.Write(appendOffset(nil, d.Base+int(n)))
		from = at[1]
	}
	return b.String() + text[from:]
}

// failure is the tape's error, as the file has it; nil for none.
func (d *Doc) failure() *tape.Error {
	err := d.Tape.Err
	if err == nil || err.Space != 0 || d.Base == 0 {
		return err
	}
	moved := *err
	moved.Offset += d.Base
	return &moved
}
