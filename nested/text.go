package nested

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// showText quotes text; other bytes are shown in hex.
func showText(b []byte) string {
	if !utf8.Valid(b) {
		return fmt.Sprintf("% x", b)
	}
	return strconv.Quote(string(b))
}

// showWithout shows text without the bytes that the encoding puts around it.
func showWithout(before, after int) func([]byte) string {
	return func(b []byte) string {
		if len(b) < before+after {
			return showText(b)
		}
		return showText(b[before : len(b)-after])
	}
}
