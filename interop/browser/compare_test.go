package browser_test

import (
	"strings"
	"testing"
)

// TestCompareAny puts any two versions side by side, and any two releases.
func TestCompareAny(t *testing.T) {
	withEngine(t)
	p := page(t, "diff/index.html")
	p.Focus("[name=from]")
	p.Press("Metadata@8")
	p.Focus("[name=to]")
	p.Press("Metadata@12")
	p.Click("[data-compare] button")
	p.Wait("document.querySelectorAll('.k-compare').length === 2")
	if got := p.Fragment(); got != "from=Metadata@8&to=Metadata@12" {
		t.Errorf("fragment %s", got)
	}
	if got := strings.Join(p.Texts(".k-added td:nth-child(2)"), " "); !strings.Contains(got, "TopicId") {
		t.Errorf("new: %s", got)
	}
	keep(t, "compare-light.png", p)
	p.Follow("from=3.9&to=4.1")
	p.Wait("document.querySelector('[data-compared] h2')?.textContent === 'Kafka 3.9 → 4.1'")
	p.Follow("from=Metadata@8&to=Metadatum@12")
	p.Wait("document.querySelector('[data-compared] .k-error')")
	if got := p.Text("[data-compared] .k-error"); !strings.Contains(got, `unknown message "Metadatum"; did you mean Metadata`) {
		t.Errorf("error: %s", got)
	}
}

// TestMatrixChoice: a client and a broker that are chosen get a column of what
// they share, which is what the tables of single APIs say.
func TestMatrixChoice(t *testing.T) {
	p := page(t, "matrix/index.html")
	p.Wait("document.querySelector('.choose')")
	choose := func(client, broker string) {
		p.Eval(`[...document.querySelectorAll('.choose select')].forEach((s, i) => {
			s.value = ['`+client+`', '`+broker+`'][i];
			s.dispatchEvent(new Event('change'));
		})`, nil)
	}
	cell := func(api string) string { return p.Text("#" + api + " .both") }
	choose("2.0", "4.0")
	for api, want := range map[string]string{"Fetch": "4-8takes 8", "LeaderAndIsr": "–", "Produce": "3-6takes 6", "ShareFetch": "–", "ApiVersions": "0-2takes 2"} {
		if got := strings.Join(strings.Fields(cell(api)), ""); got != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%s between 2.0 and 4.0: %q, want %q", api, got, want)
		}
	}
	keep(t, "matrix-light.png", p)
	choose("4.4", "4.4")
	if got := cell("InitProducerId"); !strings.HasPrefix(got, "0-5") {
		t.Errorf("InitProducerId, whose version 6 is unstable: %q", got)
	}
	choose("", "4.4")
	p.Wait("!document.querySelector('.both')")
}
