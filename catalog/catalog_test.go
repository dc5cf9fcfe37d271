package catalog

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/kscope/kscope/internal/facts"
	"github.com/kscope/kscope/schema"
)

// TestEveryVersionHasASchema asks for every version of every message in every
// release, which reads all of the built-in data.
func TestEveryVersionHasASchema(t *testing.T) {
	c := Builtin()
	for _, e := range c.Messages() {
		for _, s := range e.Spans {
			checkSpan(t, c, e, s, s.First)
			checkSpan(t, c, e, s, s.Last)
		}
	}
}

func checkSpan(t *testing.T, c *Catalog, e Entry, s Span, r Release) {
	t.Helper()
	for v := s.Versions.Lo; v <= s.Versions.Hi; v++ {
		m, edition, err := c.Schema(e.Name, v, r)
		if err != nil {
			t.Errorf("%s %d in %s: %v", e.Name, v, r, err)
			continue
		}
		if !edition.Schema.Valid.Has(v) || m.Type != e.Type || m.APIKey != e.Key {
			t.Errorf("%s %d in %s: the edition of %s has versions %s, type %s, key %d",
				e.Name, v, r, edition.First, edition.Schema.Valid, m.Type, m.APIKey)
		}
	}
}

// TestEditionFiles holds what the importer promises of each file.
func TestEditionFiles(t *testing.T) {
	names, err := files.ReadDir("data/schemas")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range names {
		text := readData("schemas/" + f.Name())
		editions, err := facts.ParseEditions(f.Name(), text)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := string(facts.PrintEditions(editions)); got != text {
			t.Errorf("%s is not what is printed for it", f.Name())
		}
		for i, e := range editions {
			if e.Schema.Name+".txt" != f.Name() {
				t.Errorf("%s has an edition of %s", f.Name(), e.Schema.Name)
			}
			if i > 0 && !facts.Before(e.Last, editions[i-1].First) {
				t.Errorf("%s: editions %s and %s overlap", f.Name(), e.First, editions[i-1].First)
			}
			if _, err := schema.Parse(f.Name(), schema.Print(e.Schema)); err != nil {
				t.Errorf("edition %s: %v", e.First, err)
			}
		}
	}
}

// TestPairsOfReleases holds the number of (message, version) pairs against
// what the releases' own converter classes have. 2.8.2 has no converters for
// the six schemas of its core jar, which are 13 of its 527 pairs.
func TestPairsOfReleases(t *testing.T) {
	c := Builtin()
	for release, want := range map[Release]int{"4.4": 744, "3.9": 740, "2.8": 514 + 13} {
		got := 0
		for _, e := range c.Messages() {
			if span, ok := e.At(release); ok {
				got += span.Versions.Len()
			}
		}
		if got != want {
			t.Errorf("release %s has %d pairs, want %d", release, got, want)
		}
	}
}

func TestEveryFieldIsDescribed(t *testing.T) {
	c := Builtin()
	missing := map[string]bool{}
	everyField(c, func(message, path string, f *schema.Field) {
		if f.About == "" {
			missing[message+"."+path] = true
		}
	})
	for _, name := range sortedKeys(missing) {
		t.Errorf("no description of %s", name)
	}
	for _, e := range c.Messages() {
		if c.Purpose(e.Name) == "" {
			t.Errorf("nothing says what %s is for", e.Name)
		}
	}
}

// everyField visits each field of each edition.
func everyField(c *Catalog, visit func(message, path string, f *schema.Field)) {
	for _, e := range c.Messages() {
		for _, edition := range c.history(e.Name).editions {
			walkFields(edition.Schema, func(path string, f *schema.Field) { visit(e.Name, path, f) })
		}
	}
}

func walkFields(m *schema.Message, visit func(path string, f *schema.Field)) {
	var walk func(prefix string, fields []*schema.Field)
	walk = func(prefix string, fields []*schema.Field) {
		for _, f := range fields {
			visit(prefix+f.Name, f)
			walk(prefix+f.Name+".", m.FieldsOf(f))
		}
	}
	walk("", m.Fields)
}

// TestDescriptionsAreUsed finds lines for fields that no message has.
func TestDescriptionsAreUsed(t *testing.T) {
	used := map[string]bool{}
	everyField(Builtin(), func(message, path string, f *schema.Field) {
		used[f.Name], used[message+".*."+f.Name], used[message+"."+path] = true, true, true
	})
	err := facts.Lines("fields.txt", readData("fields.txt"), func(l facts.Line) error {
		if key, _, _ := strings.Cut(l.Text, ": "); !used[key] {
			t.Errorf("fields.txt:%d: no message has %s", l.Number, key)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestBeginQuorumEpoch(t *testing.T) {
	c := Builtin()
	for name, note := range map[string]string{
		"BeginQuorumEpochRequest":  "Version 1 adds flexible versions, voter key and leader endpoints (KIP-853)",
		"BeginQuorumEpochResponse": "Version 1 adds flexible versions and leader endpoint (KIP-853)",
	} {
		m, edition, err := c.Schema(name, 1, "")
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(m.Notes, []string{note}) || edition.First != "2.7" && edition.First != "2.8" {
			t.Errorf("%s: notes %q, edition of %s", name, m.Notes, edition.First)
		}
		// The page that the product grew from shows this text.
		page, err := os.ReadFile(filepath.Join("..", "schema", "testdata", name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		want, err := schema.Parse(name, page)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(m, want) {
			t.Errorf("got\n%s\nwant\n%s", schema.Print(m), schema.Print(want))
		}
	}
}

func TestLookup(t *testing.T) {
	c := Builtin()
	for _, tt := range []struct {
		name    string
		release Release
		want    string // name and newest versions, or the error
	}{
		{"FetchRequest", "", "FetchRequest 4-18"},
		{"fetchrequest", "3.9", "FetchRequest 0-17"},
		{"ListOffsetsRequest", "2.5", "ListOffsetRequest 0-5"},
		{"ListClientMetricsResourcesRequest", "4.4", "ListConfigResourcesRequest 0-1"},
		{"OffsetCommitKey", "", "OffsetCommitKey 0"},
		{"OffsetCommitKey", "3.9", "OffsetCommitKey 0-1"},
		{"StopReplicaRequest", "4.4", "release 4.4 has no StopReplicaRequest; it is in versions 0 in 0.11 to 2.1, 0-1 in 2.2 to 2.3, 0-2 in 2.4 to 2.5, 0-3 in 2.6 to 3.3, 0-4 in 3.4 to 3.9"},
		{"FetchRequst", "", `unknown message "FetchRequst"; did you mean FetchRequest`},
		{"Nonsense", "", `unknown message "Nonsense"`},
		{"heartbeat", "", `unknown message "heartbeat"; did you mean HeartbeatRequest, HeartbeatResponse?`},
		{"12", "", `unknown message "12"; did you mean HeartbeatRequest, HeartbeatResponse?`},
		{"FetchRequest", "5.0", `unknown release "5.0", the catalog has 0.11 to 4.4`},
	} {
		e, err := c.Lookup(tt.name, tt.release)
		got := fmt.Sprint(err)
		if err == nil {
			span, _ := e.At(tt.release)
			got = e.Name + " " + span.Versions.String()
		}
		if !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s in %q: got %s, want %s", tt.name, tt.release, got, tt.want)
		}
	}
}

func TestAPIs(t *testing.T) {
	c := Builtin()
	api, err := c.API(74)
	if err != nil || api.Name != "ListConfigResources" ||
		!reflect.DeepEqual(api.Names, []string{"ListConfigResources", "ListClientMetricsResources"}) {
		t.Errorf("got %+v, %v", api, err)
	}
	for _, tt := range []struct {
		name    string
		release Release
		want    string
	}{
		{"fetch", "", "1 FetchRequest FetchResponse"},
		{"53", "", "53 BeginQuorumEpochRequest BeginQuorumEpochResponse"},
		{"ListOffset", "", "2 ListOffsetsRequest ListOffsetsResponse"},
		{"ListOffsets", "2.7", "2 ListOffsetRequest ListOffsetResponse"},
		{"alterisr", "", "56 AlterPartitionRequest AlterPartitionResponse"},
		{"UpdateMetadata", "", "6 UpdateMetadataRequest UpdateMetadataResponse"},
		{"UpdateMetadata", "4.0", "release 4.0 has no UpdateMetadata"},
		{"Fetsh", "", `unknown message "Fetsh"; did you mean Fetch`},
		{"999", "", `unknown API key 999`},
	} {
		api, err := c.APIByName(tt.name, tt.release)
		got := fmt.Sprint(err)
		if err == nil {
			got = fmt.Sprint(api.Key, " ", api.Request.Name, " ", api.Response.Name)
		}
		if !strings.HasPrefix(got, tt.want) {
			t.Errorf("%s in %q: got %s, want %s", tt.name, tt.release, got, tt.want)
		}
	}
	if all := c.APIs(); len(all) < 95 || all[0].Name != "Produce" {
		t.Errorf("got %d APIs, the first is %s", len(all), all[0].Name)
	}
}

func TestSchemaOfReleases(t *testing.T) {
	c := Builtin()
	for _, tt := range []struct {
		name    string
		version int16
		release Release
		want    string // edition and valid versions, or the error
	}{
		{"FetchRequest", 2, "", "3.9 0-17"},
		{"FetchRequest", 18, "", "4.4 4-18"},
		{"FetchRequest", 2, "1.0", "0-6"},
		{"ApiVersionsResponse", 3, "2.4", "2.6 0-3"},
		{"OffsetCommitKey", 1, "", "4.0 0-1"},
		{"FetchRequest", 99, "", "FetchRequest has no version 99; it has versions 0-5 in 0.11, 0-6 in 1.0"},
		{"FetchRequest", 2, "4.0", "FetchRequest has no version 2 in release 4.0; it has versions 4-17 in 4.0"},
	} {
		m, edition, err := c.Schema(tt.name, tt.version, tt.release)
		got := fmt.Sprint(err)
		if err == nil {
			got = string(edition.Last) + " " + m.Valid.String()
		}
		if !strings.Contains(got, tt.want) {
			t.Errorf("%s %d in %q: got %s, want %s", tt.name, tt.version, tt.release, got, tt.want)
		}
	}
	var unknown *UnknownVersionError
	if _, _, err := c.Schema("FetchRequest", 99, ""); !errors.As(err, &unknown) || len(unknown.Spans) < 10 {
		t.Errorf("got %v", err)
	}
}

func TestHeaderVersions(t *testing.T) {
	c := Builtin()
	for _, tt := range []struct {
		key               int
		version           int16
		request, response int16
	}{
		{53, 1, 2, 1},  // flexible
		{53, 0, 1, 0},  // not flexible
		{7, 0, 0, 0},   // ControlledShutdown v0 has no client id
		{7, 1, 1, 0},   // its other versions do
		{18, 3, 2, 0},  // ApiVersions answers stay readable
		{18, 99, 2, 0}, // also to versions unknown
		{1, 12, 2, 1},
		{1, 11, 1, 0},
	} {
		request, response, err := c.HeaderVersions(tt.key, tt.version)
		if err != nil || request != tt.request || response != tt.response {
			t.Errorf("key %d version %d: got %d, %d, %v", tt.key, tt.version, request, response, err)
		}
	}
	if _, _, err := c.HeaderVersions(999, 0); err == nil {
		t.Error("key 999 has headers")
	}
}

func TestErrorCodes(t *testing.T) {
	c := Builtin()
	for _, name := range []string{"NOT_LEADER_OR_FOLLOWER", "not_leader_for_partition", "NotLeaderOrFollowerException",
		"NotLeaderOrFollower", "NotLeaderForPartitionException"} {
		e, ok := c.ErrorByName(name)
		if !ok || e.Code != 6 || !e.Retriable || e.Since != "0.11" || e.Former[0].Until != "2.5" {
			t.Errorf("%s: got %+v", name, e)
		}
	}
	for _, e := range c.Errors() {
		if e.Meaning == "" {
			t.Errorf("nothing says what %s means", e.Name)
		}
		for _, api := range e.ReturnedBy {
			if _, err := c.APIByName(api, ""); err != nil && api != "any" {
				t.Errorf("%s is returned by %s: %v", e.Name, api, err)
			}
		}
	}
	if e, ok := c.Error(-1); !ok || e.Name != "UNKNOWN_SERVER_ERROR" {
		t.Errorf("got %+v", e)
	}
	if e, ok := c.Error(9999); ok {
		t.Errorf("got %+v", e)
	}
}

func TestConcurrentUse(t *testing.T) {
	c := Builtin()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for _, name := range []string{"FetchRequest", "MetadataResponse", "ProduceRequest"} {
				if m, _, err := c.Schema(name, 8, ""); err != nil || m.Fields[0].About == "" {
					t.Errorf("%s: %v", name, err)
				}
			}
			c.Error(6)
			c.Meaning("FetchResponse", "ErrorCode", schema.FieldType{Elem: "int16"})
		})
	}
	wg.Wait()
}

// BenchmarkShow is what one page costs from a cold start.
func BenchmarkShow(b *testing.B) {
	for b.Loop() {
		c := Builtin()
		if _, _, err := c.Schema("MetadataResponse", 12, ""); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkIndex is what listing the APIs costs from a cold start.
func BenchmarkIndex(b *testing.B) {
	for b.Loop() {
		Builtin().index()
	}
}

// TestProposals: what is told about is named by a change, once.
func TestProposals(t *testing.T) {
	c := Builtin()
	named := map[int]bool{}
	for _, e := range c.Messages() {
		changes, err := c.Changes(e.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, change := range changes {
			for _, kip := range change.KIPs {
				named[kip] = true
			}
		}
	}
	for kip, words := range c.kips() {
		if !named[kip] || words == "" {
			t.Errorf("no message has KIP-%d (%q)", kip, words)
		}
	}
	if len(c.kips()) < len(named)*9/10 || c.Proposal(482) == "" || c.Proposal(1) != "" {
		t.Errorf("%d of %d are told about", len(c.kips()), len(named))
	}
}
