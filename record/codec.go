package record

import (
	"bytes"
	"fmt"
	"io"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// Codec is how records are compressed: bits 0 to 2 of the attributes.
type Codec uint8

// The codecs, by their number.
const (
	None   Codec = iota
	Gzip         // RFC 1952
	Snappy       // blocks in the framing of the xerial library, or one block alone
	LZ4          // LZ4 frames
	Zstd         // Zstandard frames; with magic 2 only
)

const codecMask = 0x07

var codecNames = [...]string{"none", "gzip", "snappy", "lz4", "zstd", "codec 5", "codec 6", "codec 7"}

// String is the codec's name in Kafka's configuration; of numbers that Kafka
// does not use, codec 5 to codec 7.
func (c Codec) String() string { return codecNames[c&codecMask] }

// Known reports whether Kafka uses the codec's number.
func (c Codec) Known() bool { return c <= Zstd }

// Codecs compresses and expands. The zero value is ready; it may be used by
// several goroutines at once and must not be copied. What the codecs need is
// kept and used again.
type Codecs struct {
	gzipReaders, gzipWriters sync.Pool // of *gzipReader, *gzip.Writer
	lz4Readers, lz4Writers   sync.Pool // of *lz4Reader, *lz4.Writer
	zstd                     sync.Once
	zstdDecoder              *zstd.Decoder
	zstdEncoder              *zstd.Encoder
	zstdErr                  error
}

// LimitError says that data would inflate to more than was allowed.
type LimitError struct {
	Limit int // in bytes
}

// Error gives the limit.
func (e *LimitError) Error() string {
	return fmt.Sprintf("would inflate to more than %d bytes", e.Limit)
}

// Expand appends what src holds, compressed by codec, to dst. It stops with a
// *LimitError before that takes more than limit bytes; other errors are the
// codec's own words on src. Room that dst has is used.
func (c *Codecs) Expand(dst, src []byte, codec Codec, limit int) ([]byte, error) {
	if codec != None && len(src) == 0 {
		return dst, errEmpty
	}
	switch codec {
	case None:
		if len(src) > limit {
			return dst, &LimitError{limit}
		}
		return append(dst, src...), nil
	case Gzip:
		return c.expandGzip(dst, src, limit)
	case Snappy:
		return expandSnappy(dst, src, limit)
	case LZ4:
		return c.expandLZ4(dst, src, limit, false)
	case Zstd:
		return c.expandZstd(dst, src, limit)
	}
	return dst, fmt.Errorf("%s is none that Kafka has", codec)
}

// Append appends src, compressed by codec at its default level, to dst: snappy
// in the framing of the xerial library, lz4 and zstd as one frame.
func (c *Codecs) Append(dst, src []byte, codec Codec) ([]byte, error) {
	switch codec {
	case None:
		return append(dst, src...), nil
	case Gzip:
		w, ok := c.gzipWriters.Get().(*gzip.Writer)
		if !ok {
			w = gzip.NewWriter(nil)
		}
		defer c.gzipWriters.Put(w)
		return written(dst, src, w)
	case Snappy:
		return appendSnappy(dst, src), nil
	case LZ4:
		w, ok := c.lz4Writers.Get().(*lz4.Writer)
		if !ok {
			w = lz4.NewWriter(nil)
			if err := w.Apply(lz4.BlockSizeOption(lz4.Block64Kb), lz4.ChecksumOption(false)); err != nil {
				return dst, err
			}
		}
		defer c.lz4Writers.Put(w)
		return written(dst, src, w)
	case Zstd:
		if err := c.openZstd(); err != nil {
			return dst, err
		}
		return c.zstdEncoder.EncodeAll(src, dst), nil
	}
	return dst, fmt.Errorf("%s is none that Kafka has", codec)
}

// openZstd makes encoder and decoder on first use, because both take a while
// and most runs need neither. They are safe for concurrent use themselves.
func (c *Codecs) openZstd() error {
	c.zstd.Do(func() {
		c.zstdDecoder, c.zstdErr = zstd.NewReader(nil, zstd.WithDecodeAllCapLimit(true), zstd.WithDecoderConcurrency(0))
		if c.zstdErr == nil {
			c.zstdEncoder, c.zstdErr = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
		}
	})
	return c.zstdErr
}

// writer is what the writers of gzip and lz4 have in common.
type writer interface {
	Reset(io.Writer)
	Write([]byte) (int, error)
	Close() error
}

func written(dst, src []byte, w writer) ([]byte, error) {
	out := bytes.NewBuffer(dst)
	w.Reset(out)
	if _, err := w.Write(src); err != nil {
		return dst, err
	}
	if err := w.Close(); err != nil {
		return dst, err
	}
	return out.Bytes(), nil
}
