package browser_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/kscope/kscope/interop/browser"
	"github.com/kscope/kscope/interop/need"
)

// TestNotices: what no page should do does not go unseen.
func TestNotices(t *testing.T) {
	bad := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<p>bad</p><img src="missing.png"><img src="http://localhost:1/elsewhere.png">
			<script>console.error("complaint"); Promise.reject(new Error("nobody listens")); document.title = "done"; absent()</script>`))
	}))
	defer bad.Close()
	p := open(t).Page(t, bad.URL)
	p.Open("")
	p.Wait("document.title == 'done'")
	problems := strings.Join(p.Problems(), "\n")
	for _, want := range []string{"complaint", "nobody listens", "absent is not defined", "request outside of the site: http://localhost:1/elsewhere.png"} {
		if !strings.Contains(problems, want) {
			t.Errorf("nothing was said of %q: %s", want, problems)
		}
	}
	_ = p.Problems() // of what came late
}

func Example() {
	check := func(t *testing.T) {
		b, err := browser.Start(t.Context())
		need.Met(t, err) // skips where Chromium is missing, fails in CI
		defer func() { _ = b.Close() }()
		p := b.Page(t, "file:///tmp/site")
		p.Open("BeginQuorumEpoch/1/index.html#f=VoterId")
		p.Wait("document.querySelector('.pin')")
	}
	_ = check
}
