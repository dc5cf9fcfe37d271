package play

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
)

func TestCompare(t *testing.T) {
	for _, c := range []struct{ from, to, title, has string }{
		{"Metadata@8", "metadata@12", "Metadata@8 → metadata@12", "TopicId"},
		{"FetchRequest@12", "FetchRequest@13", "FetchRequest@12 → FetchRequest@13", "k-added"},
		{"3.9", "4.0.2", "Kafka 3.9 → 4.0", "REBOOTSTRAP_REQUIRED"},
	} {
		var got compared
		ask(t, c.from, c.to, &got)
		if got.Title != c.title || len(got.Parts) == 0 || !strings.Contains(got.Parts[0].HTML, c.has) {
			t.Errorf("%s %s: %.300v", c.from, c.to, got)
		}
	}
	for _, c := range []struct{ from, to, field, text string }{
		{"Fetch@1", "Fecth@2", "to", `unknown message "Fecth"`},
		{"Fetch", "FetchRequest", "to", "one is a message, the other an API"},
		{"3.9", "9.9", "to", "unknown release"},
		{"", "3.9", "from", "has no name"},
	} {
		var got struct{ Error struct{ Text, Field string } }
		ask(t, c.from, c.to, &got)
		if got.Error.Field != c.field || !strings.Contains(got.Error.Text, c.text) {
			t.Errorf("%s %s: %+v", c.from, c.to, got)
		}
	}
}

func ask(t *testing.T, from, to string, answer any) {
	t.Helper()
	request, err := json.Marshal(map[string]string{"from": from, "to": to})
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(New(catalog.Builtin()).Call("compare", request), answer); err != nil {
		t.Fatal(err)
	}
}
