package browser

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"

	"github.com/kscope/kscope/interop/internal/proc"
	"github.com/kscope/kscope/interop/jars"
	"github.com/kscope/kscope/interop/need"
)

// axeVersion is the version of axe-core that pages are held against.
const axeVersion = "4.14.1"

// Axe returns the source of axe-core, from the cache or with npm, whose
// settings say from where. Its errors are need.ErrTool, jars.ErrFetch, the
// context's, or the file system's.
func Axe(ctx context.Context) (string, error) {
	cache, err := jars.CacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "npm", "axe-core-"+axeVersion)
	name := filepath.Join(dir, "node_modules", "axe-core", "axe.min.js")
	if source, err := os.ReadFile(name); err == nil {
		return string(source), nil
	}
	lock := flock.New(filepath.Join(cache, "fetch.lock"))
	if err := lock.Lock(); err != nil {
		return "", err
	}
	defer func() { _ = lock.Unlock() }()
	if err := install(ctx, "axe-core@"+axeVersion, dir); err != nil {
		return "", err
	}
	source, err := os.ReadFile(name)
	return string(source), err
}

// install has npm make a directory with a package in it, complete or absent.
func install(ctx context.Context, pkg, dir string) error {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return fmt.Errorf("npm: %w", need.ErrTool)
	}
	if _, err := os.Stat(dir); err == nil {
		return nil // made while we waited
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(filepath.Dir(dir), ".fetch-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	cmd := exec.Command(npm, "install", "--prefix", tmp, "--ignore-scripts", "--no-audit", "--no-fund", pkg)
	if err := proc.Run(ctx, cmd); err != nil {
		return errors.Join(fmt.Errorf("%s: %w", pkg, jars.ErrFetch), err)
	}
	return os.Rename(tmp, dir)
}

// Violation is what axe-core found on a page.
type Violation struct {
	ID, Help string
	Nodes    []struct{ HTML, FailureSummary string }
}

// String names the rule, and the first places that break it.
func (v Violation) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s (%d places)", v.ID, v.Help, len(v.Nodes))
	for i, n := range v.Nodes {
		if i == 5 {
			break
		}
		fmt.Fprintf(&b, "\n    %.200s\n        %s", n.HTML, strings.ReplaceAll(n.FailureSummary, "\n", "\n        "))
	}
	return b.String()
}

// Violations are what axe-core, whose source is given, finds on the page as it
// is now: against all of its rules, or those named. Of things in an element that
// are alike in tags and classes, such as rows, it is shown the first three: it
// takes a second for a hundred of them.
func (p *Page) Violations(axe string, rules ...string) (all []Violation) {
	p.t.Helper()
	options := "{resultTypes: ['violations'], preload: false}"
	if len(rules) > 0 {
		options = "{resultTypes: ['violations'], preload: false, runOnly: " + quote(rules) + "}"
	}
	var loaded bool
	p.Eval("!!window.axe", &loaded)
	if !loaded {
		p.Eval("(() => {"+axe+"\n})()", nil)
	}
	p.Eval(`(() => {
		const kinds = new Map();
		for (const e of [...document.querySelectorAll("main *")].reverse()) { // what is in e comes before e
			const inside = new Set([...e.children].map(c => kinds.get(c)));
			kinds.set(e, e.localName + "." + e.className + "(" + [...inside].sort() + ")");
		}
		for (const e of document.querySelectorAll("main *")) {
			const seen = new Map();
			for (const c of [...e.children]) {
				const n = (seen.get(kinds.get(c)) ?? 0) + 1;
				seen.set(kinds.get(c), n);
				if (n > 3) c.remove();
			}
		}
		return axe.run(`+options+`).then(r => r.violations);
	})()`, &all)
	return all
}
