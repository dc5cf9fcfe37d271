package browser_test

import (
	"fmt"
	"testing"
)

// TestMarksAreReadable holds text of every layer against what marks put under
// it, as the browser shows both: a contrast of 4.5 is what WCAG asks for (AA).
func TestMarksAreReadable(t *testing.T) {
	p := page(t, "Fetch/17/full.html")
	for _, scheme := range []string{"light", "dark"} {
		p.Scheme(scheme)
		for _, mark := range []string{"", "wash", "lit", "pin", "flash"} {
			var faint []string
			p.Eval(fmt.Sprintf(`(mark => {
				const parts = color => color.match(/[\d.]+/g).map(Number);
				const linear = c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
				const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
				const ground = e => {
					const color = parts(getComputedStyle(e).backgroundColor);
					return color.length === 3 ? color : ground(e.parentElement);
				};
				const marked = [...document.querySelectorAll('article [data-off]')];
				if (mark) marked.forEach(e => e.classList.add(mark));
				const texts = [...document.querySelectorAll('article pre, article pre *, .k-legend b')];
				const faint = new Set();
				for (const e of texts) {
					for (const [color, name] of [[getComputedStyle(e).color, e.className || e.localName], e.dataset.mark && [getComputedStyle(e, '::after').color, 'mark']].filter(Boolean)) {
						const [a, b] = [luminance(parts(color)), luminance(ground(e))];
						const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
						if (!(contrast >= 4.5)) faint.add(name + ' ' + contrast.toFixed(2));
					}
				}
				if (mark) marked.forEach(e => e.classList.remove(mark));
				return [...faint];
			})(%s)`, quoted(mark)), &faint)
			for _, f := range faint {
				t.Errorf("%s, %q: %s", scheme, mark, f)
			}
		}
	}
}
