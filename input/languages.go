package input

import (
	"bytes"
	"regexp"
	"strings"
)

// What a text must show to be taken for one language's bytes, and where reading it
// needs more than its dialect.

var (
	goSign     = regexp.MustCompile(assign + `\[\s*(?:\d+|\.\.\.)?\s*\]\s*(?:byte|uint8)\s*[({]`)
	rustSign   = regexp.MustCompile(assign + `(?:(?:&\s*)?vec!\s*\[|&\s*\[|(?:&\s*)?\[[^\]]*\d_?[ui]8\b|(?:&\s*)?b?r?#*b?")`)
	rustWords  = regexp.MustCompile(assign + `(?:&\s*)?(?:br?#*"|c"|r#+")|^\s*(?:let|const|static)\s+(?:mut\s+)?\w+(?:\s*:[^=]*)?=\s*`)
	pythonSign = regexp.MustCompile(assign + `(?:\(\s*)?(?:(?:bytes|bytearray|memoryview)\s*\(|[bB][rR]?['"]|[rR][bB]['"]|\$?'[^']*\\)`)
	javaSign   = regexp.MustCompile(assign + `(?:[\w.]+\()*\s*(?:new\s+s?byte\s*\[|byteArrayOf\s*\()|^[^=\n"'(]*\bbyte\s*(?:\[\s*\]\s*\w+|\s+\w+\s*\[\s*\])\s*=\s*\{`)
	javaName   = regexp.MustCompile(`^\s*(?:java\.nio\.\w+\[pos=\d+ lim=\d+ cap=\d+\]|\[B@[0-9a-f]+)`)
	nodeSign   = regexp.MustCompile(assign + `(?:<Buffer\b|(?:new )?Uint8Array\s*\(|Buffer\.from\(\[|\{\s*"?type"?\s*:\s*["']Buffer["'])`)
	cSign      = regexp.MustCompile(assign + `(?:\(\s*[\w\s]+\[\s*\]\s*\)\s*)?\{\s*(?:[\d}'(-]|/[/*])|^\s*(?:static\s+|const\s+|unsigned\s+)*(?:char|uint8_t)\b[^=\n"]*=`)
)

func signs(re *regexp.Regexp, text []byte) bool {
	return re.Match(text[:min(len(text), headRoom)])
}

func claimsErlang(text []byte) bool {
	return bytes.HasPrefix(bytes.TrimSpace(text), []byte("<<"))
}

func parseErlang(text []byte) (reading, error) { return parseWith(erlangDialect(), text) }

func claimsRust(text []byte) bool {
	return signs(rustWords, text) || signs(rustSign, text) && !quotedAt(rustDialect(), text)
}

func parseRust(text []byte) (reading, error) { return parseWith(rustDialect(), text) }

func claimsPython(text []byte) bool {
	return signs(pythonSign, text) || isBareEscape(text)
}

// parsePython reads a literal, or escapes without quotes around them.
func parsePython(text []byte) (reading, error) {
	if isBareEscape(text) {
		body := bytes.TrimSpace(text)
		c := cursor{dialect: pythonDialect(), text: body}
		err := c.bare()
		if f, ok := err.(*fault); ok {
			f.at += blankRun(text)
		}
		return reading{data: c.data}, err
	}
	return parseWith(pythonDialect(), text)
}

// isBareEscape is true of \x00… without quotes. A single \x in front of nothing but
// hex digits is hex, as PostgreSQL prints it.
func isBareEscape(text []byte) bool {
	body := bytes.TrimSpace(text)
	return len(body) > 1 && body[0] == '\\' && strings.IndexByte("x01234567nrt\\", body[1]) >= 0 && !claimsHex(text)
}

func claimsJava(text []byte) bool {
	return signs(javaSign, text) || signs(javaName, text) || isDecimals(text, ',')
}

func parseJava(text []byte) (reading, error) {
	if signs(javaName, text) {
		return reading{}, failf(blankRun(text), "%s is what Java prints for the object, not its bytes", quote(bytes.TrimSpace(text)))
	}
	first := text[blankRun(text)]
	if claimsHex(text) && (isHex(first) || first == '"') && !isDecimals(text, ',') {
		return parseHex(text)
	}
	if isOpenList(text) {
		return parseDecimals(javaDialect(), text)
	}
	return parseWith(javaDialect(), text)
}

func claimsGo(text []byte) bool {
	return signs(goSign, text) || isDecimals(text, ' ') || isQuoted(goDialect(), text)
}

func parseGo(text []byte) (reading, error) {
	if isOpenList(text) {
		return parseDecimals(goDialect(), text)
	}
	return parseWith(goDialect(), text)
}

func claimsC(text []byte) bool {
	return signs(cSign, text) || isQuoted(cDialect(), text) || isEscaped(text)
}

func parseC(text []byte) (reading, error) { return parseWith(cDialect(), text) }

// quotedAt is true if the value begins with a quote.
func quotedAt(d *dialect, text []byte) bool {
	i := headEnd(d, text)
	return i < len(text) && (text[i] == '"' || text[i] == '`')
}

// isQuoted is true of strings that d reads. Hex or base64 in quotes is not meant as
// the characters that it is written with.
func isQuoted(d *dialect, text []byte) bool {
	if !quotedAt(d, text) || bytes.IndexByte(text, '\\') < 0 && (claimsHex(text) || claimsBase64(text)) {
		return false
	}
	_, err := parseWith(d, text)
	return err == nil
}

// isEscaped is true of a string that has escapes, whether they are right or not.
func isEscaped(text []byte) bool {
	return quotedAt(cDialect(), text) && bytes.IndexByte(text, '\\') >= 0
}
