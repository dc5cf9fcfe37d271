package facts

import (
	"fmt"
	"strconv"
	"strings"
)

// Line is one meaningful line of a fact file.
type Line struct {
	File   string
	Number int
	Text   string // without its indentation and trailing blanks
	Indent int    // blanks before the text
}

// Errorf is an error about the line.
func (l Line) Errorf(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", l.File, l.Number, fmt.Sprintf(format, args...))
}

// Lines calls f for each line that is neither blank nor a comment, and ends
// at the first error.
func Lines(file, text string, f func(Line) error) error {
	for number := 1; text != ""; number++ {
		var line string
		line, text, _ = strings.Cut(text, "\n")
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || trimmed[0] == '#' {
			continue
		}
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if err := f(Line{file, number, trimmed, indent}); err != nil {
			return err
		}
	}
	return nil
}

// words takes the words of a line one after the other.
type words struct {
	line Line
	rest string
	err  error // the first thing that was wrong
}

func (w *words) more() bool { return w.err == nil && w.rest != "" }

// next is the next word; quoted ones are returned without their quotes.
func (w *words) next() string {
	if w.err != nil {
		return ""
	}
	if w.rest == "" {
		w.err = w.line.Errorf("the line ends too early")
		return ""
	}
	if w.rest[0] == '"' {
		quoted, err := strconv.QuotedPrefix(w.rest)
		if err != nil {
			w.err = w.line.Errorf("a string that does not end: %s", w.rest)
			return ""
		}
		w.rest = strings.TrimLeft(w.rest[len(quoted):], " ")
		s, _ := strconv.Unquote(quoted)
		return s
	}
	word, rest, _ := strings.Cut(w.rest, " ")
	w.rest = strings.TrimLeft(rest, " ")
	return word
}

func (w *words) number() int {
	s := w.next()
	n, err := strconv.ParseUint(s, 10, 31)
	if err != nil && w.err == nil {
		w.err = w.line.Errorf("%q is not a number", s)
	}
	return int(n)
}

// word writes a value that next reads back.
func word(s string) string {
	if s == "" || strings.ContainsAny(s, " \"\n\t\r\\") {
		return strconv.Quote(s)
	}
	return s
}
