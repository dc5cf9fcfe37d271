package site

import (
	"io"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
)

// BenchmarkWrite makes all pages, without writing them to files.
func BenchmarkWrite(b *testing.B) {
	for b.Loop() {
		s, err := New(message.New(catalog.Builtin(), ""), Options{})
		if err != nil {
			b.Fatal(err)
		}
		for _, f := range s.files {
			if err := f.write(io.Discard); err != nil {
				b.Fatalf("%s: %v", f.path, err)
			}
		}
	}
}
