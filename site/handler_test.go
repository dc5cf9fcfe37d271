package site

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

func ask(s http.Handler, method, path string, headers ...string) *http.Response {
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Result()
}

func TestWays(t *testing.T) {
	s := newSite(t, "")
	for path, want := range map[string]string{
		"/BeginQuorumEpoch/1":      "/BeginQuorumEpoch/1/",
		"/BeginQuorumEpoch":        "/BeginQuorumEpoch/",
		"/beginquorumepoch":        "/BeginQuorumEpoch/",
		"/beginquorumepoch/":       "/BeginQuorumEpoch/",
		"/53":                      "/BeginQuorumEpoch/",
		"/53/1":                    "/BeginQuorumEpoch/1/",
		"/BeginQuorumEpoch@1":      "/BeginQuorumEpoch/1/",
		"/beginquorumepoch/v1":     "/BeginQuorumEpoch/1/",
		"/fetchrequest@17/full":    "/Fetch/17/full.html",
		"/partitionrecord/2":       "/PartitionRecord/2/",
		"/alterisr":                "/AlterPartition/",
		"/Errors":                  "/errors/",
		"/apiversions/3@3.3":       "/ApiVersions/3@3.3/",
		"/x/../fetch":              "/Fetch/",
		"/Fetch//17/":              "/Fetch/17/",
		"/Fetch/17//full.html":     "/Fetch/17/full.html",
		"//errors//":               "/errors/",
		"/BeginQuorumEpoch/1/full": "/BeginQuorumEpoch/1/full.html",
	} {
		got := ask(s, "GET", path)
		from, _ := url.Parse(path)
		to, err := from.Parse(got.Header.Get("Location"))
		if err != nil || got.StatusCode != http.StatusMovedPermanently || to.Path != want {
			t.Errorf("%s: %d to %s, want %s", path, got.StatusCode, to, want)
			continue
		}
		if end := ask(s, "GET", to.Path); end.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", to.Path, end.StatusCode)
		}
	}
}

func TestNotFound(t *testing.T) {
	s := newSite(t, "")
	for path, want := range map[string]string{
		"/fetsh":            `<a href="Fetch/index.html">Fetch</a>`,
		"/metadat/12/":      `<a href="../../Metadata/index.html">Metadata</a>`,
		"/Fetch/999":        `There is no page Fetch/999`,
		"/Fetch/999/nix":    `<a href="../../index.html">front page</a>`,
		"/../../etc/passwd": "There is no page",
		"/%2e%2e/go.mod":    "There is no page",
		"/<script>":         "There is no page &lt;script&gt;",
		"/Fetch@x":          "There is no page",
	} {
		u := &url.URL{Path: path}
		got := ask(s, "GET", u.String())
		body, _ := io.ReadAll(got.Body)
		if got.StatusCode != http.StatusNotFound || !strings.Contains(string(body), want) {
			t.Errorf("%s: %d without %s in\n%s", path, got.StatusCode, want, body)
		}
	}
	deep := ask(s, "GET", "/"+strings.Repeat("a/", 20000))
	if body, _ := io.ReadAll(deep.Body); deep.StatusCode != http.StatusNotFound || len(body) > 100 {
		t.Errorf("a long address: %d, %d bytes", deep.StatusCode, len(body))
	}
}

func TestHeaders(t *testing.T) {
	s := newSite(t, "")
	plain := ask(s, "GET", "/Fetch/17/")
	tag := plain.Header.Get("ETag")
	whole, _ := io.ReadAll(plain.Body)
	if got := plain.Header.Get("Content-Type"); got != "text/html; charset=utf-8" {
		t.Errorf("content type %s", got)
	}
	if got := ask(s, "GET", "/Fetch/17/", "If-None-Match", tag); got.StatusCode != http.StatusNotModified {
		t.Errorf("asked again with %s: %d", tag, got.StatusCode)
	}
	packed := ask(s, "GET", "/Fetch/17/", "Accept-Encoding", "br, gzip;q=0.8")
	z, err := gzip.NewReader(packed.Body)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(z); err != nil || string(text) != string(whole) || packed.Header.Get("Etag") == tag {
		t.Errorf("compressed: other bytes, or the same tag: %v", err)
	}
	if got := ask(s, "GET", "/Fetch/17/", "Accept-Encoding", "gzip;q=0"); got.Header.Get("Content-Encoding") != "" {
		t.Error("compressed against the asker's will")
	}
	if got := ask(s, "POST", "/Fetch/17/"); got.StatusCode != http.StatusMethodNotAllowed || got.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: %d", got.StatusCode)
	}
	server := httptest.NewServer(s)
	defer server.Close()
	head, err := http.Head(server.URL + "/Fetch/17/")
	if err != nil {
		t.Fatal(err)
	}
	head.Body.Close()
	if head.StatusCode != http.StatusOK || head.ContentLength > 0 && head.ContentLength != int64(len(whole)) {
		t.Errorf("HEAD: %d, %d bytes", head.StatusCode, head.ContentLength)
	}
	below := httptest.NewServer(http.StripPrefix("/docs", s))
	defer below.Close()
	if got, err := http.Get(below.URL + "/docs/53"); err != nil || got.Request.URL.Path != "/docs/BeginQuorumEpoch/" {
		t.Errorf("below another path: %v", err)
	}
}
