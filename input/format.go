package input

// Format names a way to write bytes as text. See the package documentation for what
// each one accepts.
type Format string

// The formats. FormatAuto is not one itself: it lets the text decide.
const (
	FormatAuto      Format = "auto"
	FormatRaw       Format = "raw"
	FormatHex       Format = "hex"
	FormatXXD       Format = "xxd"
	FormatHexdump   Format = "hexdump"
	FormatTcpdump   Format = "tcpdump"
	FormatWireshark Format = "wireshark"
	FormatGo        Format = "go"
	FormatRust      Format = "rust"
	FormatPython    Format = "python"
	FormatC         Format = "c"
	FormatJava      Format = "java"
	FormatErlang    Format = "erlang"
	FormatNode      Format = "node"
	FormatBase64    Format = "base64"
)

// form is a format's row: claims tells whether a text is its own, parse reads it.
// rivals are the formats whose different reading of a text it has won is worth a note.
type form struct {
	format Format
	claims func(text []byte) bool
	parse  func(text []byte) (reading, error)
	rivals []Format
}

// reading is what a format made of a text; note is empty or a sentence.
type reading struct {
	data []byte
	note string
}

// forms lists the textual formats in the order in which they are asked: what carries
// its own mark (an offset, a bracket of one language) comes before what is only made
// of certain characters.
func forms() []form {
	return []form{
		{FormatTcpdump, tcpdumpStyle().claims, tcpdumpStyle().parse, nil},
		{FormatXXD, xxdStyle().claims, xxdStyle().parse, nil},
		{FormatHexdump, hexdumpStyle().claims, hexdumpStyle().parse, nil},
		{FormatWireshark, wiresharkStyle().claims, wiresharkStyle().parse, nil},
		{FormatErlang, claimsErlang, parseErlang, nil},
		{FormatNode, claimsNode, parseNode, nil},
		{FormatRust, claimsRust, parseRust, []Format{FormatPython}},
		{FormatPython, claimsPython, parsePython, []Format{FormatHex}},
		{FormatJava, claimsJava, parseJava, []Format{FormatHex}},
		{FormatGo, claimsGo, parseGo, []Format{FormatHex, FormatC}},
		{FormatC, claimsC, parseC, nil},
		{FormatHex, claimsHex, parseHex, []Format{FormatBase64}},
		{FormatBase64, claimsBase64, parseBase64, nil},
	}
}

// Formats lists every format: auto, raw, then the textual ones in the order in which
// auto asks them.
func Formats() []Format {
	all := []Format{FormatAuto, FormatRaw}
	for _, f := range forms() {
		all = append(all, f.format)
	}
	return all
}

func formOf(f Format) (form, bool) {
	for _, row := range forms() {
		if row.format == f {
			return row, true
		}
	}
	return form{}, false
}
