package near

import (
	"slices"
	"strings"
	"testing"
)

func TestSome(t *testing.T) {
	names := []string{"Fetch", "FetchSnapshot", "Metadata", "Produce", "LeaveGroup", "JoinGroup", "JoinGroup"}
	for word, want := range map[string][]string{
		"fecth":                     {"Fetch"},
		"metadta":                   {"Metadata"},
		"fetchsna":                  {"FetchSnapshot"},
		"snapshot":                  {"FetchSnapshot"},
		"fet":                       {"Fetch", "FetchSnapshot"},
		"group":                     {"JoinGroup", "LeaveGroup"}, // the shorter first, each once
		"joingrup":                  {"JoinGroup"},
		"rou":                       nil, // too short to be looked for inside
		"zzzzzz":                    nil,
		"":                          nil,
		strings.Repeat("fetch", 25): nil,
	} {
		if got := Some(word, names, 3); !slices.Equal(got, want) {
			t.Errorf("Some(%q) = %q, want %q", word, got, want)
		}
	}
	if got := Best("fetchh", names); got != "Fetch" {
		t.Errorf("Best = %q", got)
	}
}
