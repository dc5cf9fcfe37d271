package input

import "bytes"

// MaxSqueezed bounds the bytes that the '*' rows of one dump may stand for, in all,
// so that a few characters cannot ask for all of memory.
const MaxSqueezed = 1 << 20

// dumpStyle is what sets one kind of dump apart from the others.
type dumpStyle struct {
	format   Format
	prefix   string // in front of the offset
	colon    bool   // behind the offset
	bars     bool   // |…| or >…< around the text column
	midGap   bool   // a second blank after eight bytes
	preamble int    // lines of other text that may come first
}

func xxdStyle() dumpStyle {
	return dumpStyle{format: FormatXXD, colon: true, preamble: 3}
}

func tcpdumpStyle() dumpStyle {
	return dumpStyle{format: FormatTcpdump, prefix: "0x", colon: true, preamble: 3}
}

func hexdumpStyle() dumpStyle {
	return dumpStyle{format: FormatHexdump, bars: true, midGap: true, preamble: 3}
}

func wiresharkStyle() dumpStyle {
	return dumpStyle{format: FormatWireshark, midGap: true, preamble: 3}
}

// row is one line of a dump, cut behind its offset.
type row struct {
	at     int // of the offset
	offset []byte
	body   []byte
	bodyAt int
	gap    int // blanks between offset and body
}

// mostDigits is how many digits an offset may have: those of 64 bits.
const mostDigits = 16

// split cuts a line; it is false for a line that has no offset.
func (s dumpStyle) split(line []byte, at int) (row, bool) {
	i := blankRun(line)
	boxed := s.bars && i < len(line) && line[i] == '|'
	if boxed {
		i++
	}
	if !bytes.HasPrefix(line[i:], []byte(s.prefix)) {
		return row{}, false
	}
	r := row{at: at + i}
	i += len(s.prefix)
	n := hexRun(line[i:min(len(line), i+mostDigits+1)])
	r.offset = line[i : i+n]
	i += n
	switch {
	case n < 4 || n > mostDigits:
		return row{}, false
	case boxed || s.colon:
		if i == len(line) || line[i] != ':' && !boxed || line[i] != '|' && boxed {
			return row{}, false
		}
		i++
	}
	r.gap = blankRun(line[i:])
	if r.gap == 0 && i < len(line) {
		return row{}, false
	}
	r.bodyAt = at + i + r.gap
	r.body = bytes.TrimRight(line[i+r.gap:], "\r\n")
	return r, true
}

// isFrame is true of the lines that Netty draws around its dump.
func (s dumpStyle) isFrame(line []byte) bool {
	t := bytes.TrimSpace(line)
	return s.bars && (bytes.HasPrefix(t, []byte("+--")) || bytes.HasPrefix(t, []byte("|  0  1")))
}

// eachLine calls f with every line that is not blank, until f says stop.
func eachLine(text []byte, f func(line []byte, at int) bool) {
	for at := 0; at < len(text); {
		end := bytes.IndexByte(text[at:], '\n') + 1
		if end == 0 {
			end = len(text) - at
		}
		line := text[at : at+end]
		if blankRun(line) < len(line) && !f(line, at) {
			return
		}
		at += end
	}
}

func (s dumpStyle) claims(text []byte) bool {
	if !s.colon {
		return offsetsWithoutColon(text) == s.format
	}
	left, found := s.preamble, false
	eachLine(text, func(line []byte, at int) bool {
		if r, ok := s.split(line, at); ok {
			n := hexRun(r.body)
			found = n > 0 && n%2 == 0 && (n == len(r.body) || isBlank(r.body[n]))
		}
		left--
		return !found && left >= 0
	})
	return found
}

// offsetsWithoutColon tells a dump whose offsets have no mark from hex with blanks,
// by the evidence of the first two lines, and says which dump it is, or "".
func offsetsWithoutColon(text []byte) Format {
	s := hexdumpStyle()
	var rows [2]row
	n, skipped, squeezed, framed := 0, 0, false, false
	eachLine(text, func(line []byte, at int) bool {
		if s.isFrame(line) {
			framed = true
			return n == 0
		}
		if n == 1 && isStar(line) {
			squeezed = true
			return false
		}
		r, ok := s.split(line, at)
		if !ok {
			if n == 0 {
				skipped++
			}
			return n == 0 && skipped <= s.preamble
		}
		rows[n] = r
		n++
		return n < 2
	})
	if n == 0 {
		return ""
	}
	format := FormatHexdump
	if len(rows[0].offset) == 4 {
		format = FormatWireshark
	}
	got := s.judge(rows[0], rows[1], format, squeezed || framed)
	if skipped > 0 && !hasText(rows[0]) {
		return "" // behind other text, offsets and hex alone prove nothing
	}
	return got
}

// hasText is true of a row with a text column that agrees with its hex.
func hasText(r row) bool {
	d := dumpReader{style: wiresharkStyle()}
	got := d.scan(r, len(r.body))
	text := bytes.TrimSpace(r.body[got.end:])
	if barColumn(text) == 0 && agrees(d.data, text[1:len(text)-1]) {
		return true
	}
	return got.n > 0 && len(text) > 0 && agreesBehindGap(d.data, text)
}

// judge weighs the first rows; second is zero where there is none.
func (s dumpStyle) judge(first, second row, format Format, sure bool) Format {
	d := dumpReader{style: s}
	got := d.scan(first, len(first.body))
	if got.n > 0 && bars(first.body, got.n) {
		return FormatHexdump
	}
	if !sure {
		d = dumpReader{style: wiresharkStyle()}
		got = d.scan(first, len(first.body))
	}
	sameWidth := len(first.offset) == len(second.offset)
	switch {
	case len(first.offset) == 7 && (sameWidth || !got.bad && got.n > 0):
		return FormatHexdump
	case got.n == 0:
		return ""
	case sure:
		return FormatHexdump
	case got.bad:
		return ""
	case got.gapped && hasText(first):
		return FormatWireshark
	}
	return s.judgeOffsets(first, second, format, got)
}

// judgeOffsets looks at offsets whose rows have no text to go by.
func (s dumpStyle) judgeOffsets(first, second row, format Format, got scanned) Format {
	sameWidth := len(first.offset) == len(second.offset)
	zero := len(bytes.Trim(first.offset, "0")) == 0
	if second.offset == nil {
		if zero && first.gap >= 2 && got.pairs {
			return format
		}
		return ""
	}
	a, _ := offsetValue(first.offset, 16)
	b, _ := offsetValue(second.offset, 16)
	if sameWidth && got.pairs && b-a == uint64(got.n) {
		return format
	}
	if zero && got.pairs && (sameWidth || first.gap >= 2) {
		return format
	}
	return ""
}

func isStar(line []byte) bool { return string(bytes.TrimSpace(line)) == "*" }

// bars is true if the text column of n bytes is set in bars. Its width counts, so
// that bars inside a text column are not taken for its frame.
func bars(body []byte, n int) bool {
	i := barColumn(body)
	return i >= 0 && len(bytes.TrimRight(body[i:], " \t"))-2 == n
}

// barColumn finds the bar that opens a text column which a bar also closes, or -1.
func barColumn(body []byte) int {
	body = bytes.TrimRight(body, " \t")
	if len(body) == 0 {
		return -1
	}
	switch body[len(body)-1] {
	case '|':
		if i := bytes.IndexByte(body, '|'); i < len(body)-1 {
			return i
		}
	case '<':
		return bytes.IndexByte(body, '>')
	}
	return -1
}

// offsetValue reads an offset of up to 16 digits.
func offsetValue(digits []byte, radix int) (uint64, bool) {
	v := uint64(0)
	for _, c := range digits {
		d := nibble(c)
		if d >= radix {
			return 0, false
		}
		v = v*uint64(radix) + uint64(d)
	}
	return v, true
}
