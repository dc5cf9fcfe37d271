package engine

import (
	"bytes"
	"compress/gzip"
	"io"
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
	r, err := gzip.NewReader(bytes.NewReader(p.module))
	if err != nil {
		t.Fatal(err)
	}
	module, err := io.ReadAll(r)
	if err != nil || !bytes.HasPrefix(module, []byte("\x00asm")) {
		t.Fatalf("no WebAssembly: %v, %.8x", err, module)
	}
	script, err := p.script()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("module %.1f MB, gzip %.1f MB, script %.1f MB", mega(module), mega(p.module), mega(script))
	if len(script) > largest {
		t.Errorf("the script has %d bytes, more than %d", len(script), largest)
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
	if want := `})("\"use strict\";\n// \u003c/script\u003e\n","AQID");` + "\n"; !strings.HasSuffix(string(script), want) {
		t.Errorf("ends in %q", script[len(script)-100:])
	}
}

// TestElsewhere compiles in a folder that is no clone.
func TestElsewhere(t *testing.T) {
	t.Chdir(t.TempDir())
	_, err := Script(t.Context(), func(string) {})
	if _, has := inside(); !has && (err == nil || !strings.Contains(err.Error(), "the playground's engine: go build: ")) {
		t.Errorf("%v", err)
	}
}
