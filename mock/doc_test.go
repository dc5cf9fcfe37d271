package mock_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/kscope/kscope/mock"
)

// TestDocumentation has every rule of the package documentation compiled, and
// every key of rules documented.
func TestDocumentation(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	rules := 0
	for line := range bytes.Lines(text) {
		_, rule, ok := bytes.Cut(line, []byte("//\t{\""))
		if end := bytes.LastIndexByte(rule, '}'); ok && end > 0 {
			rules++
			parsed, err := mock.ParseRules("doc.go", append([]byte(`{"`), rule[:end+1]...))
			if err == nil {
				_, err = mock.New(newCodec("4.4"), mock.Options{Rules: parsed})
			}
			if err != nil {
				t.Errorf("%s: %v", rule[:end+1], err)
			}
		}
	}
	if rules < 10 {
		t.Errorf("only %d rules are found", rules)
	}
	// What a wrong key is told is one that it may have been, so a key that is
	// there is known.
	for _, key := range strings.Fields("api versions clientId request nth times every answer body error set version headerVersion headerTags " +
		"correlationId truncate trailing flip size sizeDelta raw delay silence disconnect split repeat swap") {
		if !bytes.Contains(text, []byte("\n//\t"+key+" ")) {
			t.Errorf("%s is not documented", key)
		}
		if _, err := mock.ParseRules("r", []byte(`{"`+key+`":[[]]}`)); err == nil || contains(err.Error(), "no key") {
			t.Errorf("%s: %v", key, err)
		}
	}
}
