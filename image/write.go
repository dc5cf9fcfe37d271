package image

import (
	"bufio"
	"io"
	"strconv"
)

// Options change how an image is written.
type Options struct {
	Reveal bool // secrets too
	Full   bool // values of any length whole
	Limit  int  // how many elements of a map trees show; 0 for all
}

// writer is what the forms of an image write to. An error stays in the buffer
// and comes out when it is flushed.
type writer struct {
	w   *bufio.Writer
	opt Options
	buf []byte
}

func newWriter(w io.Writer, o Options) writer {
	return writer{w: bufio.NewWriterSize(w, 64<<10), opt: o}
}

func (w *writer) raw(s string) { w.w.WriteString(s) }

func (w *writer) num(n int64) {
	w.buf = strconv.AppendInt(w.buf[:0], n, 10)
	w.w.Write(w.buf)
}
