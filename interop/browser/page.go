package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience is how long something may take: long, because a machine may have
// other things to do. Nothing waits that long where all is well.
const patience = 30 * time.Second

// Page is a tab of a test. Its methods end the test when they fail.
type Page struct {
	t     testing.TB
	ctx   context.Context
	place string // with a slash at its end

	opened bool // something

	mu       sync.Mutex
	problems []string
}

// notice keeps what no page should do.
func (p *Page) notice(event any) {
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		p.problem("exception: %v", (&chromedp.ExceptionError{ExceptionDetails: e.ExceptionDetails}).Error())
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning || e.Type == runtime.ConsoleAPICalledTypeAssert {
			text := ""
			for _, arg := range e.Args {
				text += " " + string(arg.Value) + arg.Description
			}
			p.problem("console:%s", text)
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			p.problem("%s: %s", e.Entry.Text, e.Entry.URL)
		}
	case *network.EventRequestWillBeSent:
		if address := e.Request.URL; !strings.HasPrefix(address, p.place) && !strings.HasPrefix(address, "data:") && !strings.HasPrefix(address, "blob:") {
			p.problem("request outside of the site: %s", address)
		}
	}
}

func (p *Page) problem(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.problems = append(p.problems, fmt.Sprintf(format, args...))
}

func (p *Page) report() {
	p.t.Helper()
	for _, problem := range p.Problems() {
		p.t.Error(problem)
	}
}

// Problems returns what the page has done wrong so far, and forgets it: what
// is left at the end fails the test.
func (p *Page) Problems() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := p.problems
	p.problems = nil
	return all
}

func (p *Page) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	for _, step := range steps {
		run(p, step)
	}
}

func run[T any](p *Page, action chromedp.Action[T]) T {
	p.t.Helper()
	// The first action makes the tab, whose life is that of its context.
	if err := chromedp.Do(p.ctx); err != nil {
		p.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, action)
	if err != nil {
		p.t.Fatal(err)
	}
	return v
}

// Open goes to a path below the place, with its fragment if there is one, and
// waits until it is loaded. Opening the same path again loads it again.
func (p *Page) Open(path string) {
	p.t.Helper()
	if p.opened {
		p.do(chromedp.Navigate("about:blank")) // another fragment alone would load nothing
	}
	p.opened = true
	p.do(chromedp.Navigate(p.place + path))
}

// Follow changes the fragment of the page that is open.
func (p *Page) Follow(fragment string) {
	p.t.Helper()
	p.Eval("location.hash = "+quote(fragment), nil)
}

// Eval gives the value of a JavaScript expression, or of the promise that it is,
// to out, as JSON does; nil drops it.
func (p *Page) Eval(expression string, out any) {
	p.t.Helper()
	raw := run(p, chromedp.Evaluate[[]byte]("(async () => JSON.stringify(await ("+expression+")) ?? 'null')()", chromedp.EvalAwaitPromise))
	if out == nil {
		return
	}
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	if err := json.Unmarshal([]byte(text), out); err != nil {
		p.t.Fatalf("%s is %s: %v", expression, text, err)
	}
}

// Wait waits for a condition, an expression of JavaScript.
func (p *Page) Wait(condition string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	poll := chromedp.Poll[chromedp.Void]("!!("+condition+")", chromedp.WithPollingTimeout(patience))
	err := chromedp.Do(ctx, poll)
	for leaves(err) && ctx.Err() == nil {
		err = chromedp.Do(ctx, poll)
	}
	if err != nil {
		p.t.Fatalf("waited for %s: %v; the page is %s", condition, err, p.Address())
	}
}

// leaves reports whether an error says that the page has gone elsewhere, where
// polling does not follow.
func leaves(err error) bool {
	return err != nil && (strings.Contains(err.Error(), "Cannot find context") || strings.Contains(err.Error(), "navigated or closed"))
}

// Text is the text of the first element that a selector matches, as a reader
// sees it.
func (p *Page) Text(selector string) (text string) {
	p.t.Helper()
	p.Eval(element(selector)+".innerText", &text)
	return text
}

// Texts are the texts of all elements that a selector matches, hidden or not.
func (p *Page) Texts(selector string) (texts []string) {
	p.t.Helper()
	p.Eval("[...document.querySelectorAll("+quote(selector)+")].map(e => e.textContent)", &texts)
	return texts
}

// Address is that of the page, without its place.
func (p *Page) Address() (address string) {
	p.t.Helper()
	p.Eval("location.href", &address)
	return strings.TrimPrefix(address, p.place)
}

// Fragment is that of the page's address, unescaped, without its #.
func (p *Page) Fragment() string {
	p.t.Helper()
	u, err := url.Parse(p.Address())
	if err != nil {
		p.t.Fatal(err)
	}
	return u.Fragment
}

// Size sets the size of the window in CSS pixels.
func (p *Page) Size(width, height int) {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(int64(width), int64(height)))
}

// Phone makes the window that of a phone with a touch screen.
func (p *Page) Phone() {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulatePortrait))
}

// Scheme sets what the reader prefers: "dark" or "light".
func (p *Page) Scheme(scheme string) {
	p.t.Helper()
	p.media(emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"}}})
}

// Paper shows the page as it is printed.
func (p *Page) Paper() {
	p.t.Helper()
	p.media(emulation.SetEmulatedMediaParams{Media: "print"})
}

func (p *Page) media(params emulation.SetEmulatedMediaParams) {
	p.t.Helper()
	p.do(func(ctx context.Context, t *chromedp.Target) (none chromedp.Void, err error) {
		_, err = chromedp.Call(ctx, emulation.SetEmulatedMedia, params)
		return none, err
	})
}

// NoScript turns the scripts of pages off. Eval still works.
func (p *Page) NoScript() {
	p.t.Helper()
	p.do(func(ctx context.Context, t *chromedp.Target) (none chromedp.Void, err error) {
		_, err = chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
		return none, err
	})
}

// Top is a PNG of the page from its top to a height in CSS pixels, or to its end.
func (p *Page) Top(height int) []byte {
	p.t.Helper()
	var size [2]float64
	p.Eval("[innerWidth, document.documentElement.scrollHeight]", &size)
	return run(p, func(ctx context.Context, t *chromedp.Target) ([]byte, error) {
		r, err := chromedp.Call(ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{
			Format: "png", CaptureBeyondViewport: new(true),
			Clip: &page.Viewport{Width: size[0], Height: min(size[1], float64(height)), Scale: 1},
		})
		return r.Data, err
	})
}

// quote writes texts as JavaScript does.
func quote[T string | []string](s T) string {
	b, _ := json.Marshal(s) // strings always marshal
	return string(b)
}

// element is an expression for the first element that a selector matches; it
// throws where there is none.
func element(selector string) string {
	return fmt.Sprintf("((s) => { const e = document.querySelector(s); if (!e) throw new Error('nothing matches ' + s); return e; })(%s)", quote(selector))
}
