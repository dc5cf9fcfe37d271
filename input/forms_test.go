package input

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// A writer makes the text form of bytes. auto tells whether sniffing must find the
// same bytes; nil is always.
type writer struct {
	name   string
	format Format
	write  func(b []byte) string
	auto   func(text string) bool
	empty  bool // it has a text for no bytes
}

func always(string) bool { return true }

func hasEscape(s string) bool { return strings.Contains(s, `\`) }

// looksEncoded keeps out base64 so short or regular that it might be hex or a word.
func looksEncoded(s string) bool {
	return len(s) >= 24 && strings.ContainsAny(s, "ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ")
}

func writers() []writer {
	return []writer{
		{"hex", FormatHex, hex.EncodeToString, always, false},
		{"HEX", FormatHex, func(b []byte) string { return strings.ToUpper(hex.EncodeToString(b)) }, always, false},
		{"0xhex", FormatHex, func(b []byte) string { return "0x" + hex.EncodeToString(b) }, always, false},
		{"blanks", FormatHex, func(b []byte) string { return fmt.Sprintf("% x", b) }, always, false},
		{"colons", FormatHex, joined("%02x", ":"), always, false},
		{"commas", FormatHex, joined("0x%02X", ", "), always, false},
		{"dashes", FormatHex, joined("%02X", "-"), always, false},
		{"go %#x of bytes", FormatHex, joined("%#x", ","), always, false},
		{"wrapped at an odd column", FormatHex, func(b []byte) string { return wrap(hex.EncodeToString(b), 13) }, always, false},
		{"quoted", FormatHex, func(b []byte) string { return `"` + hex.EncodeToString(b) + `";` }, always, false},
		{"bracketed", FormatHex, func(b []byte) string { return "[" + joined("0x%02x", ",")(b) + "]" }, always, false},
		{"escapes", FormatHex, joined(`\x%02x`, ""), always, false},
		{"xxd", FormatXXD, func(b []byte) string { return writeXXD(b, 16, 2) }, always, false},
		{"xxd -g1 -c8", FormatXXD, func(b []byte) string { return writeXXD(b, 8, 1) }, always, false},
		{"xxd -g4 -c12", FormatXXD, func(b []byte) string { return writeXXD(b, 12, 4) }, always, false},
		{"xxd CRLF", FormatXXD, func(b []byte) string { return strings.ReplaceAll(writeXXD(b, 16, 2), "\n", "\r\n") }, always, false},
		{"hex.Dump", FormatHexdump, hex.Dump, always, false},
		{"hexdump -C", FormatHexdump, func(b []byte) string { return writeHexdump(b) + fmt.Sprintf("%08x\n", len(b)) }, always, false},
		{"od -tx1", FormatHexdump, writeOd, always, false},
		{"hexdump words", FormatHexdump, writeWords, always, false},
		{"netty", FormatHexdump, writeNetty, always, false},
		{"tcpdump -X", FormatTcpdump, func(b []byte) string { return writeTcpdump(b, true) }, always, false},
		{"tcpdump -x", FormatTcpdump, func(b []byte) string { return writeTcpdump(b, false) }, always, false},
		{"wireshark", FormatWireshark, func(b []byte) string { return writeWireshark(b, "%04x   ", "", true) }, always, false},
		{"wireshark without pad", FormatWireshark, func(b []byte) string { return writeWireshark(b, "%04x   ", "", false) }, always, false},
		{"wireshark stream", FormatWireshark, func(b []byte) string { return writeWireshark(b, "    %08x  ", " ", true) }, nil, false},
		{"go slice", FormatGo, func(b []byte) string { return fmt.Sprintf("%#v", b) }, always, true},
		{"go string", FormatGo, func(b []byte) string { return "[]byte(" + strconv.Quote(string(b)) + ")" }, always, true},
		{"go quoted", FormatGo, func(b []byte) string { return strconv.Quote(string(b)) }, hasEscape, true},
		{"go %v", FormatGo, func(b []byte) string { return fmt.Sprint(b) }, always, true},
		{"rust bytes", FormatRust, func(b []byte) string { return `b"` + escapeBytes(b, `"`) + `"` }, always, true},
		{"rust vec", FormatRust, func(b []byte) string { return "vec![" + joined("0x%02xu8", ", ")(b) + "]" }, always, true},
		{"rust slice", FormatRust, func(b []byte) string { return "let x = &[" + joined("0x%02x", ", ")(b) + "];" }, always, true},
		{"python bytes", FormatPython, func(b []byte) string { return "b'" + escapeBytes(b, "'") + "'" }, always, true},
		{"python list", FormatPython, func(b []byte) string { return "data = bytes([" + joined("%d", ", ")(b) + "])" }, always, true},
		{"java signed", FormatJava, func(b []byte) string { return "[" + signed(b, "%d") + "]" }, always, true},
		{"java array", FormatJava, func(b []byte) string { return "byte[] b = new byte[] {" + signed(b, "(byte) %d") + "};" }, always, true},
		{"c array", FormatC, func(b []byte) string {
			return "static const uint8_t b[] = {\n" + joined("0x%02x", ",\n")(b) + "};"
		}, always, true},
		{"c octal", FormatC, func(b []byte) string { return "char *b = \"" + joined(`\%03o`, "")(b) + `";` }, always, true},
		{"c strings", FormatC, func(b []byte) string { return `"" ` + joined(`"\x%x"`, "\n")(b) }, func(s string) bool { return strings.Contains(s, `"\`) }, true},
		{"erlang", FormatErlang, func(b []byte) string { return "<<" + joined("%d", ",")(b) + ">>" }, always, true},
		{"node", FormatNode, func(b []byte) string { return "<Buffer " + joined("%02x", " ")(b) + ">" }, always, true},
		{"node json", FormatNode, func(b []byte) string { return `{"type":"Buffer","data":[` + joined("%d", ",")(b) + "]}" }, always, true},
		{"base64", FormatBase64, base64.StdEncoding.EncodeToString, looksEncoded, false},
		{"base64 url", FormatBase64, base64.RawURLEncoding.EncodeToString, looksEncoded, false},
		{"base64 wrapped", FormatBase64, func(b []byte) string { return wrap(base64.StdEncoding.EncodeToString(b), 20) }, looksEncoded, false},
	}
}

// samples are bytes that tempt: random ones, text that looks like hex, bars, blanks,
// long runs of one byte.
func samples(n int) [][]byte {
	r := rand.New(rand.NewPCG(uint64(n), 7))
	from := func(alphabet string) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = alphabet[r.IntN(len(alphabet))]
		}
		return b
	}
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	return [][]byte{
		from(string(all)), from("abcdef0123"), from("ab 01"), from("|<>* "), from("\x00"), from("A"),
		from("\\\"'x0\x00"), append(from("\x00\x01"), "abcd"...), from("\x80\xff\x7f"), from("aé\x00"),
	}
}

func TestEveryFormRoundTrips(t *testing.T) {
	for _, w := range writers() {
		t.Run(w.name, func(t *testing.T) {
			for n := 0; n <= 70; n++ {
				for _, b := range samples(n) {
					if len(b) > 0 || w.empty {
						checkForm(t, w, b)
					}
				}
			}
		})
	}
}

func checkForm(t *testing.T, w writer, b []byte) {
	t.Helper()
	text := w.write(b)
	formats := []Format{w.format}
	if w.auto != nil && w.auto(text) {
		formats = append(formats, FormatAuto)
	}
	for _, f := range formats {
		got, err := Parse([]byte(text), f)
		if err != nil {
			t.Fatalf("%s of %q\n%s\n%v", f, b, text, err)
		}
		if !bytes.Equal(got.Data, b) {
			t.Fatalf("%s: read as %s\n%s\ngot  %q\nwant %q (%s)", f, got.Format, text, got.Data, b, got.Note)
		}
		if strings.Contains(got.Note, "does not agree") {
			t.Fatalf("%s: %q\n%s\n%s", f, b, text, got.Note)
		}
		if f != FormatAuto && got.Format != f {
			t.Fatalf("forced %s says it read %s", f, got.Format)
		}
	}
}

// The text column must never leak, even where a page has squeezed the blanks.
func TestSqueezedBlanks(t *testing.T) {
	for n := 1; n <= 70; n++ {
		for _, b := range samples(n) {
			b = bytes.ReplaceAll(b, []byte(" "), []byte("_"))
			for _, text := range []string{writeXXD(b, 16, 2), writeTcpdump(b, true)} {
				squeezed := strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\t' }), "")
				for strings.Contains(squeezed, "  ") {
					squeezed = strings.ReplaceAll(squeezed, "  ", " ")
				}
				got, err := Parse([]byte(squeezed), FormatAuto)
				if err != nil || !bytes.Equal(got.Data, b) {
					t.Fatalf("%s\ngot %q, %v\nwant %q", squeezed, got.Data, err, b)
				}
			}
		}
	}
}

func TestRawIsUntouched(t *testing.T) {
	for _, b := range []string{"\x00", "text\x01", "\xff", "\xef\xbb\xbf\x00", "\xff\xfe\x00\x00", "\x1b[0m"} {
		got, err := Parse([]byte(b), FormatAuto)
		if err != nil || got.Format != FormatRaw || string(got.Data) != b {
			t.Errorf("%q: %+v, %v", b, got, err)
		}
	}
	got, err := Parse([]byte("00 plain text"), FormatRaw)
	if err != nil || string(got.Data) != "00 plain text" {
		t.Errorf("forced raw: %+v, %v", got, err)
	}
}

func joined(verb, sep string) func([]byte) string {
	return func(b []byte) string {
		parts := make([]string, len(b))
		for i, c := range b {
			parts[i] = fmt.Sprintf(verb, c)
		}
		return strings.Join(parts, sep)
	}
}

func signed(b []byte, verb string) string {
	parts := make([]string, len(b))
	for i, c := range b {
		parts[i] = fmt.Sprintf(verb, int8(c))
	}
	return strings.Join(parts, ", ")
}

func wrap(s string, width int) string {
	var out strings.Builder
	for len(s) > width {
		out.WriteString(s[:width] + "\n")
		s = s[width:]
	}
	return out.String() + s
}

// escapeBytes is what Python's repr and Rust's escape_ascii have in common.
func escapeBytes(b []byte, quote string) string {
	var out strings.Builder
	for _, c := range b {
		switch {
		case c == '\\' || c == quote[0]:
			out.WriteString(`\` + string(rune(c)))
		case c == '\n':
			out.WriteString(`\n`)
		case c < ' ' || c > '~':
			fmt.Fprintf(&out, `\x%02x`, c)
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

func dots(b []byte) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '.'
		}
		return r
	}, string(latin(b)))
}

func latin(b []byte) []rune {
	out := make([]rune, len(b))
	for i, c := range b {
		out[i] = rune(c)
	}
	return out
}

// rows calls f with every row of so many bytes.
func rows(b []byte, width int, f func(at int, row []byte)) {
	for at := 0; at < len(b); at += width {
		f(at, b[at:min(len(b), at+width)])
	}
}

func groups(b []byte, group int) string {
	var parts []string
	rows(b, group, func(_ int, g []byte) { parts = append(parts, hex.EncodeToString(g)) })
	return strings.Join(parts, " ")
}

func writeXXD(b []byte, columns, group int) string {
	var out strings.Builder
	width := columns*2 + (columns+group-1)/group
	rows(b, columns, func(at int, row []byte) {
		fmt.Fprintf(&out, "%08x: %-*s %s\n", at, width, groups(row, group), dots(row))
	})
	return out.String()
}

func writeHexdump(b []byte) string {
	var out strings.Builder
	var last []byte
	star := false
	for _, line := range strings.SplitAfter(hex.Dump(b), "\n") {
		if len(line) < 10 {
			break
		}
		at, _ := strconv.ParseUint(line[:8], 16, 32)
		row := b[at:min(len(b), int(at)+16)]
		switch {
		case bytes.Equal(row, last) && star:
			continue
		case bytes.Equal(row, last):
			star = true
			line = "*\n"
		default:
			star = false
		}
		last = row
		out.WriteString(line)
	}
	return out.String()
}

func writeOd(b []byte) string {
	var out strings.Builder
	rows(b, 16, func(at int, row []byte) { fmt.Fprintf(&out, "%07o %s\n", at, groups(row, 1)) })
	return out.String() + fmt.Sprintf("%07o\n", len(b))
}

func writeWords(b []byte) string {
	var out strings.Builder
	rows(b, 16, func(at int, row []byte) {
		fmt.Fprintf(&out, "%07x", at)
		rows(row, 2, func(_ int, w []byte) {
			high := byte(0)
			if len(w) == 2 {
				high = w[1]
			}
			fmt.Fprintf(&out, " %02x%02x", high, w[0])
		})
		out.WriteString("\n")
	})
	return out.String() + fmt.Sprintf("%07x\n", len(b))
}

func writeNetty(b []byte) string {
	line := "+--------+" + strings.Repeat("-", 49) + "+" + strings.Repeat("-", 16) + "+\n"
	out := "         +" + strings.Repeat("-", 49) + "+\n" +
		"         |  0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f |\n" + line
	rows(b, 16, func(at int, row []byte) {
		out += fmt.Sprintf("|%08x| %-48s|%-16s|\n", at, groups(row, 1), dots(row))
	})
	return out + line
}

func writeTcpdump(b []byte, text bool) string {
	out := "12:00:00.000001 IP 127.0.0.1.53210 > 127.0.0.1.9092: Flags [P.], length 4\n"
	rows(b, 16, func(at int, row []byte) {
		if text {
			out += fmt.Sprintf("\t0x%04x:  %-39s  %s\n", at, groups(row, 2), strings.ReplaceAll(dots(row), " ", "."))
		} else {
			out += fmt.Sprintf("\t0x%04x:  %s\n", at, groups(row, 2))
		}
	})
	return out
}

// writeWireshark writes copied dumps, and with a gap in the middle followed streams.
func writeWireshark(b []byte, offset, gap string, pad bool) string {
	var out strings.Builder
	rows(b, 16, func(at int, row []byte) {
		left, right := groups(row[:min(8, len(row))], 1), groups(row[min(8, len(row)):], 1)
		text := dots(row)
		if gap != "" && len(row) > 8 {
			text = text[:8] + " " + text[8:]
		}
		cells := strings.TrimRight(left+" "+gap+right, " ")
		if pad {
			cells = fmt.Sprintf("%-*s", 47+len(gap), cells)
		}
		fmt.Fprintf(&out, offset+"%s   %s\n", at, cells, text)
	})
	return out.String()
}
