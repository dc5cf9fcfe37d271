package catalog

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// vendor has an API of its own key, a newer version of a known message, and a
// removed API, which must not hide what the catalog knows.
func vendor(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"GreetRequest": `{"apiKey":500,"type":"request","name":"GreetRequest","validVersions":"0-2","flexibleVersions":"1+",
			"latestVersionUnstable":true,"fields":[{"name":"Who","type":"string","versions":"0+","about":"Whom to greet."}]}`,
		"GreetResponse": `{"apiKey":500,"type":"response","name":"GreetResponse","validVersions":"0-2","flexibleVersions":"1+","fields":[]}`,
		"HeartbeatRequest": `{"apiKey":12,"type":"request","name":"HeartbeatRequest",
			// Version 9 is new.
			"validVersions":"9","flexibleVersions":"9+",
			"fields":[{"name":"Beat","type":"int32","versions":"9+","about":"Theirs."}]}`,
		"StopReplicaRequest": `{"apiKey":5,"type":"request","name":"StopReplicaRequest","validVersions":"none"}`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name+".json"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestWithSchemas(t *testing.T) {
	c, err := Builtin().WithSchemas(vendor(t))
	if err != nil {
		t.Fatal(err)
	}
	api, err := c.APIByName("greet", "3.9")
	if err != nil || api.Key != 500 || api.Response.Name != "GreetResponse" {
		t.Errorf("got %+v, %v", api, err)
	}
	if v := c.DefaultVersion(api.Response, ""); v != 1 {
		t.Errorf("the default version is %d, want 1, because 2 is unstable", v)
	}
	if req, resp, err := c.HeaderVersions(500, 1); req != 2 || resp != 1 || err != nil {
		t.Errorf("got headers %d, %d, %v", req, resp, err)
	}
	m, edition, err := c.Schema("HeartbeatRequest", 9, "2.8")
	if err != nil || edition.First != Loaded || m.Fields[0].About != "Theirs." || m.Notes[0] != "Version 9 is new." {
		t.Errorf("got %+v of %s, %v", m, edition.First, err)
	}
	if c.Describe("HeartbeatRequest", "Beat") != "Theirs." {
		t.Error("the loaded description is not used")
	}
	m, edition, err = c.Schema("HeartbeatRequest", 3, "")
	if err != nil || edition.First == Loaded || m.Valid.Hi != 4 {
		t.Errorf("got %+v of %s, %v", m, edition.First, err)
	}
	if _, _, err := c.Schema("StopReplicaRequest", 4, ""); err != nil {
		t.Error(err)
	}
	if _, err := Builtin().Lookup("GreetRequest", ""); err == nil {
		t.Error("the built-in catalog has changed")
	}
}

func TestWithSchemasErrors(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "Broken.json")
	if err := os.WriteFile(broken, []byte("{\n\"name\": 1}"), 0o666); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		broken:              broken + ":2:9: \"name\" must be of JSON type string, found number",
		t.TempDir():         "holds no message schemas",
		"there is no such.": "no such jar, folder or file",
	} {
		_, err := Builtin().WithSchemas(path)
		var load *LoadError
		if !errors.As(err, &load) || load.Path != path || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", path, err, want)
		}
	}
}

func TestDefaultVersion(t *testing.T) {
	c := Builtin()
	for _, tt := range []struct {
		name    string
		release Release
		want    int16
	}{
		{"FetchRequest", "", 18},
		{"InitProducerIdRequest", "", 5}, // 6 is unstable
		{"InitProducerIdResponse", "", 5},
		{"OffsetCommitResponse", "4.1", 9},
		{"OffsetCommitResponse", "4.2", 10},
		{"ConsumerGroupHeartbeatRequest", "3.5", 0}, // there is no other
	} {
		e, err := c.Lookup(tt.name, tt.release)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.DefaultVersion(e, tt.release); got != tt.want {
			t.Errorf("%s in %q: got %d, want %d", tt.name, tt.release, got, tt.want)
		}
	}
}
