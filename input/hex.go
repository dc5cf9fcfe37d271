package input

import "bytes"

func claimsHex(text []byte) bool {
	body, _ := inner(text)
	digits, escapes, pairs := 0, 0, true
	for i := 0; i < len(body); {
		switch n := hexPrefix(body[i:]); {
		case n > 0:
			if body[i] == '\\' {
				escapes++
				pairs = pairs && hexRun(body[i+n:]) == 2
			}
			i += n
			continue
		case isHex(body[i]):
			digits++
		case !isHexSeparator(body[i]):
			return false
		}
		i++
	}
	// Digits behind a second escape are characters. PostgreSQL writes one \x for all.
	once := escapes == 1 && body[0] == '\\' && digits%2 == 0
	return digits > 0 && (escapes == 0 || pairs || once)
}

// nearlyHex is true of text that was meant as hex and has a fault: three quarters of
// its characters are hex digits.
func nearlyHex(text []byte) bool {
	body, _ := inner(text)
	hex, all := 0, 0
	for _, c := range body {
		if isHex(c) {
			hex++
		}
		if !isHexSeparator(c) {
			all++
		}
	}
	return hex >= 4 && hex*4 >= all*3
}

func parseHex(text []byte) (reading, error) {
	body, at := inner(text)
	s := hexScan{text: body, base: at, data: make([]byte, 0, len(body)/2)}
	err := s.scan()
	return reading{data: s.data}, err
}

func isHexSeparator(c byte) bool {
	return isBlank(c) || c == ',' || c == ':' || c == '-' || c == ';' || c == '_'
}

// hexPrefix is the size of the 0x or \x that s begins with, else 0.
func hexPrefix(s []byte) int {
	if len(s) >= 2 && s[1]|0x20 == 'x' && (s[0] == '0' || s[0] == '\\') {
		return 2
	}
	return 0
}

// hexScan reads runs of hex digits between separators. A run has whole bytes, with
// two exceptions: 0x0 is a byte, as Go's %#v writes it, and a run that a line end
// cuts in the middle of a byte goes on in the next line.
type hexScan struct {
	text   []byte
	base   int // where text begins in the document
	pos    int
	digits int
	data   []byte

	prefixed, plain int // runs with 0x in front, and without

	half   bool // the line before ended in half a byte
	nibble byte
	halfAt int
}

func (s *hexScan) scan() error {
	for s.pos < len(s.text) {
		if isHexSeparator(s.text[s.pos]) {
			s.pos++
			continue
		}
		if err := s.run(); err != nil {
			return err
		}
	}
	if s.half {
		return s.odd(s.halfAt)
	}
	return nil
}

func (s *hexScan) run() error {
	start := s.pos
	prefix := hexPrefix(s.text[start:])
	s.pos += prefix
	n := hexRun(s.text[s.pos:])
	first, end := s.pos, s.pos+n
	if n == 0 || end < len(s.text) && !isHexSeparator(s.text[end]) && s.text[end] != '\\' {
		return s.notHex(start, first, n)
	}
	if prefix > 0 {
		s.prefixed++
	} else {
		s.plain++
	}
	if s.plain > 0 && (s.prefixed > 1 || s.prefixed > 0 && n%2 == 1) {
		return failf(s.base+start, "0x stands in front of some numbers, but not of %s: if that is decimal, name a language as the format", s.unprefixed(start, prefix, end))
	}
	s.digits += n
	s.pos = end
	if prefix > 0 && n == 1 && !s.half {
		s.data = append(s.data, byte(nibble(s.text[first])))
		return nil
	}
	s.take(s.text[first:end])
	if !s.half {
		return nil
	}
	s.halfAt = end - 1
	rest := s.text[end:]
	if blanks := blankRun(rest); blanks < len(rest) && bytes.IndexByte(rest[:blanks], '\n') < 0 {
		return failf(s.base+s.halfAt, "%s is half a hex byte", quote(s.text[s.halfAt:end]))
	}
	return nil
}

// take adds digits to what the run before may have left.
func (s *hexScan) take(digits []byte) {
	for _, c := range digits {
		v := byte(nibble(c))
		if s.half {
			s.data = append(s.data, s.nibble<<4|v)
		}
		s.half, s.nibble = !s.half, v
	}
}

// unprefixed names the run without 0x: this one, or one before it.
func (s *hexScan) unprefixed(start, prefix, end int) string {
	if prefix == 0 {
		return quote(s.text[start:end])
	}
	return "those before " + quote(s.text[start:end])
}

// notHex shows the pair of characters in which the fault is.
func (s *hexScan) notHex(start, first, n int) error {
	at := start
	if n > 0 {
		at = first + n&^1
	}
	end := at
	for i := 0; i < 2 && end < len(s.text); i++ {
		end++
		for end < len(s.text) && s.text[end]&0xc0 == 0x80 {
			end++
		}
	}
	if bytes.HasPrefix(s.text[at:], []byte("...")) || bytes.HasPrefix(s.text[at:], []byte("…")) {
		return failf(s.base+at, "the text was shortened here: bytes are left out")
	}
	return failf(s.base+at, "%s is not a hex byte", quote(bytes.TrimRight(s.text[at:end], " \t\r\n")))
}

func (s *hexScan) odd(at int) error {
	return failf(s.base+at, "odd number of hex digits: %d; the last is %s", s.digits, quote(s.text[at:at+1]))
}
