package input

import "regexp"

// A literal is read by one scanner (literal.go); what differs between languages
// stands in this file.

// dialect is how one language writes bytes.
type dialect struct {
	format   Format
	head     *regexp.Regexp // what may stand in front of the value
	prefixes string         // letters that may stand in front of a quote
	quotes   string
	adjacent bool // strings side by side are one
	escapes  escapes
	octal    bool     // a leading zero makes a number octal
	suffixes []string // of numbers
	comments []string // what begins a comment up to the end of the line
}

// escapes are the rules behind a backslash.
type escapes struct {
	simple         string // pairs: a character, and what it means
	hexMost        int    // digits behind \x; 0 is no limit (C)
	octLeast       int    // digits of an octal escape
	octMost        int    // 0 where the language has none
	short, long    bool   // \uXXXX and \UXXXXXXXX
	braces         bool   // \u{…}, \x{…}
	latin          bool   // \u00ff is one byte
	unknown        bool   // an unknown escape stands for itself, backslash included
	join, joinTrim bool   // backslash at a line's end is nothing; blanks behind it neither
}

// assign matches the name in front of a literal, up to the equals sign.
const assign = `^\s*(?:[^=\n"'{}(]*=\s*)?`

const (
	simpleC = "a\a" + "b\b" + "f\f" + "n\n" + "r\r" + "t\t" + "v\v" + `\\` + `''` + `""`
)

var (
	goHead     = regexp.MustCompile(assign + `(?:\[\s*(?:\d+|\.\.\.)?\s*\]\s*(?:byte|uint8)\s*)?`)
	rustHead   = regexp.MustCompile(assign + `(?:&\s*)?(?:vec!\s*)?`)
	pythonHead = regexp.MustCompile(assign + `(?:(?:bytes|bytearray|memoryview)\s*\(\s*)*\$?`)
	javaHead   = regexp.MustCompile(assign + `(?:byteArrayOf|(?:[\w.]+\()*\s*(?:new\s+s?byte\s*\[\s*\d*\s*\])?)\s*`)
	cHead      = regexp.MustCompile(assign + `(?:\(\s*[\w\s]+\[\s*\]\s*\)\s*)?`)
)

func goDialect() *dialect {
	return &dialect{
		format: FormatGo, head: goHead, quotes: "\"`'", octal: true,
		escapes:  escapes{simple: simpleC, hexMost: 2, octLeast: 3, octMost: 3, short: true, long: true},
		comments: []string{"//"},
	}
}

func rustDialect() *dialect {
	return &dialect{
		format: FormatRust, head: rustHead, prefixes: "bcr", quotes: `"'`,
		escapes:  escapes{simple: "n\nr\rt\t0\x00" + `\\` + `''` + `""`, hexMost: 2, braces: true, join: true, joinTrim: true},
		suffixes: []string{"u8", "i8"}, comments: []string{"//"},
	}
}

func pythonDialect() *dialect {
	return &dialect{
		format: FormatPython, head: pythonHead, prefixes: "bBrRuU", quotes: `"'`, adjacent: true,
		escapes:  escapes{simple: simpleC, hexMost: 2, octLeast: 1, octMost: 3, unknown: true, join: true},
		comments: []string{"#"},
	}
}

func javaDialect() *dialect {
	return &dialect{
		format: FormatJava, head: javaHead, quotes: `"'`, octal: true,
		escapes:  escapes{simple: "b\bf\fn\nr\rt\ts " + `\\` + `''` + `""`, hexMost: 2, octLeast: 1, octMost: 3, short: true, latin: true},
		comments: []string{"//"},
	}
}

func cDialect() *dialect {
	return &dialect{
		format: FormatC, head: cHead, prefixes: "uU8L", quotes: `"'`, adjacent: true, octal: true,
		escapes:  escapes{simple: simpleC + "e\x1b??", octLeast: 1, octMost: 3, short: true, long: true, join: true},
		suffixes: []string{"ull", "ul", "u", "l"}, comments: []string{"//"},
	}
}

func erlangDialect() *dialect {
	return &dialect{
		format: FormatErlang, quotes: `"`,
		escapes:  escapes{simple: "b\bd\x7fe\x1bf\fn\nr\rs t\tv\v" + `\\` + `''` + `""`, hexMost: 2, octLeast: 1, octMost: 3, braces: true, latin: true},
		suffixes: []string{":8"}, comments: []string{"%"},
	}
}

func nodeDialect() *dialect {
	return &dialect{format: FormatNode}
}
