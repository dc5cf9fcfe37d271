package client

import (
	"maps"
	"strings"
	"testing"
)

func TestParseLogin(t *testing.T) {
	for text, want := range map[string]map[string]string{
		`a.b.C required;`: {},
		"a.b.C REQUIRED\n\tuser=\"alice\"\n\tpass='x y' ;\n":           {"user": "alice", "pass": "x y"},
		`a.b.C sufficient k=word other-one = plain_2$ ;`:               {"k": "word", "other-one": "plain_2$"},
		`/* who */ a.B optional // so` + "\n" + `k="a;b=c /* no */"; `: {"k": "a;b=c /* no */"},
		`a.B required k="q\"\\\t\101\0609\n";`:                         {"k": "q\"\\\tA09\n"},
		`a.B required k="";`:                                           {"k": ""},
	} {
		l, err := parseLogin(text)
		if err != nil || !strings.HasPrefix(l.module, "a.") || !maps.Equal(l.options, want) {
			t.Errorf("%s: %+v, %v", text, l, err)
		}
	}
	for text, want := range map[string]string{
		``:                             "expected a login module at word 1, found the end",
		`a.B`:                          "expected a control flag at word 2, found the end",
		`a.B needed k=v;`:              "expected required, requisite, sufficient or optional behind the login module, found something else at word 2",
		`a.B required k="v"`:           "expected an option, or a semicolon at the end at word 5, found the end",
		`a.B required k "hush";`:       "expected = behind the option at word 3",
		`a.B required k=#hush;`:        "expected the value of option k at word 4, found a sign that needs quotes",
		`a.B required k=hush! l=1;`:    "found a sign that needs quotes",
		`a.B required k="hush` + "\n;": "expected a quote at the end of the value of option k, found the end of the line",
		`a.B required k="hush`:         "found the end",
		`a.B required; c.D required;`:  "expected one login module, found more",
		`a.B required /* hush`:         "expected */ at the end of a comment",
		`a.B required k=a hush=1 "x";`: "word",
	} {
		l, err := parseLogin(text)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %+v, %v", text, l, err)
		}
	}
}

func FuzzParseLogin(f *testing.F) {
	f.Add(`a.B required k="q\"\\\t\101";`)
	f.Fuzz(func(t *testing.T, text string) {
		if l, err := parseLogin(text); (l == nil) != (err != nil) {
			t.Error(l, err)
		}
	})
}

func FuzzParseProperties(f *testing.F) {
	f.Add([]byte("a\\\n=\\u00e9\r\n# b\nc:d"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if p, err := ParseProperties("x", text); err == nil {
			_, _ = p.Config()
		}
	})
}
