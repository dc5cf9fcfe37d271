package browser_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/kscope/kscope/interop/browser"
)

const quorum = "BeginQuorumEpoch/1/index.html"

// marked is what has a mark: bytes as hex, lines by their first word.
func marked(p *browser.Page, class string) (bytes string, lines []string) {
	bytes = strings.Join(p.Texts(".k-grid ."+class), " ")
	for _, line := range p.Texts(".k-tree ." + class) {
		lines = append(lines, strings.Fields(line)[0])
	}
	return bytes, lines
}

func wantMarked(t *testing.T, p *browser.Page, class, bytes string, lines ...string) {
	t.Helper()
	b, l := marked(p, class)
	if b != bytes || !slices.Equal(l, lines) {
		t.Errorf("%s: bytes %q lines %q, want %q and %q", class, b, l, bytes, lines)
	}
}

func TestPointing(t *testing.T) {
	p := page(t, quorum)
	p.Hover("#request .k-grid [data-off='4']")
	p.Wait("document.querySelector('.k-tree .lit')")
	wantMarked(t, p, "lit", "00 35", "request_api_key")
	wantMarked(t, p, "wash", "00 35 00 01 00 00 00 00 00 00 00", "BeginQuorumEpochRequest", "RequestHeader")
	p.Hover("[id='response:Topics[0].Partitions[0].ErrorCode']")
	p.Wait("document.querySelector('#response .lit')")
	wantMarked(t, p, "lit", "00 00", "ErrorCode")
	p.Hover("h1")
	p.Wait("!document.querySelector('.lit, .wash')")
}
