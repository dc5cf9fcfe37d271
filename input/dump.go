package input

import (
	"bytes"
	"fmt"
)

// The plan: rows are read one behind. A row waits until the offset of the next one
// is known, because that offset says how many bytes it has; where the text column is
// hard to tell from the hex, that number decides. Only the last row has to be told
// by its looks alone.

// dumpReader reads the rows of one dump.
type dumpReader struct {
	style dumpStyle
	radix int
	data  []byte
	notes []string

	waiting  *row
	next     uint64 // the offset at which the waiting row begins
	rows     int
	star     bool // a '*' stands behind the latest row
	squeezed int
	tight    bool // in an earlier row one blank parted hex and text
	mismatch bool // a note about the text column has been made
	words    bool // 16-bit words in the order of a little-endian machine
	ended    bool // a row without bytes has given the end offset
}

func (s dumpStyle) parse(text []byte) (reading, error) {
	var firstErr error
	for _, radix := range s.order(text) {
		d := dumpReader{style: s, radix: radix, data: make([]byte, 0, len(text)/4)}
		err := d.read(text)
		if err == nil {
			if d.squeezed > 0 {
				s.noteOtherRadix(text, &d)
			}
			return reading{data: d.data, note: joinNotes(d.notes...)}, nil
		}
		if firstErr == nil {
			firstErr = err
		}
	}
	return reading{}, firstErr
}

// noteOtherRadix looks whether the offsets around a '*' can be read in another base,
// because od and hexdump write the same rows with different offsets.
func (s dumpStyle) noteOtherRadix(text []byte, d *dumpReader) {
	for _, radix := range s.order(text) {
		other := dumpReader{style: s, radix: radix}
		if radix != d.radix && other.read(text) == nil && len(other.data) != len(d.data) {
			d.note("two readings possible: took the offsets as base %d, not %d", d.radix, radix)
			return
		}
	}
}

// order lists the bases that the offsets may have. Only offsets of seven digits, as
// od and plain hexdump write them, leave a doubt; od's are octal, and single bytes
// behind them are od's, because hexdump writes words there.
func (s dumpStyle) order(text []byte) []int {
	order := []int{16}
	eachLine(text, func(line []byte, at int) bool {
		if r, ok := s.split(line, at); ok && !s.colon && len(r.offset) == 7 {
			order = []int{16, 8, 10}
			if hexRun(r.body) == 2 {
				order = []int{8, 16, 10}
			}
		}
		return false
	})
	return order
}

func (d *dumpReader) read(text []byte) error {
	var err error
	preamble := 0
	eachLine(text, func(line []byte, at int) bool {
		r, isRow := d.style.split(line, at)
		switch {
		case isRow:
			err = d.row(r)
		case d.style.isFrame(line):
		case d.rows == 0 && preamble < d.style.preamble:
			preamble++
		case d.rows > 0 && isStar(line):
			d.star = true
		default:
			line = bytes.TrimSpace(line)
			err = failf(at+blankRun(text[at:]), "%s is not an offset as %s writes it%s", quote(word(line)), d.style.format, d.oneOnly())
		}
		return err == nil
	})
	if err != nil {
		return err
	}
	if d.rows == 0 {
		return failf(0, "no line has an offset as %s writes it", d.style.format)
	}
	if d.star {
		return failf(len(text), "'*' with no offset behind it: how many rows it stands for is unknown")
	}
	if preamble > 0 {
		d.note("lines before the dump skipped: %d", preamble)
	}
	return d.last()
}

// oneOnly is the hint for text that follows rows.
func (d *dumpReader) oneOnly() string {
	if d.rows > 0 && d.style.preamble > 0 {
		return ": give one dump, or one packet, at a time"
	}
	return ""
}

// row takes in a line with an offset, and settles the row before it.
func (d *dumpReader) row(r row) error {
	value, ok := offsetValue(r.offset, d.radix)
	if !ok {
		return failf(r.at, "%s is not an offset in base %d", quote(r.offset), d.radix)
	}
	switch {
	case d.ended:
		return failf(r.at, "a row after the end of the dump: give one dump at a time")
	case d.rows == 0:
		d.next = value
		d.words = !d.style.colon && len(r.offset) == 7 && wordsOnly(r.body)
		if d.words {
			d.note("16-bit words, taken as a little-endian machine prints them")
		}
		if value != 0 {
			d.note("the dump begins at offset 0x%x", value)
		}
	default:
		if err := d.settle(r, value); err != nil {
			return err
		}
	}
	d.rows++
	d.waiting = &r
	d.ended = len(r.body) == 0 && d.rows > 1
	return nil
}

// settle decodes the waiting row, given that the next one, r, begins at value.
func (d *dumpReader) settle(r row, value uint64) error {
	w := *d.waiting
	start := len(d.data)
	if d.star {
		d.star = false
		got, err := d.decode(w, -1)
		if err != nil {
			return err
		}
		d.next += uint64(got)
		return d.fill(r, value, start)
	}
	want := -1
	if gap := value - d.next; value >= d.next && gap <= uint64(len(w.body)) {
		want = int(gap)
	}
	n, err := d.decode(w, want)
	if err != nil {
		return err
	}
	d.next += uint64(n)
	if d.next != value {
		return d.jump(r, value, n)
	}
	return nil
}

func (d *dumpReader) jump(r row, value uint64, n int) error {
	verb := "%0*x"
	if d.radix == 8 {
		verb = "%0*o"
	} else if d.radix == 10 {
		verb = "%0*d"
	}
	expected := fmt.Sprintf(verb, len(r.offset), d.next)
	if value < d.next && value == d.next-uint64(len(d.data)) {
		return failf(r.at, "a second dump begins here, at offset %s; expected %s: give one dump, or one packet, at a time", r.offset, expected)
	}
	hint := ""
	if run := hexRun(d.waiting.body); d.style.bars && (run == 6 || run == 3) {
		hint = " (octal words? od needs -tx1)"
	} else if d.style.format == FormatXXD && run == 8 && uint64(n) == 4*(value-d.next+uint64(n)) {
		hint = " (binary digits? leave -b out)"
	}
	return failf(r.at, "offset %s where %s was expected: the row before has %d bytes%s", r.offset, expected, n, hint)
}

// fill repeats the row that begins at start until offset value.
func (d *dumpReader) fill(r row, value uint64, start int) error {
	n := uint64(len(d.data) - start)
	if value < d.next || n == 0 || (value-d.next)%n != 0 {
		return d.jump(r, value, int(n))
	}
	if value-d.next > uint64(MaxSqueezed-d.squeezed) {
		return failf(r.at, "'*' stands for %d bytes: more than %d are not filled in", value-d.next, MaxSqueezed)
	}
	d.squeezed += int(value - d.next)
	unit := d.data[start:]
	for ; d.next < value; d.next += n {
		d.data = append(d.data, unit...)
	}
	return nil
}

// last decodes the row that no offset follows.
func (d *dumpReader) last() error {
	if d.ended {
		return nil
	}
	_, err := d.decode(*d.waiting, -1)
	return err
}

// decode appends the bytes of a row and returns their number. want is how many the
// next offset asks for, -1 if that is unknown.
func (d *dumpReader) decode(r row, want int) (int, error) {
	start := len(d.data)
	got := d.scan(r, len(r.body))
	if d.words {
		return d.swap(r, start, want, got)
	}
	text := r.body[got.end:]
	if i := barColumn(r.body); d.style.bars && i >= 0 {
		text = bytes.TrimRight(r.body[i+1:], " \t")
		text = text[:len(text)-1]
	} else if k := d.tightEnd(r, start, want, got); k >= 0 {
		d.data = d.data[:start]
		got = d.scan(r, k)
		text = bytes.TrimLeft(r.body[got.end:], " ")
		d.tight = true
	} else if got.bad {
		return 0, d.badToken(r, got)
	}
	if got.n == 0 {
		return 0, failf(r.bodyAt, "no bytes behind the offset %s", r.offset)
	}
	return got.n, d.compare(r, d.data[start:], text)
}

func (d *dumpReader) badToken(r row, got scanned) error {
	tok := word(r.body[got.end:])
	hint := ""
	if n := hexRun(tok); n == len(tok) && n%2 == 1 {
		hint = ": half a byte is missing, or the words are not hex (od needs -tx1)"
	}
	return failf(r.bodyAt+got.end, "%s is not a hex byte%s", quote(tok), hint)
}

// tightEnd finds the number of bytes of a row whose text column is parted from the
// hex by one blank only, as happens where a page squeezes blanks: as many as the
// text has characters, and agreeing with it. It is -1 if the row is not like that.
func (d *dumpReader) tightEnd(r row, start, want int, got scanned) int {
	if got.gapped || want == got.n && !got.bad {
		return -1
	}
	all := d.data[start:]
	if want >= 0 {
		if want < len(all) && want > 0 || want == len(all) {
			if text, ok := textBehind(r.body, want); ok && agrees(all[:want], text) {
				return want
			}
		}
		return -1
	}
	if !got.bad && d.rows > 1 && !d.tight {
		return -1
	}
	n, i := 0, 0
	for n < len(all) {
		run := hexRun(r.body[i:])
		n, i = n+run/2, i+run
		i += blankRun(r.body[i:])
		if text := r.body[i:]; len(text) == n && n <= len(all) && agrees(all[:n], text) {
			return n
		}
	}
	return -1
}

// textBehind returns what follows the first n bytes of hex.
func textBehind(body []byte, n int) ([]byte, bool) {
	i := 0
	for n > 0 {
		run := hexRun(body[i:])
		n, i = n-run/2, i+run
		i += blankRun(body[i:])
		if run == 0 || n < 0 {
			return nil, false
		}
	}
	return body[i:], true
}

// scanned is what scan found: n bytes up to end.
type scanned struct {
	n, end int
	gapped bool // two blanks or a bar ended the hex
	bad    bool // something that is not hex ended it
	pairs  bool // each byte stood alone
}

// scan appends the hex of a row, at most most bytes of it.
func (d *dumpReader) scan(r row, most int) scanned {
	body := r.body
	if i := barColumn(body); d.style.bars && i >= 0 {
		body = body[:i]
	}
	got := scanned{pairs: true}
	for i := 0; i < len(body) && got.n < most; {
		run := hexRun(body[i:])
		if run == 0 || run%2 == 1 || i+run < len(body) && !isBlank(body[i+run]) {
			got.bad = true
			return got
		}
		for j := i; j < i+run; j += 2 {
			d.data = append(d.data, byte(nibble(body[j])<<4|nibble(body[j+1])))
		}
		got.pairs = got.pairs && run == 2
		got.n += run / 2
		i += run
		got.end = i
		gap := blankRun(body[i:])
		wide := gap >= 2 || gap == 1 && body[i] == '\t'
		if wide && !d.words && len(body) == len(r.body) && !d.isMidGap(body[i+gap:], got, gap) {
			got.gapped = true
			return got
		}
		i += gap
		got.end = i
	}
	return got
}

// isMidGap tells the second blank after eight bytes from the gap before the text.
func (d *dumpReader) isMidGap(rest []byte, got scanned, gap int) bool {
	if !d.style.midGap || got.n != 8 || gap != 2 || !got.pairs {
		return false
	}
	n := hexRun(rest)
	if n != 2 || n < len(rest) && !isBlank(rest[n]) {
		return false
	}
	return len(rest) != 8 || !agrees(d.data[len(d.data)-8:], rest)
}

// swap turns the words that scan has read as big-endian round. The last word of an
// odd number of bytes has a zero too many, which the end offset tells.
func (d *dumpReader) swap(r row, start, want int, got scanned) (int, error) {
	if got.bad || got.n == 0 {
		return 0, d.badToken(r, got)
	}
	row := d.data[start:]
	for i := 0; i+1 < len(row); i += 2 {
		row[i], row[i+1] = row[i+1], row[i]
	}
	if want == got.n-1 && row[want] == 0 {
		d.data = d.data[:len(d.data)-1]
		return want, nil
	}
	return got.n, nil
}

func wordsOnly(body []byte) bool {
	n := hexRun(body)
	return n == 4
}

func (d *dumpReader) note(format string, args ...any) {
	d.notes = append(d.notes, fmt.Sprintf(format, args...))
}
