package browser_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kscope/kscope/interop/browser"
)

const (
	quorum     = "BeginQuorumEpoch/1/index.html"
	compressed = "records/compressed/index.html"
)

// marked is what has a mark: bytes as hex, lines by their names.
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

func want[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

func byteAt(off int) string { return fmt.Sprintf("#request .k-grid [data-off='%d']", off) }

func TestPointing(t *testing.T) {
	p := page(t, quorum)
	p.Hover(byteAt(4))
	p.Wait("document.querySelector('.k-tree .lit')")
	wantMarked(t, p, "lit", "00 35", "request_api_key")
	wantMarked(t, p, "wash", "00 35 00 01 00 00 00 00 00 00 00", "BeginQuorumEpochRequest", "RequestHeader")
	p.Hover("[id='response:Topics[0].Partitions[0].ErrorCode']")
	p.Wait("document.querySelector('#response .lit')")
	wantMarked(t, p, "lit", "00 00", "ErrorCode")
	p.Hover("h1")
	p.Wait("!document.querySelector('.lit, .wash')")
}

// TestPointingAtContainers: all bytes of a container are lit from its line, and
// a value in several rows is lit whole from any of them.
func TestPointingAtContainers(t *testing.T) {
	p := page(t, quorum)
	p.Hover("[id='request:LeaderEndpoints']")
	p.Wait("document.querySelector('.lit')")
	wantMarked(t, p, "lit", "02 01 01 00 00 00", "LeaderEndpoints")
	p.Hover(byteAt(32))
	p.Wait("document.querySelector('.k-tree .lit').textContent.startsWith('VoterDirectoryId')")
	wantMarked(t, p, "lit", strings.TrimSpace(strings.Repeat("00 ", 16)), "VoterDirectoryId")
}

func TestPointingAtUnpackedBytes(t *testing.T) {
	p := page(t, compressed)
	p.Hover("#gzip .k-grid [data-space='1'][data-off='5']")
	p.Wait("document.querySelector('.k-tree .lit')")
	wantMarked(t, p, "lit", "06 6b 65 79", "key")
	if _, lines := marked(p, "wash"); !slices.Equal(lines, []string{"RecordBatch[0]", "compressedRecords", "Record[0]"}) {
		t.Errorf("it is in %v", lines)
	}
}

// TestPinning: a click pins, pointing elsewhere leaves the pin and its card
// alone, Escape lets go, and so does a second click.
func TestPinning(t *testing.T) {
	p := page(t, quorum)
	p.Click(byteAt(16))
	p.Wait("document.querySelector('.pin')")
	wantMarked(t, p, "pin", "00 00 00 00", "VoterId")
	want(t, "fragment", p.Fragment(), "f=VoterId")
	p.Hover(byteAt(4))
	p.Wait("document.querySelector('.lit')")
	wantMarked(t, p, "pin", "00 00 00 00", "VoterId")
	if card := p.Text("aside"); !strings.Contains(card, "VoterId int32 = 0") || !strings.Contains(card, "Four bytes although it is zero") {
		t.Errorf("the card says %q", card)
	}
	p.Press(browser.Escape)
	p.Wait("!document.querySelector('.pin')")
	want(t, "address", p.Address(), "BeginQuorumEpoch/1/")

	p.Click("[id='response:ErrorCode']")
	p.Wait("document.querySelector('.pin')")
	want(t, "fragment", p.Fragment(), "f=ErrorCode")
	p.Click("[id='response:ErrorCode']")
	p.Wait("!document.querySelector('.pin')")
}

// TestWalking goes through a message by keyboard alone: from leaf to leaf, each
// byte of it comes once.
func TestWalking(t *testing.T) {
	p := page(t, quorum)
	p.Focus("#request .k-grid [tabindex='0']")
	var walked []string
	for last, at := -1, 0; at != last; {
		walked = append(walked, p.Texts(".k-grid .lit")...)
		last = at
		p.Press(browser.Right)
		p.Eval("+document.activeElement.dataset.off", &at)
	}
	whole := p.Texts("#request .k-grid [data-off]")
	want(t, "bytes walked over", strings.Join(walked, " "), strings.Join(whole, " "))
	p.Press(browser.Home)
	wantMarked(t, p, "lit", "00 00 00 38", "size")
	p.Press(browser.Down, browser.Enter)
	wantMarked(t, p, "pin", "00 35", "request_api_key")
	p.Press(browser.Right)
	wantMarked(t, p, "pin", "00 01", "request_api_version")
	want(t, "fragment", p.Fragment(), "f=RequestHeader.request_api_version")
	p.Press(browser.End, browser.Left)
	wantMarked(t, p, "pin", "00", "tagged_fields")
}

func TestWalkingTheTree(t *testing.T) {
	p := page(t, quorum)
	p.Focus("#response .k-tree [tabindex='0']")
	for _, step := range []struct{ key, line string }{
		{browser.Down, "Frame"}, {browser.Right, "size"}, {browser.Right, "size"}, {browser.Left, "Frame"}, {browser.Left, "BeginQuorumEpochResponse"},
		{browser.End, "tagged_fields"}, {browser.Up, "tagged_fields"}, {browser.Home, "BeginQuorumEpochResponse"},
	} {
		p.Press(step.key)
		if _, lines := marked(p, "lit"); !slices.Equal(lines, []string{step.line}) {
			t.Errorf("the key %q leads to %v, want %s", step.key, lines, step.line)
		}
	}
}

// TestTabStops: Tab reaches each grid and each tree once, and what has the focus shows.
func TestTabStops(t *testing.T) {
	p := page(t, quorum)
	p.Click(byteAt(16))
	p.Wait("document.querySelector('.pin')")
	for _, part := range []string{"#request .k-grid", "#request .k-tree", "#response .k-grid", "#response .k-tree"} {
		want(t, part, len(p.Texts(part+" [tabindex='0']")), 1)
	}
	p.Press(browser.Tab)
	var outline string
	p.Eval("getComputedStyle(document.activeElement).outlineStyle + ' ' + document.activeElement.id", &outline)
	want(t, "next stop", outline, "solid request:VoterId")
}

// TestRuns selects bytes by dragging, with Shift and a click, and with Shift
// and arrows.
func TestRuns(t *testing.T) {
	p := page(t, quorum)
	p.Drag(byteAt(20), byteAt(22))
	p.Wait("document.querySelector('.pin')")
	wantMarked(t, p, "pin", "02 01 02", "length", "TopicName", "length")
	want(t, "fragment", p.Fragment(), "b=0x14-0x16")
	if card := p.Text("aside"); !strings.Contains(card, "3 bytes") || !strings.Contains(card, "Topics.length, Topics[0].TopicName") {
		t.Errorf("the card says %q", card)
	}
	p.Press(browser.Escape)
	p.Click(byteAt(4))
	p.ClickShift(byteAt(6))
	p.Wait("document.querySelectorAll('.k-grid .pin').length > 1")
	if _, lines := marked(p, "pin"); !slices.Equal(lines, []string{"request_api_key", "request_api_version"}) {
		t.Errorf("Shift and a click: %v", lines)
	}
	p.Press(browser.Escape)
	p.Click(byteAt(16))
	p.PressShift(browser.Right, browser.Right)
	wantMarked(t, p, "pin", "00 00 00 00 02 01", "VoterId", "length", "TopicName")
}
