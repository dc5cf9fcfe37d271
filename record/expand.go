package record

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// How each codec is expanded: into the room that dst has, which grows as data
// comes and never by what the data claims of itself, unless that is in bounds.

var errEmpty = errors.New("0 bytes")

// Room for what is unpacked: how many times the size of the data is tried first
// and, in bytes, where that is too little.
const (
	firstRoom = 4
	leastRoom = 4 << 10
)

// gzipReader is a reader with the source that it is given again and again.
type gzipReader struct {
	gzip.Reader
	src bytes.Reader
}

func (c *Codecs) expandGzip(dst, src []byte, limit int) ([]byte, error) {
	r, ok := c.gzipReaders.Get().(*gzipReader)
	if !ok {
		r = &gzipReader{}
	}
	defer c.gzipReaders.Put(r)
	r.src.Reset(src)
	if err := r.Reset(&r.src); err != nil {
		return dst, full(err)
	}
	hint := len(src) * firstRoom
	if n := len(src); n >= 4 { // the last four bytes are the size; wrong ones cost a little room
		hint = min(int(binary.LittleEndian.Uint32(src[n-4:])), n*32)
	}
	return drain(dst, r, hint, limit)
}

// drain appends what r gives. It asks for one byte more than the limit, to
// tell data that ends there from data that goes on.
func drain(dst []byte, r io.Reader, hint, limit int) ([]byte, error) {
	start := len(dst)
	dst = slices.Grow(dst, min(hint, limit)+1)
	for {
		if len(dst) == cap(dst) {
			dst = slices.Grow(dst, min(len(dst)-start, limit-(len(dst)-start))+1)
		}
		n, err := r.Read(dst[len(dst):cap(dst)])
		dst = dst[:len(dst)+n]
		switch {
		case len(dst)-start > limit:
			return dst[:start], &LimitError{limit}
		case err == io.EOF:
			return dst, nil
		case err != nil:
			return dst[:start], full(err)
		}
	}
}

// full says what the end of the data means in the middle of it.
func full(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return errors.New("data that ends too early")
	}
	return err
}

func (c *Codecs) expandZstd(dst, src []byte, limit int) ([]byte, error) {
	if err := c.openZstd(); err != nil {
		return dst, err
	}
	start, room := len(dst), max(len(src)*firstRoom, leastRoom)
	var head zstd.Header
	if head.Decode(src) == nil && head.HasFCS && head.FrameContentSize <= uint64(limit) {
		room = int(head.FrameContentSize)
	}
	for {
		dst = slices.Grow(dst, min(room, limit))
		out, err := c.zstdDecoder.DecodeAll(src, dst)
		switch {
		case err == nil && len(out)-start <= limit:
			return out, nil
		case err == nil || lacksRoom(err) && cap(dst)-start >= limit:
			return dst, &LimitError{limit}
		case !lacksRoom(err):
			return dst, full(err)
		}
		room = max(firstRoom*(cap(dst)-start), leastRoom) // a frame may claim to hold nothing
	}
}

// lacksRoom reports whether data may have needed more room than there was. The
// decoder has no error of its own for a block that the end of the room cuts: it
// takes the block for one that is too large.
func lacksRoom(err error) bool {
	return errors.Is(err, zstd.ErrDecoderSizeExceeded) || strings.HasPrefix(err.Error(), "output bigger than max block size")
}
