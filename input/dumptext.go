package input

import "bytes"

// compare notes a text column that says something else than the hex, and refuses the
// one kind of dump in which that means another order of bytes.
func (d *dumpReader) compare(r row, data, text []byte) error {
	bare := bytes.TrimLeft(text, " \t")
	if len(bare) == 0 || agrees(data, text) || agreesBehindGap(data, bare) {
		return nil
	}
	text = bare
	if len(text) == len(data) {
		for _, group := range []int{2, 4, 8} {
			if len(data)%group == 0 && agreesReversed(data, text, group) {
				return failf(r.bodyAt, "the bytes of each group stand in reverse (xxd -e): dump without that")
			}
		}
	}
	if !d.mismatch {
		d.mismatch = true
		d.note("the text column at offset %s does not agree with the hex; took the hex", r.offset)
	}
	return nil
}

// agreesBehindGap compares a text column whose first blanks cannot be told from the
// gap in front of it and are gone: data says how many it must have had.
func agreesBehindGap(data, text []byte) bool {
	blanks := len(data) - len(bytes.TrimLeft(data, " "))
	if agrees(data, text) {
		return true
	}
	return agrees(data[blanks:], text) || agrees(data, append(bytes.Repeat([]byte(" "), blanks), text...))
}

// agrees tells whether text may be the text column of data: printable bytes stand for
// themselves, others for a dot, and blanks at the end may be lost. Some programs put
// a blank into the middle of the column.
func agrees(data, text []byte) bool {
	if agreesPlain(data, text) {
		return true
	}
	return len(data) > 8 && len(text) > 8 && text[8] == ' ' && agreesPlain(data[:8], text[:8]) && agreesPlain(data[8:], text[9:])
}

func agreesPlain(data, text []byte) bool {
	n := 0
	for _, c := range string(text) {
		if n == len(data) {
			return c == ' ' && len(bytes.TrimRight(text[n:], " \t")) == 0
		}
		if !standsFor(c, data[n]) {
			return false
		}
		n++
	}
	return len(bytes.TrimRight(data[n:], " ")) == 0
}

// standsFor is true of a character that a text column shows for b. tcpdump has a dot
// for the blank as well.
func standsFor(c rune, b byte) bool {
	if b > ' ' && b < 0x7f {
		return c == rune(b)
	}
	return c == '.' || c == ' ' || c >= 0x80
}

func agreesReversed(data, text []byte, group int) bool {
	for i := 0; i < len(data); i += group {
		for j := 0; j < group; j++ {
			if !standsFor(rune(text[i+j]), data[i+group-1-j]) {
				return false
			}
		}
	}
	return true
}
