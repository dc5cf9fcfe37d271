package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kscope/kscope/interop/browser"
)

// TestSearch goes from any page to a field by keyboard, with what the combobox
// says on the way.
func TestSearch(t *testing.T) {
	p := page(t, "errors/index.html")
	want(t, "index before searching", len(p.Texts("script[src$='search.js']")), 0)
	p.Press("/", "leaderepoch beginq")
	p.Wait("document.querySelector('#k-hits a')")
	var state string
	p.Eval("(e => e.role + ' ' + e.getAttribute('aria-expanded') + ' ' + document.getElementById(e.getAttribute('aria-activedescendant')).getAttribute('aria-selected'))(document.activeElement)", &state)
	want(t, "combobox", state, "combobox true true")
	if first := p.Texts("#k-hits a")[0]; !strings.Contains(first, "Topics.Partitions.LeaderEpoch") {
		t.Errorf("first result: %s", first)
	}
	p.Press(browser.Enter)
	p.Wait("document.querySelector('.pin')")
	wantMarked(t, p, "pin", "00 00 00 00", "LeaderEpoch")
	if address := p.Address(); !strings.HasPrefix(address, "BeginQuorumEpoch/") {
		t.Errorf("the result led to %s", address)
	}
}

func TestSearchKeys(t *testing.T) {
	p := page(t, quorum)
	p.Press("/", "fenced")
	p.Wait("document.querySelector('#k-hits [aria-selected=true]')")
	selected := func() string { return p.Texts("#k-hits [aria-selected=true]")[0] }
	first := selected()
	p.Press(browser.Down)
	if selected() == first {
		t.Error("Down chooses nothing else")
	}
	p.Press(browser.Up)
	want(t, "Down and Up", selected(), first)
	p.Press(browser.Up, browser.Down)
	want(t, "around the end", selected(), first)
	p.Press(browser.Escape)
	p.Wait("document.querySelector('#k-hits').hidden")
	want(t, "what was typed", p.Value("[role=combobox]"), "fenced")
	p.Press(browser.Escape)
	want(t, "what was typed", p.Value("[role=combobox]"), "")
	p.Press("qqq")
	p.Wait("!document.querySelector('#k-hits').hidden")
	want(t, "results", p.Text("#k-hits"), "nothing found")
	p.Press(browser.Enter)
	want(t, "address", p.Address(), "BeginQuorumEpoch/1/")
}

// TestSearchRanks holds the order of results: exact names, their beginnings,
// words, anything else.
func TestSearchRanks(t *testing.T) {
	p := page(t, quorum)
	for query, first := range map[string]string{
		"fetch":             "Fetch",
		"FetchRequest":      "FetchRequest",
		"fetch v17":         "Fetch v17",
		"FENCED_L":          "FENCED_LEADER_EPOCH",
		"error 74":          "FENCED_LEADER_EPOCH",
		"kip-853":           "KIP-853",
		"voterdirectoryid":  "VoterDirectoryId",
		"beginquorum":       "BeginQuorumEpoch",
		"leader epoch":      "LeaderEpoch",
		"-1":                "UNKNOWN_SERVER_ERROR",
		"__consumer_off":    "__consumer_offsets",
		"no such thing 123": "",
	} {
		var names []string
		p.Eval(fmt.Sprintf("kscope.search.index().then(rows => kscope.search.find(rows, %s).map(r => r.name))", quoted(query)), &names)
		got := ""
		if len(names) > 0 {
			got = names[0]
		}
		if !strings.HasSuffix(got, first) || (got == "") != (first == "") {
			t.Errorf("%s: %.6q, want first %s", query, names, first)
		}
	}
	var took float64
	p.Eval(`kscope.search.index().then(rows => {
		const begin = performance.now();
		for (let i = 0; i < 10; i++) kscope.search.find(rows, "epoch" + " leader".slice(0, i));
		return (performance.now() - begin) / 10;
	})`, &took)
	if t.Logf("a search takes %.1f ms", took); took > 100 { // 2 ms where the machine has nothing else to do
		t.Errorf("a search takes %.1f ms", took)
	}
}
