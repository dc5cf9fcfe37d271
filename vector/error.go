package vector

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/tape"
)

// Error is why a line has no answer, or only half of one.
type Error struct {
	Offset   int    `json:"offset"` // in bytes; the package documentation says of what
	Path     string `json:"path"`   // Topics[0].Partitions[3].LeaderEpoch; "" for the line itself
	Expected string `json:"expected"`
	Found    string `json:"found"`
	Hint     string `json:"hint,omitempty"` // likely cause, when it is known
}

// Error gives all of it but the hint on one line.
func (e *Error) Error() string {
	where := fmt.Sprintf("offset 0x%04x: ", e.Offset)
	if e.Path != "" {
		where += e.Path + ": "
	}
	return where + "expected " + e.Expected + ", found " + e.Found
}

// appendTo appends the error as JSON.
func (e *Error) appendTo(dst []byte) []byte {
	dst = strconv.AppendInt(append(dst, `{"offset":`...), int64(e.Offset), 10)
	for _, m := range []struct{ key, text string }{
		{"path", e.Path}, {"expected", e.Expected}, {"found", e.Found}, {"hint", e.Hint},
	} {
		if m.key == "hint" && m.text == "" {
			continue
		}
		dst = append(append(append(dst, `,"`...), m.key...), `":`...)
		dst = jsonform.AppendString(dst, []byte(m.text))
	}
	return append(dst, '}')
}

// AppendError appends the line {"error":{...}} that says where reading ended, as
// answers have it; nothing when it did not.
func AppendError(dst []byte, err *tape.Error) []byte {
	if err == nil {
		return dst
	}
	return append(fromTape(err).appendTo(append(dst, `{"error":`...)), '}')
}

func fromTape(e *tape.Error) *Error {
	return &Error{e.Offset, e.Path, e.Expected, e.Found, e.Hint}
}

// fromJSON places an error of encoding. A line's JSON has no line feeds, so the
// column is the offset.
func fromJSON(err error) *Error {
	out := &Error{Expected: "JSON that fits the message", Found: err.Error()}
	var e *jsonform.Error
	if !errors.As(err, &e) {
		return out
	}
	out.Offset, out.Path, out.Found = e.Col-1, e.Path, e.Msg
	if rest, ok := strings.CutPrefix(e.Msg, "expected "); ok {
		if expected, found, ok := strings.Cut(rest, ", found "); ok {
			out.Expected, out.Found = expected, found
		}
	}
	if found, hint, ok := strings.Cut(out.Found, "; did you mean "); ok {
		out.Found, out.Hint = found, "did you mean "+hint
	}
	return out
}

// fromCatalog says that a message or version is not known.
func fromCatalog(err error) *Error {
	return &Error{Expected: "a message that the catalog has", Found: err.Error()}
}
