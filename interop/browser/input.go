package browser

import (
	"context"
	"fmt"
	"strings"

	protocol "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Keys for Press, beside what they type: "/" or "abc".
const (
	Up     = kb.ArrowUp
	Down   = kb.ArrowDown
	Left   = kb.ArrowLeft
	Right  = kb.ArrowRight
	Home   = kb.Home
	End    = kb.End
	Enter  = kb.Enter
	Escape = kb.Escape
	Tab    = kb.Tab
)

// Press presses keys one after the other, where the focus is.
func (p *Page) Press(keys ...string) {
	p.t.Helper()
	p.press(chromedp.ModifierNone, keys)
}

// PressShift is Press with Shift held down.
func (p *Page) PressShift(keys ...string) {
	p.t.Helper()
	p.press(chromedp.ModifierShift, keys)
}

func (p *Page) press(held chromedp.Modifier, keys []string) {
	p.t.Helper()
	for _, r := range strings.Join(keys, "") {
		p.do(key(r, held))
	}
}

// key presses one key. What it types comes with the key going down: were it an
// event of its own, it would come even when a page takes the key for itself.
func key(r rune, held chromedp.Modifier) chromedp.Action[chromedp.Void] {
	return func(ctx context.Context, t *chromedp.Target) (none chromedp.Void, err error) {
		events := kb.Encode(r)
		down, up := *events[0], *events[len(events)-1]
		for _, e := range events {
			if e.Type == kb.KeyChar {
				down.Text, down.UnmodifiedText = e.Text, e.UnmodifiedText
			}
		}
		down.Type = input.DispatchKeyEventTypeKeyDown
		for _, e := range []input.DispatchKeyEventParams{down, up} {
			e.Modifiers |= int64(held)
			if _, err := chromedp.Call(ctx, input.DispatchKeyEvent, e); err != nil {
				return none, err
			}
		}
		return none, nil
	}
}

// Focus gives the focus to what a selector matches.
func (p *Page) Focus(selector string) {
	p.t.Helper()
	p.Eval(element(selector)+".focus()", nil)
}

// Hover moves the mouse to the middle of what a selector matches, which is
// scrolled into view.
func (p *Page) Hover(selector string) {
	p.t.Helper()
	x, y := p.middle(selector)
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y))
}

// Point moves the mouse to the middle of what a selector matches, where it is.
func (p *Page) Point(selector string) {
	p.t.Helper()
	x, y := p.spot(selector)
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y))
}

// Click moves the mouse to what a selector matches, and clicks.
func (p *Page) Click(selector string) {
	p.t.Helper()
	p.click(selector)
}

// ClickShift is Click with Shift held down.
func (p *Page) ClickShift(selector string) {
	p.t.Helper()
	p.click(selector, chromedp.ButtonModifiers(chromedp.ModifierShift))
}

func (p *Page) click(selector string, options ...chromedp.MouseOption) {
	p.t.Helper()
	x, y := p.middle(selector)
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y, options...), chromedp.MouseClickXY(x, y, options...))
}

// Drag presses the mouse on one thing and lets go on another. Both must be in
// view at the same time.
func (p *Page) Drag(from, to string) {
	p.t.Helper()
	x, y := p.middle(from)
	u, v := p.middle(to)
	p.do(
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, x, y),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMousePressed, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, (x+u)/2, (y+v)/2, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, u, v, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.DispatchMouseEventTypeMouseReleased, u, v, chromedp.ButtonLeft, chromedp.ClickCount(1)))
}

// middle is the place in the window of the first line of what a selector
// matches, after scrolling it into view.
func (p *Page) middle(selector string) (x, y float64) {
	p.t.Helper()
	p.Eval(element(selector)+`.scrollIntoView({block: "center", inline: "nearest", behavior: "instant"})`, nil)
	return p.spot(selector)
}

// spot is middle without scrolling.
func (p *Page) spot(selector string) (x, y float64) {
	p.t.Helper()
	var at [2]float64
	p.Eval(fmt.Sprintf(`(e => {
		const r = e.getClientRects()[0];
		if (!r) throw new Error("not in view: " + e.outerHTML.slice(0, 200));
		return [Math.min(r.left + r.width / 2, innerWidth - 5), r.top + r.height / 2];
	})(%s)`, element(selector)), &at)
	return at[0], at[1]
}

// Value is what a field of a form holds.
func (p *Page) Value(selector string) (text string) {
	p.t.Helper()
	p.Eval(element(selector)+".value", &text)
	return text
}

// AllowClipboard lets the page be asked for the clipboard's text; pages do not
// need it to copy.
func (p *Page) AllowClipboard() {
	p.t.Helper()
	p.do(func(ctx context.Context, t *chromedp.Target) (none chromedp.Void, err error) {
		_, err = chromedp.CallBrowser(ctx, protocol.SetPermission, protocol.SetPermissionParams{
			Permission: &protocol.PermissionDescriptor{Name: "clipboard-read"}, Setting: protocol.PermissionSettingGranted})
		return none, err
	})
}

// Clipboard is its text.
func (p *Page) Clipboard() (text string) {
	p.t.Helper()
	p.Eval("navigator.clipboard.readText()", &text)
	return text
}
