package input

import (
	"bytes"
	"fmt"
)

func claimsNode(text []byte) bool { return signs(nodeSign, text) }

// parseNode reads what console.log and JSON.stringify make of a Buffer. The printed
// forms are cut at 50 or 100 bytes, which is said and not passed over.
func parseNode(text []byte) (reading, error) {
	at := blankRun(text)
	if open := bytes.Index(text, []byte("<Buffer")); open >= 0 {
		at = open + len("<Buffer")
		body, found := bytes.CutSuffix(bytes.TrimRight(text[at:], "; \t\r\n"), []byte(">"))
		if !found {
			return reading{}, failf(len(text), "\"<Buffer\" has no closing \">\"")
		}
		s := hexScan{text: body, base: at, data: make([]byte, 0, len(body)/3)}
		err := s.scan()
		return reading{data: s.data}, err
	}
	open := bytes.IndexByte(text, '[')
	if open < 0 {
		return reading{}, failf(at, "%s has no list of bytes", quote(word(text[at:])))
	}
	c := cursor{text: text, pos: open, dialect: nodeDialect()}
	got, err := c.value()
	if err != nil {
		return reading{}, err
	}
	if n, said := sizeInParentheses(text[at:open]); said && n != len(got.data) {
		return reading{}, failf(open, "the list has %d bytes, its heading says %d", len(got.data), n)
	}
	return got, nil
}

func sizeInParentheses(s []byte) (n int, found bool) {
	i := bytes.IndexByte(s, '(')
	if i < 0 {
		return 0, false
	}
	_, err := fmt.Sscanf(string(s[i:min(len(s), i+12)]), "(%d)", &n)
	return n, err == nil
}
