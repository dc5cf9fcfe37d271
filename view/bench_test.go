package view

import (
	"io"
	"strings"
	"testing"
)

// counter counts what is written, so that speed can be told per byte of output.
type counter struct{ n int64 }

func (c *counter) Write(b []byte) (int, error) {
	c.n += int64(len(b))
	return len(b), nil
}

func BenchmarkViews(b *testing.B) {
	d := zooDoc(b, 1, head1+"00 00 81e807 "+strings.Repeat("00000001", 128000)+"81e807 "+strings.Repeat("08 6f7374726963 68 00", 128000)+"ff 00 00")
	if d.Tape.Err != nil {
		b.Fatal(d.Tape.Err)
	}
	for name, show := range map[string]func(io.Writer, *Doc, Options) error{
		"tree": Tree, "dump": Dump, "nodes": Nodes, "grid": Grid, "html": HTML,
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var c counter
				if err := show(&c, d, Options{}); err != nil {
					b.Fatal(err)
				}
				b.SetBytes(c.n)
			}
		})
	}
}
