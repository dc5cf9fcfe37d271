package browser_test

import (
	"os"
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
	if k := os.Getenv("CLICK"); k != "" {
		p.Click(k)
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
