package client

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
)

// login is the one login module that sasl.jaas.config names:
//
//	org.apache.kafka.common.security.plain.PlainLoginModule required
//	    username="alice" password="…";
//
// Comments are those of Java. Errors show no value.
type login struct {
	module  string
	options map[string]string
}

func parseLogin(text string) (*login, error) {
	t := &jaasReader{rest: text}
	l := &login{options: map[string]string{}}
	var err error
	if l.module, err = t.word("a login module"); err != nil {
		return nil, err
	}
	flag, err := t.word("a control flag")
	if err != nil {
		return nil, err
	}
	switch strings.ToLower(flag) {
	case "required", "requisite", "sufficient", "optional":
	default:
		return nil, fmt.Errorf("expected required, requisite, sufficient or optional behind the login module, found something else at %s", t.place())
	}
	for {
		done, err := t.end()
		if err != nil || done {
			return l, err
		}
		key, value, err := t.option()
		if err != nil {
			return nil, err
		}
		l.options[key] = value
	}
}

// jaasReader takes tokens off a text.
type jaasReader struct {
	rest string
	read int // tokens
}

func (t *jaasReader) place() string { return fmt.Sprintf("word %d", t.read) }

// end takes a semicolon, behind which nothing may stand, if there is one.
func (t *jaasReader) end() (bool, error) {
	if err := t.space(); err != nil {
		return false, err
	}
	if !strings.HasPrefix(t.rest, ";") {
		return false, nil
	}
	t.rest = t.rest[1:]
	if err := t.space(); err != nil || t.rest != "" {
		return true, errors.Join(err, errors.New("expected one login module, found more behind its semicolon"))
	}
	return true, nil
}

// option takes key=value.
func (t *jaasReader) option() (key, value string, err error) {
	if key, err = t.word("an option, or a semicolon at the end"); err != nil {
		return "", "", err
	}
	if err := t.space(); err != nil {
		return "", "", err
	}
	if !strings.HasPrefix(t.rest, "=") {
		// the key may be a part of a value, so it is not shown
		return "", "", fmt.Errorf("expected = behind the option at %s, found something else; values with other signs than letters and digits need quotes", t.place())
	}
	t.rest = t.rest[1:]
	value, err = t.word("the value of option " + key)
	return key, value, err
}

// word takes a bare word or a quoted text.
func (t *jaasReader) word(what string) (string, error) {
	if err := t.space(); err != nil {
		return "", err
	}
	t.read++
	if t.rest != "" && (t.rest[0] == '"' || t.rest[0] == '\'') {
		return t.quoted(what)
	}
	end := strings.IndexFunc(t.rest, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_$.", r)
	})
	if end < 0 {
		end = len(t.rest)
	}
	word := t.rest[:end]
	if word == "" {
		return "", fmt.Errorf("expected %s at %s, found %s", what, t.place(), t.found())
	}
	t.rest = t.rest[end:]
	return word, nil
}

// found names what comes next without showing it.
func (t *jaasReader) found() string {
	if t.rest == "" {
		return "the end"
	}
	return "a sign that needs quotes"
}

// quoted takes a text up to the same quote, with the escapes of Java.
func (t *jaasReader) quoted(what string) (string, error) {
	var b strings.Builder
	quote := t.rest[0]
	for i := 1; i < len(t.rest); i++ {
		switch ch := t.rest[i]; {
		case ch == quote:
			t.rest = t.rest[i+1:]
			return b.String(), nil
		case ch == '\n' || ch == '\r':
			return "", fmt.Errorf("expected a quote at the end of %s, found the end of the line", what)
		case ch == '\\' && i+1 < len(t.rest):
			i++
			b.WriteString(jaasEscape(t.rest, &i))
		default:
			b.WriteByte(ch)
		}
	}
	return "", fmt.Errorf("expected a quote at the end of %s, found the end", what)
}

// jaasEscape is what the letter at *i stands for behind a backslash, up to three
// octal digits included, to whose last one it moves *i.
func jaasEscape(text string, i *int) string {
	if at := strings.IndexByte("abfnrtv", text[*i]); at >= 0 {
		return "\a\b\f\n\r\t\v"[at : at+1]
	}
	n, most := 0, 3
	if text[*i] > '3' {
		most = 2
	}
	digits := 0
	for ; digits < most && *i+digits < len(text) && text[*i+digits] >= '0' && text[*i+digits] <= '7'; digits++ {
		n = n*8 + int(text[*i+digits]-'0')
	}
	if digits == 0 {
		return text[*i : *i+1]
	}
	*i += digits - 1
	return string(rune(n))
}

// space passes over blanks and comments.
func (t *jaasReader) space() error {
	for {
		t.rest = strings.TrimLeftFunc(t.rest, unicode.IsSpace)
		switch {
		case strings.HasPrefix(t.rest, "//"):
			_, t.rest, _ = strings.Cut(t.rest, "\n")
		case strings.HasPrefix(t.rest, "/*"):
			_, rest, ok := strings.Cut(t.rest, "*/")
			if !ok {
				return errors.New("expected */ at the end of a comment, found the end")
			}
			t.rest = rest
		default:
			return nil
		}
	}
}
