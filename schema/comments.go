package schema

import (
	"bytes"
	"strings"
)

// comment is one line of comment text and the offset where its comment begins.
type comment struct {
	off  int
	text string
}

// blankComments gives data with every `//` and `/* */` comment outside strings
// turned into blanks, so that encoding/json can read it and every offset stays
// what it was. The comments come back line by line.
func blankComments(data []byte) ([]byte, []comment) {
	out := bytes.Clone(data)
	var comments []comment
	for i := 0; i < len(out); {
		switch {
		case out[i] == '"':
			i = stringEnd(out, i)
		case bytes.HasPrefix(out[i:], []byte("//")):
			end := lineEnd(out, i)
			comments = append(comments, comment{i, strings.TrimSpace(string(out[i+2 : end]))})
			blank(out[i:end])
			i = end
		case bytes.HasPrefix(out[i:], []byte("/*")):
			end := len(out)
			if n := bytes.Index(out[i+2:], []byte("*/")); n >= 0 {
				end = i + 2 + n + 2
			}
			text := strings.TrimSuffix(string(out[i+2:end]), "*/")
			for line := range strings.Lines(strings.TrimSpace(text)) {
				comments = append(comments, comment{i, strings.Trim(line, " \t\r\n*")})
			}
			blank(out[i:end])
			i = end
		default:
			i++
		}
	}
	return out, comments
}

// stringEnd is the offset after the string that begins at i.
func stringEnd(data []byte, i int) int {
	for i++; i < len(data); i++ {
		switch data[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(data)
}

func lineEnd(data []byte, i int) int {
	if n := bytes.IndexByte(data[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(data)
}

func blank(b []byte) {
	for i := range b {
		if b[i] != '\n' {
			b[i] = ' '
		}
	}
}
