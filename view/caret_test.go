package view_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/view"
)

func caret(t *testing.T, data []byte, e *tape.Error) string {
	t.Helper()
	var out bytes.Buffer
	if err := view.Caret(&out, &view.Doc{Tape: &tape.Tape{Data: data, Err: e}}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestCaret(t *testing.T) {
	data := []byte("0123456789abcdefghij")
	const want = "0000  30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66  |0123456789abcdef|\n" +
		"0010  67 68 69 6a                                      |ghij|\n" +
		"            ^^ ^^\n"
	if got := caret(t, data, &tape.Error{Code: tape.Short, Offset: 18}); got != want {
		t.Errorf("got\n%sexpected\n%s", got, want)
	}
	if got := caret(t, data, nil); got != "" {
		t.Errorf("without an error: %q", got)
	}
	for off := -1; off < 70; off++ {
		for code := tape.Short; code <= tape.Unknown; code++ {
			if got := caret(t, data, &tape.Error{Code: code, Offset: off}); !strings.Contains(got, "^^") {
				t.Errorf("offset %d: %q", off, got)
			}
		}
	}
}

// TestCaretFar puts carets under the right byte also where offsets are longer.
func TestCaretFar(t *testing.T) {
	data := make([]byte, 0x10003)
	data[0x10001] = 0xab
	lines := strings.Split(caret(t, data, &tape.Error{Code: tape.TooLarge, Offset: 0x10001}), "\n")
	if len(lines) < 3 || strings.Index(lines[1], "ab") != strings.Index(lines[2], "^^") {
		t.Errorf("%s", strings.Join(lines, "\n"))
	}
}
