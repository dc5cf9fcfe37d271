package browser_test

import (
	"testing"

	"github.com/kscope/kscope/sample"
)

// TestSampleText: the page makes the sample that the command line shows for
// that seed, and its bytes can be pointed at.
func TestSampleText(t *testing.T) {
	withEngine(t)
	p := page(t, quorum+"#sample=random:7&f=VoterId")
	p.Wait("document.querySelector('.pin')")
	s := shown{name: "BeginQuorumEpoch", version: 1, kind: sample.Random(7)}
	var got article
	p.Eval(`{text: [...document.querySelectorAll("article.kscope")].map(e => {
		const copy = e.cloneNode(true);
		copy.querySelectorAll(".x").forEach(x => x.remove());
		return copy.textContent;
	})[0], pres: [...document.querySelectorAll("article.kscope pre")].map(e => e.textContent)}`, &got)
	if err := s.compare(open(t).codec, got); err != nil {
		t.Error(err)
	}
	p.Follow("sample=nonsense")
	p.Wait("document.querySelector('#k-say')?.textContent.includes('nonsense')")
}
