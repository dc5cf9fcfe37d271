package input

import (
	"bytes"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"
)

// hostile are pieces whose repetition could make a careless parser slow or large.
func hostile() []string {
	return []string{
		"[", "(", "{", "<", "<<", "((\n", "[]byte{", "/*", "//\n", "\\", `\x`, `\x0`, `"`, `"\`, "b'", "'a' ", `"" `, "#", "r#", "br####",
		"0", "00 ", "0x", "0x0", "-1, ", "1,", "1 ", "\n", " \n", "*\n", "0000: ", "0000: 00\n", "0000:\n", "00000000  00\n", "0x0000: 4500\n",
		"0000000 0\n", "0000 00 00\n", "|00|", "|", "+--\n", "|  0  1\n", "AAAA", "=", "A\n", "\u00a0", "é", "x=", "=\n", "(byte)", ")", ".a()", ",",
		"00000000: 6161 aa\n", "6161 ", "... ", "\t", "u", "16#", ":", "vec![", "let x=", "unsigned int a = 1;",
	}
}

// Total: linear time and a small constant times the input, for every piece in every
// format. The memory bound has room for what append leaves behind when it grows.
func TestHostileInputIsCheap(t *testing.T) {
	const size = 1 << 18
	starts := []string{"", "[", "b'", `"\`, "00000000: 00 ", "0000  00 00\n", "00000000  00 01  |..|\n*\n", "{0x00", "<<", "\xff\xfe"}
	if testing.Short() {
		starts = starts[:3]
	}
	for _, start := range starts {
		for _, piece := range hostile() {
			text := []byte(start + strings.Repeat(piece, size/len(piece)))
			for _, f := range Formats() {
				checkCheap(t, text, f)
			}
		}
	}
}

func checkCheap(t *testing.T, text []byte, f Format) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	got, err := Parse(text, f)
	took := time.Since(began)
	runtime.ReadMemStats(&after)
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 24*uint64(len(text))+MaxSqueezed {
		t.Errorf("%s of %d × %.30q: %d bytes allocated", f, len(text), text, allocated)
	}
	if took > 3*time.Second {
		t.Errorf("%s of %d × %.30q: took %v", f, len(text), text, took)
	}
	if len(got.Data) > len(text)+MaxSqueezed {
		t.Errorf("%s of %d × %.30q: %d bytes of data", f, len(text), text, len(got.Data))
	}
	if err != nil && len(err.Error()) > 400 {
		t.Errorf("%s of %.30q: error of %d bytes", f, text, len(err.Error()))
	}
}

// Prefix and mutation: a damaged text gives bytes or an *Error, never a panic, and a
// cut dump or literal gives no byte that the whole does not begin with.
func TestCutAndChangedTexts(t *testing.T) {
	for _, f := range fixtures {
		whole, err := Parse([]byte(f.text), f.format)
		if err != nil {
			t.Fatal(err)
		}
		text := []byte(f.text)
		for i := range text {
			got, err := Parse(text[:i], f.format)
			checkError(t, err)
			if err == nil && got.Skip == 0 && !bytes.HasPrefix(whole.Data, got.Data) && f.format != FormatHexdump {
				t.Errorf("%s cut at %d: % x", f.name, i, got.Data)
			}
			for _, c := range []byte{0, ' ', '\n', 'f', '|', '"', 0xff} {
				changed := bytes.Clone(text)
				changed[i] = c
				_, err := Parse(changed, f.format)
				checkError(t, err)
				if i%7 == 0 {
					_, err = Parse(changed, FormatAuto)
					checkError(t, err)
				}
			}
		}
	}
}

func checkError(t *testing.T, err error) {
	t.Helper()
	var e *Error
	if err == nil {
		return
	}
	if !errors.As(err, &e) || e.Msg == "" || strings.Contains(err.Error(), "\n") || e.Line > 0 && e.Col < 1 {
		t.Errorf("not a located one-line error: %#v", err)
	}
}

func FuzzParse(f *testing.F) {
	for _, x := range fixtures {
		f.Add([]byte(x.text))
	}
	for _, w := range writers() {
		for _, n := range []int{1, 17, 40} {
			f.Add([]byte(w.write(samples(n)[0])))
		}
	}
	for _, piece := range hostile() {
		f.Add([]byte(piece + piece + piece))
	}
	f.Add([]byte("00000000  00 01  |..|\n*\n000fffff0\n"))
	f.Add([]byte(utf16("00 01")))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, format := range Formats() {
			got, err := Parse(text, format)
			checkError(t, err)
			var e *Error
			if errors.As(err, &e) && (e.Offset < 0 || e.Offset > len(text)) {
				t.Errorf("%s: offset %d of %d", format, e.Offset, len(text))
			}
			if len(got.Data) > len(text)+MaxSqueezed || got.Skip > len(got.Data) {
				t.Errorf("%s: %d bytes from %d", format, len(got.Data), len(text))
			}
			if err == nil && (got.Format == FormatAuto || got.Format == "") {
				t.Errorf("%s: format %q", format, got.Format)
			}
		}
	})
}
