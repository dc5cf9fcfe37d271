package client

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
)

// Properties are settings by Kafka's names for them, as its tools take them in
// a file. They show no value, however they are formatted.
type Properties struct {
	name    string // of the file
	entries map[string]entry
}

// entry is a value and where it came from.
type entry struct {
	value Secret // any may be one
	where string
}

// PropertyError is a setting that cannot be honoured.
type PropertyError struct {
	Where string // "client.properties: line 3", or a flag
	Key   string // "" for what is no setting at all
	Err   error
}

// Error says where, which, and why; of a secret never what it is.
func (e *PropertyError) Error() string {
	parts := slices.DeleteFunc([]string{e.Where, e.Key, e.Err.Error()}, func(s string) bool { return s == "" })
	return strings.Join(parts, ": ")
}

// Unwrap gives the cause.
func (e *PropertyError) Unwrap() error { return e.Err }

// LoadProperties reads a file as Java does: ISO 8859-1, with \u escapes for
// other letters.
func LoadProperties(file string) (*Properties, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return ParseProperties(file, text)
}

// ParseProperties is LoadProperties for a text that is there already. The name
// is for errors.
func ParseProperties(name string, text []byte) (*Properties, error) {
	p := &Properties{name: name}
	line := 0
	for len(text) > 0 {
		logical, rest, lines := logicalLine(text)
		text = rest
		line++
		at := fmt.Sprintf("%s: line %d", name, line)
		line += lines - 1
		if len(logical) == 0 {
			continue
		}
		key, value := splitProperty(logical)
		k, err := unescape(key)
		if err != nil {
			return nil, &PropertyError{at, "", err}
		}
		v, err := unescape(value)
		if err != nil {
			return nil, &PropertyError{at, k, err}
		}
		p.Set(k, v, at)
	}
	return p, nil
}

// Set gives a setting another value. Errors about it name where.
func (p *Properties) Set(key, value, where string) {
	if p.entries == nil {
		p.entries = map[string]entry{}
	}
	p.entries[key] = entry{Hide(value), where}
}

// Keys lists the settings that there are, sorted.
func (p *Properties) Keys() []string { return slices.Sorted(maps.Keys(p.entries)) }

// Get gives a value without the space around it, as Kafka takes it.
func (p *Properties) Get(key string) (value string, ok bool) {
	e, ok := p.entries[key]
	if !ok {
		return "", false
	}
	return strings.TrimFunc(e.value.Reveal(), func(r rune) bool { return r <= ' ' }), true
}

const blank = " \t\f"

// logicalLine takes a line with those that continue it off a text: without what
// joins them and without indents, empty for comments.
func logicalLine(text []byte) (line, rest []byte, lines int) {
	for {
		var natural []byte
		natural, text = cutLine(text)
		lines++
		natural = bytes.TrimLeft(natural, blank)
		if lines == 1 && len(natural) > 0 && (natural[0] == '#' || natural[0] == '!') {
			return nil, text, lines
		}
		slashes := len(natural) - len(bytes.TrimRight(natural, `\`))
		if slashes%2 == 0 {
			return append(line, natural...), text, lines
		}
		line = append(line, natural[:len(natural)-1]...)
		if len(text) == 0 {
			return line, nil, lines
		}
	}
}

// cutLine parts a text behind its first line, which ends with \n, \r or both.
func cutLine(text []byte) (line, rest []byte) {
	end := bytes.IndexAny(text, "\r\n")
	if end < 0 {
		return text, nil
	}
	line, rest = text[:end], text[end+1:]
	if text[end] == '\r' {
		rest = bytes.TrimPrefix(rest, []byte("\n"))
	}
	return line, rest
}

// splitProperty parts a line at the first =, : or blank that is not escaped.
func splitProperty(line []byte) (key, value []byte) {
	end := len(line)
	for i := 0; i < len(line); i++ {
		if line[i] == '\\' {
			i++
			continue
		}
		if strings.IndexByte("=:"+blank, line[i]) >= 0 {
			end = i
			break
		}
	}
	value = bytes.TrimLeft(line[end:], blank)
	if len(value) > 0 && (value[0] == '=' || value[0] == ':') {
		value = bytes.TrimLeft(value[1:], blank)
	}
	return line[:end], value
}

// unescape gives the text that bytes of ISO 8859-1 with escapes stand for.
func unescape(b []byte) (string, error) {
	var units []rune
	for i := 0; i < len(b); i++ {
		if b[i] != '\\' || i+1 == len(b) {
			units = append(units, rune(b[i]))
			continue
		}
		i++
		if b[i] != 'u' {
			units = append(units, escaped(b[i]))
			continue
		}
		if len(b) < i+5 {
			return "", errors.New(`expected four hex digits behind \u, found fewer`)
		}
		n, err := strconv.ParseUint(string(b[i+1:i+5]), 16, 16)
		if err != nil {
			return "", errors.New(`expected four hex digits behind \u, found others`)
		}
		units = append(units, rune(n))
		i += 4
	}
	return joinSurrogates(units), nil
}

// escaped is what a letter behind a backslash stands for.
func escaped(letter byte) rune {
	switch letter {
	case 't':
		return '\t'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 'f':
		return '\f'
	}
	return rune(letter)
}

// joinSurrogates makes one letter of two escapes, where they stand for one.
func joinSurrogates(units []rune) string {
	out := units[:0]
	for i := 0; i < len(units); i++ {
		r := units[i]
		if i+1 < len(units) && utf16.IsSurrogate(r) {
			if pair := utf16.DecodeRune(r, units[i+1]); pair != unicode.ReplacementChar {
				r = pair
				i++
			}
		}
		out = append(out, r)
	}
	return string(out)
}
