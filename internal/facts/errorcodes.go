package facts

import (
	"bytes"
	"fmt"
	"strconv"
)

// ErrorCode is what Kafka's Errors class says of one code.
type ErrorCode struct {
	Code      int
	Name      string // in the newest release
	Retriable bool
	Since     string // first release that has the code, of those imported
	Exception string // simple name of the Java exception; - for none
	Former    []Former
}

// Former is a name that a code had up to and including a release.
type Former struct{ Name, Until string }

// ParseErrorCodes reads lines of code, name, retriable or final, first
// release, exception, and for earlier names "was NAME RELEASE".
func ParseErrorCodes(file, text string) ([]ErrorCode, error) {
	var all []ErrorCode
	err := Lines(file, text, func(l Line) error {
		w := &words{line: l, rest: l.Text}
		code := w.next()
		n, err := strconv.Atoi(code)
		if err != nil {
			return l.Errorf("%q is not an error code", code)
		}
		e := ErrorCode{Code: n, Name: w.next(), Retriable: w.next() == "retriable", Since: w.next(), Exception: w.next()}
		for w.more() {
			if s := w.next(); s != "was" {
				return l.Errorf("%q instead of \"was\"", s)
			}
			e.Former = append(e.Former, Former{w.next(), w.next()})
		}
		all = append(all, e)
		return w.err
	})
	return all, err
}

// PrintErrorCodes writes what ParseErrorCodes reads, in aligned columns.
func PrintErrorCodes(all []ErrorCode) []byte {
	width := 0
	for _, e := range all {
		width = max(width, len(e.Name))
	}
	var buf bytes.Buffer
	for _, e := range all {
		retriable := "final"
		if e.Retriable {
			retriable = "retriable"
		}
		fmt.Fprintf(&buf, "%4d  %-*s  %-9s  %-4s  %s", e.Code, width, e.Name, retriable, e.Since, e.Exception)
		for _, f := range e.Former {
			fmt.Fprintf(&buf, "  was %s %s", f.Name, f.Until)
		}
		buf.WriteByte('\n')
	}
	return buf.Bytes()
}
