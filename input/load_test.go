package input

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("raw.bin", "\x00\x01")
	write("dump.txt", "00000000: 0001  ..\n")
	write("00ff", "\x07\x00")
	write("empty", "")
	write("bad.hex", "00 0g 00 00\n")
	if err := os.Mkdir("folder", 0o700); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		arg, stdin string
		format     Format
		want, err  string
	}{
		{"-", "00 01", FormatAuto, "\x00\x01", ""},
		{"", "\x00\x01", FormatAuto, "\x00\x01", ""},
		{"raw.bin", "", FormatAuto, "\x00\x01", ""},
		{"@raw.bin", "", FormatAuto, "\x00\x01", ""},
		{"./dump.txt", "", FormatAuto, "\x00\x01", ""},
		{filepath.Join(dir, "raw.bin"), "", FormatAuto, "\x00\x01", ""},
		{"00ff", "", FormatAuto, "\x07\x00", ""},
		{"00fe", "", FormatAuto, "\x00\xfe", ""},
		{"plain", "", FormatRaw, "plain", ""},
		{"//////8=", "", FormatAuto, "\xff\xff\xff\xff\xff", ""},
		{"/w8A/w==", "", FormatAuto, "\xff\x0f\x00\xff", ""},
		{"/w8A", "", FormatAuto, "\xff\x0f\x00", ""},
		{`b"\x00.txt"`, "", FormatAuto, "\x00.txt", ""},
		{strings.Repeat("00", 5000), "", FormatAuto, strings.Repeat("\x00", 5000), ""},
		{strings.Repeat("00", 300), "", FormatAuto, strings.Repeat("\x00", 300), ""},

		{"-", "", FormatAuto, "", "stdin: input: there is nothing in it"},
		{"empty", "", FormatAuto, "", "empty: input: there is nothing in it"},
		{"folder", "", FormatAuto, "", "folder: is a directory, not a file with bytes"},
		{"@folder", "", FormatAuto, "", "folder: is a directory"},
		{"@", "", FormatAuto, "", `"@" needs the name of a file behind it`},
		{"@00fe", "", FormatAuto, "", "00fe: there is no such file"},
		{"missing.bin", "", FormatAuto, "", "missing.bin: there is no such file"},
		{"./missing", "", FormatAuto, "", "./missing: there is no such file"},
		{"folder/missing", "", FormatAuto, "", "folder/missing: there is no such file"},
		{dir + "/missing", "", FormatAuto, "", "missing: there is no such file"},
		{`C:\missing`, "", FormatAuto, "", `C:\missing: there is no such file`},
		{"/nonexist", "", FormatAuto, "", "/nonexist: there is no such file"},
		{"raw.bin/x", "", FormatAuto, "", "not a directory"},
		{"Metadata", "", FormatAuto, "", "; no file has this name either"},
		{"bad.hex", "", FormatAuto, "", `bad.hex: input line 1, column 4: "0g" is not a hex byte`},
		{"a\x00b", "", FormatHex, "", "byte 0x00 is not text"},
		{strings.Repeat("00", 6000), "", FormatAuto, "", "the argument: longer than the 10000 bytes that are allowed"},
		{"-", strings.Repeat("00", 6000), FormatAuto, "", "stdin: longer than the 10000 bytes that are allowed"},
	}
	for _, tt := range tests {
		got, err := Load(tt.arg, strings.NewReader(tt.stdin), tt.format, 10000)
		switch {
		case tt.err == "" && (err != nil || string(got.Data) != tt.want):
			t.Errorf("%.40q: %q, %v", tt.arg, got.Data, err)
		case tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err) || strings.Contains(err.Error(), "\n")):
			t.Errorf("%.40q: error %v, want %q", tt.arg, err, tt.err)
		}
	}
}

func TestLoadReader(t *testing.T) {
	if _, err := Load("-", nil, FormatAuto, 0); err == nil {
		t.Error("no stdin: no error")
	}
	broken := errors.New("broken pipe")
	if _, err := Load("-", io.MultiReader(strings.NewReader("00"), failing{broken}), FormatAuto, 0); !errors.Is(err, broken) {
		t.Error(err)
	}
	got, err := Load("-", strings.NewReader(strings.Repeat("00", 1<<16)), FormatAuto, 0)
	if err != nil || len(got.Data) != 1<<16 {
		t.Error(len(got.Data), err)
	}
	got, err = Load("-", strings.NewReader("0001"), FormatAuto, 4)
	if err != nil || len(got.Data) != 2 {
		t.Error("exactly max:", got, err)
	}
	_, err = Load("-", strings.NewReader("zz zz"), FormatHex, 0)
	var e *Error
	if !errors.As(err, &e) || e.Line != 1 {
		t.Error("no *Error inside:", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
