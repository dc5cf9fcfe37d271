package browser_test

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/internal/engine"
	"github.com/kscope/kscope/interop/browser"
	"github.com/kscope/kscope/interop/need"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/site"
)

// shared is what all tests of the package use: one Chromium and one site.
var shared = sync.OnceValues(func() (*lab, error) {
	b, err := browser.Start(context.Background())
	if err != nil {
		return nil, err
	}
	codec := message.New(catalog.Builtin(), "")
	script := sync.OnceValues(func() ([]byte, error) {
		return engine.Script(context.Background(), func(string) {})
	})
	s, err := site.New(codec, site.Options{Engine: script})
	if err != nil {
		return nil, err
	}
	l := &lab{Browser: b, codec: codec, site: s, server: httptest.NewServer(s), script: script}
	l.folder = sync.OnceValues(l.write)
	return l, nil
})

type lab struct {
	*browser.Browser
	codec  *message.Codec
	site   *site.Site
	dir    string // to be removed, "" for none
	server *httptest.Server
	script func() ([]byte, error) // the engine's, compiled when first asked for
	folder func() (string, error) // with all files, written when first asked for
}

// write writes the site's files.
func (l *lab) write() (string, error) {
	var err error
	if l.dir, err = os.MkdirTemp("", "kscope-site-"); err != nil {
		return "", err
	}
	_, err = l.site.Write(l.dir)
	return filepath.ToSlash(l.dir), err
}

func TestMain(m *testing.M) {
	m.Run()
	if l, err := shared(); err == nil {
		l.server.Close()
		_ = l.Close()
		_ = os.RemoveAll(l.dir)
	}
}

func open(t *testing.T) *lab {
	t.Helper()
	l, err := shared()
	need.Met(t, err)
	return l
}

// withEngine compiles the engine, so that no page has to wait for that.
func withEngine(t *testing.T) {
	t.Helper()
	if _, err := open(t).script(); err != nil {
		t.Fatal(err)
	}
}

// page opens a page of the site, from its server.
func page(t *testing.T, path string) *browser.Page {
	t.Helper()
	l := open(t)
	p := l.Page(t, l.server.URL)
	p.Open(path)
	return p
}

// written is the folder with all of the site's files.
func written(t *testing.T) string {
	t.Helper()
	dir, err := open(t).folder()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// quoted is a text as JavaScript writes it.
func quoted(s string) string {
	b, _ := json.Marshal(s) // strings always marshal
	return string(b)
}
