package view_test

import (
	"testing"

	"github.com/kscope/kscope/view"
)

func TestPaint(t *testing.T) {
	colored := view.Options{Color: true}
	seen := map[string]bool{}
	for _, tone := range []view.Tone{view.Good, view.Bad, view.Aside, view.Heading} {
		text := colored.Paint(tone, "x")
		if text == "x" || seen[text] {
			t.Errorf("tone %d looks like another, or like none: %q", tone, text)
		}
		seen[text] = true
		if text := (view.Options{}).Paint(tone, "x"); text != "x" {
			t.Errorf("without colours: %q", text)
		}
		if text := colored.Paint(tone, ""); text != "" {
			t.Errorf("nothing: %q", text)
		}
	}
}
