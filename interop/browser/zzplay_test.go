package browser_test

import (
	"os"
	"strings"
	"testing"
)

func TestZZPlay(t *testing.T) {
	p := page(t, "play/index.html"+os.Getenv("FRAGMENT"))
	if s := os.Getenv("SCHEME"); s != "" {
		p.Scheme(s)
	}
	if os.Getenv("PHONE") != "" {
		p.Phone()
	}
	p.Wait("document.querySelector('#play[data-ready]') && (document.querySelector('#p-verdict').textContent && !document.querySelector('.p-wait'))")
	for _, k := range strings.Split(os.Getenv("DO"), ";") {
		sel, keys, ok := strings.Cut(k, "=>")
		if !ok {
			continue
		}
		p.Click(sel)
		p.Press(keys)
	}
	var s any
	if e := os.Getenv("EVAL"); e != "" {
		p.Eval(e, &s)
		t.Log(s)
	}
	t.Log(p.Text("#p-verdict"))
	_ = os.WriteFile(os.Getenv("OUT"), p.Picture(), 0o644)
	t.Log(p.Address())
}
