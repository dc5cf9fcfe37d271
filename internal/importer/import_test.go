package importer

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kscope/kscope/internal/facts"
	"github.com/kscope/kscope/schema"
)

func message(t *testing.T, valid, fields string) *schema.Message {
	t.Helper()
	m, err := schema.Parse("test", []byte(`{"name":"PairRequest","type":"request","apiKey":1,"validVersions":"`+
		valid+`","fields":[`+fields+`]}`))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

const (
	left  = `{"name":"Left","type":"int8","versions":"0+"}`
	right = `{"name":"Right","type":"int8","versions":"1+"}`
)

func add(t *testing.T, s *Store, patch string, messages ...*schema.Message) {
	t.Helper()
	r, err := facts.ReleaseOf(patch)
	if err == nil {
		err = s.Add(&Jars{Release: r, Schemas: messages})
	}
	if err != nil {
		t.Fatal(err)
	}
}

func fresh() *Store { return &Store{editions: map[string][]facts.Edition{}} }

// summary is all that the store knows of PairRequest.
func summary(s *Store) string {
	var parts []string
	for _, e := range s.editions["PairRequest"] {
		parts = append(parts, e.First+"-"+e.Last+"="+e.Schema.Valid.String())
	}
	for _, r := range s.rows {
		for _, span := range r.Spans {
			parts = append(parts, span.String())
		}
	}
	return strings.Join(parts, " ")
}

func TestAddEditions(t *testing.T) {
	tests := []struct {
		name   string
		second *schema.Message
		want   string
	}{
		{"same", message(t, "0", left), "4.0-4.1=0 4.0-4.1=0"},
		{"one version more", message(t, "0-1", left+","+right), "4.0-4.1=0-1 4.0=0 4.1=0-1"},
		{"layout changed", message(t, "0-1", strings.Replace(left, "int8", "int16", 1)), "4.1-4.1=0-1 4.0-4.0=0 4.0=0 4.1=0-1"},
		{"version dropped", message(t, "1", left), "4.1-4.1=1 4.0-4.0=0 4.0=0 4.1=1"},
		{"renamed", message(t, "0", strings.Replace(left, "Left", "L", 1)), "4.1-4.1=0 4.0-4.0=0 4.0-4.1=0"},
		{"removed", message(t, "none", ""), "4.0-4.0=0 4.0=0"},
	}
	for _, tt := range tests {
		s := fresh()
		add(t, s, "4.0.0", message(t, "0", left))
		add(t, s, "4.1.0", tt.second)
		if got := summary(s); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
		add(t, s, "4.1.1", tt.second)
		if got := summary(s); got != tt.want {
			t.Errorf("%s, added again: got %s, want %s", tt.name, got, tt.want)
		}
	}
}

func TestAddAgainDiffers(t *testing.T) {
	s := fresh()
	add(t, s, "4.0.0", message(t, "0", left))
	add(t, s, "4.1.0", message(t, "0-1", left+","+right))
	add(t, s, "4.1.1", message(t, "0", left))
	if got, want := summary(s), "4.0-4.1=0 4.0-4.1=0"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	r, _ := facts.ReleaseOf("3.9.0")
	if err := s.Add(&Jars{Release: r}); err == nil || !strings.Contains(err.Error(), "3.9.0 comes before 4.1.1") {
		t.Errorf("got %v", err)
	}
}

func TestAddGap(t *testing.T) {
	s := fresh()
	add(t, s, "4.0.0", message(t, "0", left))
	add(t, s, "4.1.0")
	add(t, s, "4.2.0", message(t, "0", left))
	if got, want := summary(s), "4.2-4.2=0 4.0-4.0=0 4.0=0 4.2=0"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestReflectedNames(t *testing.T) {
	old := &Jars{Release: facts.Release{Minor: "0.11", Patch: "0.11.0.0"},
		APIs:   []API{{1, "Couple", schema.Versions{Lo: 0, Hi: 0}}},
		Errors: []facts.ErrorCode{{Code: 6, Name: "OLD"}}}
	newer := &Jars{Release: facts.Release{Minor: "2.3", Patch: "2.3.0"},
		Schemas: []*schema.Message{message(t, "0-1", left)},
		Errors:  []facts.ErrorCode{{Code: 6, Name: "NEW", Retriable: true}}}
	old.rename(newer)
	s := fresh()
	for _, j := range []*Jars{old, newer} {
		if err := s.Add(j); err != nil {
			t.Fatal(err)
		}
	}
	if got := summary(s); !strings.HasPrefix(got, "2.3-2.3=0-1 0.11=0 2.3=0-1") {
		t.Errorf("got %s", got)
	}
	e := s.errors[0]
	if e.Name != "NEW" || !e.Retriable || e.Since != "0.11" || e.Former[0] != (facts.Former{Name: "OLD", Until: "0.11"}) {
		t.Errorf("got %+v", e)
	}
}

func TestSaveAndLoad(t *testing.T) {
	dir := t.TempDir()
	s := fresh()
	add(t, s, "4.0.0", message(t, "0", left))
	stale := filepath.Join(dir, "schemas", "Stale.txt")
	if err := os.MkdirAll(filepath.Dir(stale), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(stale, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := s.Save(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(stale); !os.IsNotExist(err) {
		t.Error("a schema of no release is still there")
	}
	again, err := Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if summary(again) != summary(s) || again.newest() != "4.0" {
		t.Errorf("got %s, want %s", summary(again), summary(s))
	}
}

func TestTakeFacts(t *testing.T) {
	j := &Jars{}
	for _, line := range []string{"api 18 ApiVersions 0 1", "error -1 UNKNOWN false UnknownServerException"} {
		if err := j.take(line); err != nil {
			t.Fatal(err)
		}
	}
	if j.APIs[0] != (API{18, "ApiVersions", schema.Versions{Lo: 0, Hi: 1}}) || j.Errors[0].Code != -1 {
		t.Errorf("got %+v", j)
	}
	if err := j.take("api 18"); err == nil {
		t.Error("half a line was taken")
	}
}
