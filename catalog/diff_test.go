package catalog

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kscope/kscope/internal/facts"
)

func TestDiffReleases(t *testing.T) {
	c := Builtin()
	d, err := c.DiffReleases("3.9", "4.0")
	if err != nil {
		t.Fatal(err)
	}
	if !hasEntry(d.Removed, "LeaderAndIsrRequest") || !hasEntry(d.Added, "ShareSnapshotValue") {
		t.Errorf("added %d, removed %d", len(d.Added), len(d.Removed))
	}
	i := slices.IndexFunc(d.Changed, func(m MessageDiff) bool { return m.Entry.Name == "FetchRequest" })
	if i < 0 || d.Changed[i].From.Versions.Lo != 0 || d.Changed[i].To.Versions.Lo != 4 || len(d.Changed[i].Layouts) != 0 {
		t.Errorf("FetchRequest is at %d", i)
	}
	d, err = c.DiffReleases("4.0", "")
	if err != nil || d.To != c.Latest() {
		t.Fatalf("to %s, %v", d.To, err)
	}
	var renamed []string
	for _, r := range d.Renamed {
		renamed = append(renamed, fmt.Sprint(r.From.Name, r.From.Key, " ", r.To.Name, r.To.Key))
	}
	for _, want := range []string{"ListClientMetricsResourcesRequest74 ListConfigResourcesRequest74", "OffsetCommitKey-1 OffsetCommitKey1"} {
		if !slices.Contains(renamed, want) {
			t.Errorf("%s is missing in %v", want, renamed)
		}
	}
	i = slices.IndexFunc(d.Changed, func(m MessageDiff) bool { return m.Entry.Name == "ProduceRequest" })
	layouts := fmt.Sprint(d.Changed[i].Layouts)
	if want := "[{3-12 [TopicData.Name: ignorable false -> true]}]"; layouts != want {
		t.Errorf("got %s, want %s", layouts, want)
	}
	if d, err := c.DiffReleases("4.4", "4.4"); err != nil || len(d.Added)+len(d.Removed)+len(d.Changed) != 0 {
		t.Errorf("4.4 differs from itself: %+v, %v", d, err)
	}
	if _, err := c.DiffReleases("4.4", "9.9"); err == nil {
		t.Error("9.9 is known")
	}
}

func hasEntry(all []Entry, name string) bool {
	return slices.ContainsFunc(all, func(e Entry) bool { return e.Name == name })
}

func TestChanges(t *testing.T) {
	c := Builtin()
	for _, tt := range []struct {
		name    string
		version int
		want    string
	}{
		{"FetchRequest", 0, "Version 0 is the first version"},
		{"FetchRequest", 15, "Version 15 adds ReplicaState; removes ReplicaId (KIP-903)"},
		{"MetadataRequest", 9, "Version 9 is the first flexible version (KIP-482)"},
		{"MetadataRequest", 10, "Version 10 adds TopicId; lets Name be null (KIP-516)"},
		{"ProduceResponse", 4, "Version 4 may answer KAFKA_STORAGE_ERROR (KIP-112)"},
		{"AddRaftVoterResponse", 1, "Version 1: unchanged, raised together with the request (KIP-1186)"},
	} {
		changes, err := c.Changes(tt.name)
		if err != nil {
			t.Fatal(err)
		}
		if got := changes[tt.version].String(); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
	known := func(name string) bool { _, err := c.Lookup(name, ""); return err == nil }
	if err := checkChanges(known); err != nil {
		t.Error(err)
	}
	for _, line := range []string{"", "x", "1 KIP", "1 KIP-x : words"} {
		if _, err := parseChange(line); err == nil {
			t.Errorf("%q was read as a change", line)
		}
	}
}

func TestSuggest(t *testing.T) {
	c := Builtin()
	for asked, want := range map[string]string{
		"Metdata":                  "Metadata",
		"BeginQuorumEpochResponce": "BeginQuorumEpochResponse",
		"quorumepoch":              "EndQuorumEpoch",
		"":                         "",
		strings.Repeat("x", 1000):  "",
		"zzzzzz":                   "",
	} {
		got := append(c.suggest(asked), "")[0]
		if got != want {
			t.Errorf("%q: got %q, want %q", asked, got, want)
		}
	}
}

// checkChanges reads all of changes.txt, so that no line is wrong or for a
// message that is not there.
func checkChanges(known func(name string) bool) error {
	return facts.Lines("changes.txt", readData("changes.txt"), func(l facts.Line) error {
		name, line, _ := strings.Cut(l.Text, " ")
		if _, err := parseChange(line); err != nil {
			return err
		}
		if !known(name) {
			return l.Errorf("unknown message %s", name)
		}
		return nil
	})
}
