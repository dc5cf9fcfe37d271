package input

import "bytes"

// decimals is what a look at a list of decimal bytes finds.
type decimals struct {
	numbers, commas int
	brackets        bool
	sure            bool // a number cannot be hex pairs: a sign, one digit, or three
}

// isDecimals tells a list of decimal bytes from hex. The list stands in brackets, or
// has a number that cannot be hex pairs. sep parts the numbers: ',' (with or without
// blanks) or ' '. A list that was cut or shortened counts, for it was meant as one.
func isDecimals(text []byte, sep byte) bool {
	d, ok := lookAtDecimals(text)
	if !ok || d.numbers == 0 && !d.brackets || !d.sure && !d.brackets {
		return false
	}
	if sep == ',' {
		return d.commas >= d.numbers-1 && (d.brackets || d.commas > 0)
	}
	return d.commas == 0 && (d.brackets || d.numbers > 1)
}

func lookAtDecimals(text []byte) (d decimals, ok bool) {
	body := bytes.TrimRight(bytes.TrimSpace(text), "; \t\r\n")
	if len(body) > 0 && (body[0] == '[' || body[0] == '(') {
		d.brackets = true
		body = bytes.TrimRight(body[1:], "])")
	}
	for i := blankRun(body); i < len(body); {
		if bytes.HasPrefix(body[i:], []byte("...")) {
			return d, d.numbers > 0
		}
		n := decimal(body[i:])
		if n == 0 {
			return d, false
		}
		d.sure = d.sure || n != 2 || body[i] == '-'
		d.numbers++
		i += n
		blanks := blankRun(body[i:])
		i += blanks
		switch {
		case i < len(body) && body[i] == ',':
			d.commas++
			i++
			i += blankRun(body[i:])
		case i < len(body) && blanks == 0:
			return d, false
		}
	}
	return d, true
}

// decimal is the size of the number that s begins with: up to three digits, without
// zeros in front; 0 if there is none.
func decimal(s []byte) int {
	sign := 0
	if s[0] == '-' {
		sign = 1
	}
	n := sign
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	digits := n - sign
	if digits == 0 || digits > 3 || digits > 1 && s[sign] == '0' {
		return 0
	}
	return n
}

// isOpenList is true of decimals that no bracket encloses.
func isOpenList(text []byte) bool {
	i := blankRun(text)
	return i < len(text) && (isDigit(text[i]) || text[i] == '-') && (isDecimals(text, ',') || isDecimals(text, ' '))
}
