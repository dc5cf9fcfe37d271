package engine

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// largest is what a browser should have to load, in bytes.
const largest = 6 << 20

// TestCompile compiles the engine as a clone without make build does, and looks
// at what comes of it.
func TestCompile(t *testing.T) {
	p, err := compile(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.HasPrefix(p.module, []byte("\x00asm")) {
		t.Fatalf("no WebAssembly: %.8x", p.module)
	}
	script, err := p.script()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("module %.1f MB, script %.1f MB", mega(p.module), mega(script))
	if len(script) > largest {
		t.Errorf("the script has %d bytes, more than %d", len(script), largest)
	}
}

// TestPack packs what a program has inside, and unpacks it.
func TestPack(t *testing.T) {
	dir := t.TempDir()
	if err := Pack(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	packed, err := os.ReadFile(filepath.Join(dir, moduleName))
	if err != nil {
		t.Fatal(err)
	}
	want, err := compile(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if module, err := unpack(packed); err != nil || !bytes.Equal(module, want.module) {
		t.Errorf("a module of %d bytes became one of %d, %v", len(want.module), len(module), err)
	}
	if support, err := os.ReadFile(filepath.Join(dir, supportName)); err != nil || !bytes.Equal(support, want.support) {
		t.Errorf("%d bytes of Go's script became %d, %v", len(want.support), len(support), err)
	}
}

func mega(b []byte) float64 { return float64(len(b)) / 1e6 }

// TestScript looks at how the parts are joined: as arguments that no text in
// them can leave.
func TestScript(t *testing.T) {
	script, err := parts{module: []byte{1, 2, 3}, support: []byte("\"use strict\";\n// </script>\n")}.script()
	if err != nil {
		t.Fatal(err)
	}
	head, module, _ := strings.Cut(string(script), `})("\"use strict\";\n// \u003c/script\u003e\n","`)
	module, after, _ := strings.Cut(module, `"`)
	data, err := base64.StdEncoding.DecodeString(module)
	if err != nil || head == "" || after != ");\n" {
		t.Fatalf("ends in %q, %v", script[len(script)-100:], err)
	}
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if data, err = io.ReadAll(r); err != nil || !bytes.Equal(data, []byte{1, 2, 3}) {
		t.Errorf("the module is %x, %v", data, err)
	}
}

// TestElsewhere compiles in a folder that is no clone.
func TestElsewhere(t *testing.T) {
	t.Chdir(t.TempDir())
	_, err := Script(t.Context(), func(string) {})
	if _, has, _ := inside(); !has && (err == nil || !strings.Contains(err.Error(), "the playground's engine: go build: ")) {
		t.Errorf("%v", err)
	}
}
