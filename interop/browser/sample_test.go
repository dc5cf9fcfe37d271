package browser_test

import (
	"net/http/httptest"
	"testing"

	"github.com/kscope/kscope/interop/browser"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/site"
)

// TestSampleText: the page makes the sample that the command line shows for
// that seed, and its bytes can be pointed at.
func TestSampleText(t *testing.T) {
	withEngine(t)
	p := page(t, quorum+"#sample=random:7&f=VoterId")
	p.Wait("document.querySelector('.pin')")
	wantSample(t, p, shown{name: "BeginQuorumEpoch", version: 1, kind: sample.Random(7)})
	p.Follow("sample=nonsense")
	p.Wait("document.querySelector('#k-say')?.textContent.includes('nonsense')")
}

// TestSampleOfRelease: on the site of a release, samples are as it had them.
func TestSampleOfRelease(t *testing.T) {
	withEngine(t)
	l := open(t)
	old, err := site.New(message.New(l.codec.Catalog, "3.3"), site.Options{Engine: l.script})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(old)
	defer server.Close()
	p := l.Page(t, server.URL)
	p.Open("ApiVersions/3/index.html#sample=random:7&b=0x0")
	p.Wait("document.querySelector('.pin')")
	wantSample(t, p, shown{name: "ApiVersions", version: 3, release: "3.3", kind: sample.Random(7)})
}

// wantSample holds the article that a page shows, without what the script adds,
// against what the command line shows.
func wantSample(t *testing.T, p *browser.Page, s shown) {
	t.Helper()
	var got article
	p.Eval(`{text: [...document.querySelectorAll("article.kscope")].map(e => {
		const copy = e.cloneNode(true);
		copy.querySelectorAll(".x").forEach(x => x.remove());
		return copy.textContent;
	})[0], pres: [...document.querySelectorAll("article.kscope pre")].map(e => e.textContent)}`, &got)
	if err := s.compare(open(t).codec, got); err != nil {
		t.Error(err)
	}
}
