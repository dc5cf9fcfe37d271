package site

import (
	"encoding/json"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/play"
)

// TestExamples decodes what the playground offers to begin with.
func TestExamples(t *testing.T) {
	s, err := New(message.New(catalog.Builtin(), ""), Options{})
	if err != nil {
		t.Fatal(err)
	}
	examples, err := s.examples()
	if err != nil {
		t.Fatal(err)
	}
	e := play.New(catalog.Builtin())
	want := []struct {
		what    string
		damaged bool
	}{
		{"MetadataRequest@12 in a frame", false},
		{"BeginQuorumEpochResponse@1 in a frame", false},
		{"records", false},
		{"the body of ApiVersionsResponse@3", true},
		{"ApiVersionsRequest@0 in a frame", false},
		{"unknown", true},
		{"FindCoordinatorResponse@6 in a frame", false},
	}
	if len(examples) != len(want) {
		t.Fatalf("%d examples", len(examples))
	}
	for i, x := range examples {
		keys, err := url.ParseQuery(strings.TrimPrefix(x.Fragment, "#"))
		if err != nil {
			t.Fatal(err)
		}
		request, _ := json.Marshal(map[string]any{"text": keys.Get("in"), "as": keys.Get("as"), "guess": keys.Get("guess") == "1"})
		var r struct {
			What    string
			Damaged bool
		}
		if err := json.Unmarshal(e.Call("decode", request), &r); err != nil || r.What != want[i].what || r.Damaged != want[i].damaged {
			t.Errorf("%s: %s: %+v, %v", x.Text, x.Fragment, r, err)
		}
	}
}

// TestPlayPage looks at what the page says with an engine and without one.
func TestPlayPage(t *testing.T) {
	for _, engine := range []func() ([]byte, error){nil, func() ([]byte, error) { return []byte("engine"), nil }} {
		s, err := New(message.New(catalog.Builtin(), "2.8"), Options{Engine: engine})
		if err != nil {
			t.Fatal(err)
		}
		page, script := httptest.NewRecorder(), httptest.NewRecorder()
		s.ServeHTTP(page, httptest.NewRequest("GET", "/play/", nil))
		s.ServeHTTP(script, httptest.NewRequest("GET", "/engine.js", nil))
		has := engine != nil
		if strings.Contains(page.Body.String(), "data-engine") != has || (script.Code == 200) != has {
			t.Errorf("engine %t: the script has status %d, the page is\n%s", has, script.Code, page.Body)
		}
		for _, part := range []string{`data-release="2.8"`, "<noscript>", "kscope decode", "<option>wireshark</option>", "<option>3.9</option>"} {
			if !strings.Contains(page.Body.String(), part) {
				t.Errorf("no %s", part)
			}
		}
	}
}
