package vector

import (
	"bufio"
	"bytes"
	"io"
)

// readSize is how much is read at a time; lines may be longer.
const readSize = 64 << 10

// Stream answers each line of r on w, by Decode or Encode of a Coder, and gives
// the number of lines whose answer has an error. It ends with r, or with the
// first error of r or w.
func Stream(w io.Writer, r io.Reader, answer func(dst, line []byte) ([]byte, bool)) (bad int, err error) {
	out := bufio.NewWriterSize(w, readSize)
	var buf []byte
	in := bufio.NewReaderSize(r, readSize)
	err = eachLine(in, func(_ int, line []byte) error {
		var ok bool
		if buf, ok = answer(buf[:0], line); !ok {
			bad++
		}
		buf = append(buf, '\n')
		if _, err := out.Write(buf); err != nil {
			return err
		}
		if waiting(in) {
			return nil
		}
		return out.Flush()
	})
	if flush := out.Flush(); err == nil {
		err = flush
	}
	return bad, err
}

// waiting reports whether a whole line has been read ahead, so that there is no
// need to block for the next one.
func waiting(in *bufio.Reader) bool {
	ahead, _ := in.Peek(in.Buffered())
	return bytes.IndexByte(ahead, '\n') >= 0
}

// eachLine calls f for each line that is not blank, with its number from 1 on.
// The line is valid during the call only.
func eachLine(in *bufio.Reader, f func(n int, line []byte) error) error {
	var long []byte // a line that did not fit the reader's buffer
	for n := 1; ; n++ {
		line, err := in.ReadSlice('\n')
		for err == bufio.ErrBufferFull {
			long = append(long, line...)
			line, err = in.ReadSlice('\n')
		}
		if len(long) > 0 {
			long = append(long, line...)
			line = long
		}
		if len(bytes.TrimSpace(line)) > 0 {
			if err := f(n, line); err != nil {
				return err
			}
		}
		long = long[:0]
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
