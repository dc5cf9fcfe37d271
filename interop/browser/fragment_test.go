package browser_test

import (
	"strings"
	"testing"
)

// inView is whether the first of what a selector matches can be seen whole.
func inView(selector string) string {
	return "(e => { const r = e.getBoundingClientRect(); return r.top >= 0 && r.bottom <= innerHeight; })(document.querySelector('" + selector + "'))"
}

// TestDeepLinks: an address brings back what was pinned, in view, with its card.
func TestDeepLinks(t *testing.T) {
	for _, c := range []struct {
		path, fragment string
		bytes          string
		lines          []string
		card           string
	}{
		{quorum, "f=Topics[0].TopicName", "01", []string{"TopicName"}, "1 means empty"},
		{quorum, "f=Topics[0].TopicName&in=response", "01", []string{"TopicName"}, "1 means empty"},
		{quorum, "f=Topics[0].Partitions[0].ErrorCode", "00 00", []string{"ErrorCode"}, "none"},
		{quorum, "f=Topics%5B0%5D.Partitions%5B0%5D.VoterDirectoryId", "", []string{"VoterDirectoryId"}, "AAAAAAAAAAAAAAAAAAAAAA"},
		{quorum, "f=VoterId", "00 00 00 00", []string{"VoterId"}, "new in v1"},
		{quorum, "b=0x1b-0x2a", "", []string{"VoterDirectoryId"}, "VoterDirectoryId uuid"},
		{quorum, "b=0x1c-0x1d", "00 00", []string{"VoterDirectoryId"}, "2 bytes"},
		{quorum, "b=0x03-0x05", "38 00 35", []string{"size", "request_api_key"}, "Frame.size, RequestHeader.request_api_key"},
		{quorum, "b=5&in=response", "00", []string{"correlation_id"}, "1 byte"},
		{compressed, "b=0x0&space=1&in=lz4", "9c", []string{"length"}, "of unpacked data 1"},
		{quorum, "request:VoterId", "00 00 00 00", []string{"VoterId"}, "VoterId int32 = 0"},
	} {
		t.Run(c.fragment, func(t *testing.T) {
			t.Parallel()
			p := page(t, c.path+"#"+c.fragment)
			p.Wait("document.querySelector('.pin')")
			part := ".k-tree"
			if strings.HasPrefix(c.fragment, "b=") {
				part = ".k-grid"
			}
			p.Wait(inView(part + " .pin"))
			b, lines := marked(p, "pin")
			if c.bytes != "" {
				want(t, "bytes", b, c.bytes)
			}
			want(t, "lines", strings.Join(lines, " "), strings.Join(c.lines, " "))
			if card := p.Text("aside"); !strings.Contains(card, c.card) {
				t.Errorf("the card says %q, not %q", card, c.card)
			}
			section := "request"
			for _, id := range []string{"response", "lz4"} {
				if strings.Contains(c.fragment, "in="+id) {
					section = id
				}
			}
			if strings.Contains(c.fragment, "ErrorCode") {
				section = "response"
			}
			var in string
			p.Eval("document.querySelector('.k-tree .pin').closest('section').id", &in)
			want(t, "section", in, section)
			// The address that is made of the pin leads to the same place.
			again := p.Fragment()
			p.Open(c.path + "#" + again)
			p.Wait("document.querySelector('.pin')")
			want(t, "fragment", p.Fragment(), again)
			wantMarked(t, p, "pin", b, lines...)
		})
	}
}

// TestFollowing: the fragment may change while the page is open.
func TestFollowing(t *testing.T) {
	p := page(t, quorum)
	p.Follow("f=VoterId")
	p.Wait("document.querySelector('#request .pin')")
	p.Follow("f=ErrorCode")
	p.Wait("document.querySelector('#response .pin')")
	wantMarked(t, p, "pin", "00 00", "ErrorCode")
}

// TestBadFragments: a fragment that names nothing says so and does no harm.
func TestBadFragments(t *testing.T) {
	for fragment, says := range map[string]string{
		"f=Nope":                "no field Nope here",
		"f=VoterId&in=response": "no field VoterId here",
		"f=%E0%A4%A":            "no field %E0%A4%A here",
		"b=0x99":                "no bytes 0x99 here",
		"b=0x5-0x2":             "no bytes 0x5-0x2 here",
		"b=-1":                  "no bytes -1 here",
		"b=0&space=7":           "no bytes 0 here",
		"b=":                    "no bytes",
	} {
		t.Run(fragment, func(t *testing.T) {
			t.Parallel()
			p := page(t, quorum+"#"+fragment)
			p.Wait("document.querySelector('[role=status]#k-say')")
			if said := p.Text("#k-say"); !strings.HasPrefix(said, says) {
				t.Errorf("it says %q, want %q", said, says)
			}
			want(t, "pins", len(p.Texts(".pin")), 0)
		})
	}
	p := page(t, quorum+"#nothing-of-ours&in=&=&&%")
	p.Wait("document.querySelector('.k-live')")
}
