package browser_test

import (
	"strings"
	"testing"

	"github.com/kscope/kscope/interop/browser"
)

// TestCard holds what the card says of values of each kind.
func TestCard(t *testing.T) {
	for _, c := range []struct {
		path string
		says []string
	}{
		{quorum + "#f=RequestHeader.request_api_key", []string{"request_api_key int16 = 53 (BeginQuorumEpoch)", "00 35", "0x0004–0x0005, 2 bytes", "0x0035", "00000000 00110101", "numeric id of the API being invoked"}},
		{quorum + "#f=Topics.length", []string{"Topics.length", "uvarint = 2 (compact, n+1)", "2 means one element"}},
		{quorum + "#f=Topics[0].Partitions[0].VoterDirectoryId", []string{"AAAAAAAAAAAAAAAAAAAAAA", "16 bytes of zero"}},
		{quorum + "#f=VoterId", []string{"new in v1"}},
		{"Fetch/17/full.html#f=ErrorCode&in=response", []string{"CORRUPT_MESSAGE"}},
		{quorum + "#b=0x3-0x4", []string{"2 bytes", "38 00", "as int16", "14336", "Frame.size, RequestHeader.request_api_key"}},
		{compressed + "#f=[0].baseTimestamp&in=gzip", []string{"(2023-11-14T22:13:20.000Z)", "your time", "0x0000018bcfe56800"}},
		{compressed + "#f=[0].compressedRecords[0].length&in=gzip", []string{"10011100 00000010", "of unpacked data 1"}},
		{compressed + "#f=[0].compressedRecords[0].key&in=gzip", []string{`key bytes = "key" (varint len=3)`, "06 6b 65 79"}},
	} {
		t.Run(c.path, func(t *testing.T) {
			t.Parallel()
			p := page(t, c.path)
			p.Wait("document.querySelector('.pin')")
			card := p.Text("aside")
			for _, says := range c.says {
				if !strings.Contains(card, says) {
					t.Errorf("the card does not say %q: %q", says, card)
				}
			}
		})
	}
}

// TestCardLinks: error codes lead to what they mean.
func TestCardLinks(t *testing.T) {
	p := page(t, quorum+"#f=ErrorCode&in=response")
	p.Wait("document.querySelector('.pin')")
	p.Click("aside a")
	p.Wait("location.pathname.endsWith('/errors/')")
	p.Wait("document.querySelector(location.hash)")
	want(t, "address", p.Address(), "errors/#e0")
}

// TestCardSteps: its buttons walk, as on phones, which have no arrow keys.
func TestCardSteps(t *testing.T) {
	p := page(t, quorum+"#f=VoterId")
	p.Wait("document.querySelector('.pin')")
	p.Click("aside [aria-label=next]")
	wantMarked(t, p, "pin", "02", "length")
	p.Click("aside [aria-label=previous]")
	wantMarked(t, p, "pin", "00 00 00 00", "VoterId")
}

// clear is whether the card leaves free the first of what a selector matches.
func clear(selector string) string {
	return `(e => {
		if (!e) return false;
		const a = e.getBoundingClientRect(), b = document.querySelector('aside').getBoundingClientRect();
		return document.querySelector('aside').offsetHeight > 0 && a.top >= 0 && a.bottom <= innerHeight &&
			(a.bottom <= b.top || a.top >= b.bottom || a.right <= b.left || a.left >= b.right);
	})(document.querySelector('` + selector + `'))`
}

// TestCardKeepsClear: the card never lies on what it explains, in windows of
// any width, at the end of the page too.
func TestCardKeepsClear(t *testing.T) {
	for name, size := range map[string]func(*browser.Page){
		"beside": func(p *browser.Page) { p.Size(1700, 900) },
		"laptop": func(p *browser.Page) { p.Size(1280, 800) },
		"half":   func(p *browser.Page) { p.Size(900, 700) },
		"phone":  func(p *browser.Page) { p.Phone() },
	} {
		t.Run(name, func(t *testing.T) {
			p := page(t, quorum)
			size(p)
			for _, path := range []string{"RequestHeader.request_api_key", "Topics[0].Partitions[0].ErrorCode", "Topics[0].tagged_fields&in=response"} {
				p.Follow("f=" + path)
				p.Wait("document.querySelector('.k-tree .pin')")
				p.Wait(clear(".k-tree .pin"))
			}
			p.Press(browser.Escape)
			p.Click(byteAt(27))
			p.Wait(clear(".k-grid .pin"))
			p.Press(browser.Escape)
			if name == "phone" {
				return // has nothing to point with
			}
			for _, block := range []string{"start", "center", "end"} {
				p.Eval(`(() => {
					document.querySelector('#response .k-tree').scrollIntoView({block: '`+block+`'});
					const seen = [...document.querySelectorAll('.k-tree [data-off]')].map(e => [e, e.getBoundingClientRect()]);
					document.querySelector('.probe')?.classList.remove('probe');
					seen.findLast(([, r]) => r.top >= 0 && r.bottom < innerHeight)[0].firstElementChild.classList.add('probe');
				})()`, nil)
				p.Point(".probe")
				p.Wait("document.querySelector('.k-tree .lit .probe')")
				p.Wait(clear(".k-tree .lit"))
			}
		})
	}
}
