package view

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/kscope/kscope/layout"
)

// luminance is the relative luminance of WCAG 2.
func luminance(r, g, b uint8) float64 {
	linear := func(c uint8) float64 {
		x := float64(c) / 255
		if x <= 0.03928 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func contrast(a, b float64) float64 { return (max(a, b) + 0.05) / (min(a, b) + 0.05) }

func cssLuminance(t *testing.T, css string) float64 {
	t.Helper()
	n, err := strconv.ParseUint(strings.TrimPrefix(css, "#"), 16, 32)
	if err != nil || len(css) != 7 {
		t.Fatalf("%q is not #rrggbb", css)
	}
	return luminance(uint8(n>>16), uint8(n>>8), uint8(n))
}

// cubeLuminance is that of a colour of the 256-colour palette.
func cubeLuminance(n int) float64 {
	if n >= 232 {
		grey := uint8(8 + 10*(n-232))
		return luminance(grey, grey, grey)
	}
	levels := [...]uint8{0, 95, 135, 175, 215, 255}
	n -= 16
	return luminance(levels[n/36], levels[n/6%6], levels[n%6])
}

func TestContrast(t *testing.T) {
	for i, l := range looks {
		for _, g := range grounds {
			if c := contrast(cssLuminance(t, l.light), cssLuminance(t, g.light)); c < 4.5 {
				t.Errorf("%s on %s, light: contrast %.2f", l.class, g.name, c)
			}
			if c := contrast(cssLuminance(t, l.dark), cssLuminance(t, g.dark)); c < 4.5 {
				t.Errorf("%s on %s, dark: contrast %.2f", l.class, g.name, c)
			}
		}
		_, color, ok := strings.Cut(l.sgr, "38;5;")
		if !ok {
			continue
		}
		n, err := strconv.Atoi(color)
		if err != nil || n < 16 {
			t.Fatalf("style %d: %q is no colour of the cube", i, l.sgr)
		}
		if c := min(contrast(cubeLuminance(n), 0), contrast(cubeLuminance(n), 1)); c < 3.9 {
			t.Errorf("%s on a terminal: contrast %.2f", l.class, c)
		}
	}
}

// TestOneColourEach holds that no two layers look alike, in any form.
func TestOneColourEach(t *testing.T) {
	seen := map[string]layout.Layer{}
	for l := layout.NoLayer; l <= layout.Body; l++ {
		k := looks[leafStyle(l)]
		for form, value := range map[string]string{"class": k.class, "sgr": k.sgr, "light": k.light, "dark": k.dark, "cue": k.cue} {
			key := form + value
			if other, twice := seen[key]; twice {
				t.Errorf("%s and %s have the same %s %s", l, other, form, value)
			}
			seen[key] = l
		}
		if css := Style(); !strings.Contains(css, fmt.Sprintf(".%[1]s{color:var(--%[1]s);%s}", k.class, k.cue)) {
			t.Errorf("Style has no rule for %s", k.class)
		}
	}
}
