package prose

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// AppendNumber appends n with commas between thousands.
func AppendNumber(dst []byte, n int) []byte {
	var digits [24]byte
	s := strconv.AppendInt(digits[:0], int64(n), 10)
	if s[0] == '-' {
		dst, s = append(dst, '-'), s[1:]
	}
	for i, c := range s {
		if i > 0 && (len(s)-i)%3 == 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, c)
	}
	return dst
}

// AppendCount appends "1 byte" or "2,000 bytes".
func AppendCount(dst []byte, n int, unit string) []byte {
	dst = append(AppendNumber(dst, n), ' ')
	dst = append(dst, unit...)
	if n != 1 {
		dst = append(dst, 's')
	}
	return dst
}

// Number gives n with commas between thousands.
func Number(n int) string { return string(AppendNumber(nil, n)) }

// Count gives "1 byte" or "2,000 bytes".
func Count(n int, unit string) string { return string(AppendCount(nil, n, unit)) }

// CountOf is Count for words that an s does not make many of: "1 byte is",
// "2,000 bytes are".
func CountOf(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Number(n) + " " + many
}

// List joins words as a sentence does: "a, b and c".
func List(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// Position gives line and column of an offset in a text, both from 1 on. The
// column counts bytes, as compilers do; an offset behind the end is the end.
func Position(text []byte, off int) (line, col int) {
	before := text[:min(off, len(text))]
	return 1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n')
}

// WrongCRC says which sum the bytes between two places, both included, have, and
// which stands there in its place.
func WrongCRC(sum, stored uint32, from, to int64) string {
	return fmt.Sprintf("crc: expected %d (0x%08x) for bytes 0x%04x to 0x%04x, found %d (0x%08x)", sum, sum, from, to, stored, stored)
}
