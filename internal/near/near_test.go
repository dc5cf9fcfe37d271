package near

import (
	"slices"
	"testing"
)

func TestSome(t *testing.T) {
	names := []string{"Fetch", "FetchSnapshot", "Metadata", "Produce", "JoinGroup", "LeaveGroup"}
	for word, want := range map[string][]string{
		"fecth":    {"Fetch"},
		"metadta":  {"Metadata"},
		"fetchsna": {"FetchSnapshot"},
		"zzzzzz":   nil,
		"joingrup": {"JoinGroup"},
	} {
		if got := Some(word, names, 1); !slices.Equal(got, want) {
			t.Errorf("Some(%q) = %q, want %q", word, got, want)
		}
	}
}
