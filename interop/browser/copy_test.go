package browser_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/kscope/kscope/input"
	"github.com/kscope/kscope/interop/browser"
)

// spec is the text of a file that the product's specification has.
func spec(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile("../../view/testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestCopyMenu takes each form by keyboard from the clipboard, and reads it
// with what reads people's pastes.
func TestCopyMenu(t *testing.T) {
	withEngine(t)
	p := page(t, quorum)
	p.AllowClipboard()
	data, err := hex.DecodeString(strings.Join(strings.Fields(spec(t, "begin-quorum-epoch-request.hex")), ""))
	if err != nil {
		t.Fatal(err)
	}
	p.Focus("#request .k-copy")
	p.Press(browser.Enter)
	p.Wait("document.activeElement.role == 'menuitem'")
	items := p.Texts("[role=menuitem]")
	if len(items) < 7 {
		t.Fatalf("the menu has %q", items)
	}
	p.Press(browser.Escape)
	for i, item := range items {
		p.Focus("#request .k-copy")
		p.Press(browser.Enter, browser.Home, strings.Repeat(browser.Down, i), browser.Enter)
		p.Wait("document.querySelector('#k-say')?.textContent == 'copied: " + item + "'")
		text := p.Clipboard()
		switch {
		case item == "link":
			if !strings.HasSuffix(text, "/BeginQuorumEpoch/1/#request") {
				t.Errorf("link: %q", text)
			}
		case item == "JSON":
			if !json.Valid([]byte(text)) || !strings.Contains(text, `"voterId": 0`) {
				t.Errorf("%s: not the JSON of the request: %s", item, text)
			}
		case item == "kscope command":
			want(t, item, text, "kscope decode --as BeginQuorumEpochRequest@1 "+hex.EncodeToString(data))
		default:
			read, err := input.Parse([]byte(text), input.FormatAuto)
			if err != nil || !bytes.Equal(read.Data, data) {
				t.Errorf("%s: %v: %s reads as %x", item, err, text, read.Data)
			}
		}
		want(t, "the focus is back", p.Text(":focus"), "copy")
	}
}

// TestCopyPinned: of what is pinned, its bytes, its path and its address.
func TestCopyPinned(t *testing.T) {
	p := page(t, quorum+"#f=Topics[0].Partitions[0].LeaderId&in=response")
	p.AllowClipboard()
	p.Wait("document.querySelector('.pin')")
	for item, text := range map[string]string{
		"hex":            "00000000",
		"kscope command": "--path 'Topics[0].Partitions[0].LeaderId'",
		"link":           "/BeginQuorumEpoch/1/#f=Topics[0].Partitions[0].LeaderId&in=response",
	} {
		p.Press("c")
		p.Wait("document.querySelector('[role=menu]')")
		p.Eval("[...document.querySelectorAll('[role=menuitem]')].find(e => e.textContent == "+quoted(item)+").click()", nil)
		p.Wait("document.querySelector('#k-say')?.textContent == 'copied: " + item + "' && !document.querySelector('[role=menu]')")
		if got := p.Clipboard(); !strings.HasSuffix(got, text) {
			t.Errorf("%s: %q does not end with %q", item, got, text)
		}
	}
}

// TestCopyTree: a tree that is selected and copied is the terminal's, without
// what the script has added, pins and cards included.
func TestCopyTree(t *testing.T) {
	p := page(t, quorum+"#b=0x1c-0x1d")
	p.AllowClipboard()
	p.Wait("document.querySelector('.pin')")
	for _, part := range []string{"request", "response"} {
		p.Eval("getSelection().selectAllChildren(document.querySelector('#"+part+" .k-tree')) || document.execCommand('copy')", nil)
		want(t, part, strings.TrimSpace(p.Clipboard()), strings.TrimSpace(spec(t, "begin-quorum-epoch-"+part+".tree.txt")))
	}
}
