package browser

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/kscope/kscope/interop/need"
)

// Browser is a running Chromium. Its pages may be used side by side.
type Browser struct{ ctx context.Context }

// names are those that Chromium and its kin have on the PATH.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// Start starts Chromium; close it with Close. The error is need.ErrTool where
// there is none on the PATH.
func Start(ctx context.Context) (*Browser, error) {
	path, err := find()
	if err != nil {
		return nil, err
	}
	options := append([]chromedp.ExecAllocatorOption{}, chromedp.DefaultExecAllocatorOptions[:]...)
	options = append(options, chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun)
	for _, flag := range []string{"disable-quic", "disable-background-networking", "disable-component-update", "disable-sync"} {
		options = append(options, chromedp.Flag(flag, true))
	}
	ctx, _ = chromedp.NewExecAllocator(ctx, options...) // Close ends it
	ctx, _ = chromedp.NewContext(ctx)
	if err := chromedp.Do(ctx); err != nil {
		return nil, fmt.Errorf("start %s: %w", path, err)
	}
	return &Browser{ctx}, nil
}

func find() (string, error) {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("chromium: %w", need.ErrTool)
}

// Close ends Chromium and removes its profile.
func (b *Browser) Close() error {
	if err := chromedp.Cancel(b.ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}

// Page opens a tab for a test. The place is the address that all paths are
// below, such as that of a httptest.Server, or file:///tmp/site.
func (b *Browser) Page(t testing.TB, place string) *Page {
	t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx)
	p := &Page{t: t, ctx: ctx, place: place + "/"}
	t.Cleanup(func() {
		cancel()
		p.report()
	})
	p.do(chromedp.EmulateViewport(1400, 1000))
	if err := chromedp.Listen(ctx, p.notice); err != nil {
		t.Fatal(err)
	}
	return p
}
