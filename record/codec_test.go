package record_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/kscope/kscope/record"
)

var codecs = []record.Codec{record.None, record.Gzip, record.Snappy, record.LZ4, record.Zstd}

func noise(n int) []byte {
	b, r := make([]byte, n), rand.New(rand.NewPCG(1, 2))
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// TestCodecsBothWays compresses and expands what is small, large, monotonous
// and random, with limits that it just fits in and just does not.
func TestCodecsBothWays(t *testing.T) {
	var c record.Codecs
	for _, data := range [][]byte{[]byte("x"), []byte(strings.Repeat("kafka ", 100)), noise(100_000), make([]byte, 300_000), append(noise(70_000), make([]byte, 70_000)...)} {
		for _, codec := range codecs {
			what := fmt.Sprintf("%s, %d bytes", codec, len(data))
			packed, err := c.Append([]byte("front"), data, codec)
			if err != nil || !bytes.HasPrefix(packed, []byte("front")) {
				t.Fatalf("%s: %v", what, err)
			}
			packed = packed[5:]
			out, err := c.Expand([]byte("head"), packed, codec, len(data))
			if err != nil || string(out) != "head"+string(data) {
				t.Errorf("%s: %v, %d bytes", what, err, len(out))
			}
			var over *record.LimitError
			out, err = c.Expand([]byte("head"), packed, codec, len(data)-1)
			if !errors.As(err, &over) || over.Limit != len(data)-1 || string(out) != "head" {
				t.Errorf("%s: %v where it does not fit, %d bytes", what, err, len(out))
			}
		}
	}
}

// TestCutAndChanged cuts compressed data at every length and changes every
// byte: that may be noticed or not, but never costs more than the limit.
func TestCutAndChanged(t *testing.T) {
	var c record.Codecs
	data := append(noise(300), strings.Repeat("kafka ", 60)...)
	for _, codec := range codecs[1:] {
		packed, err := c.Append(nil, data, codec)
		if err != nil {
			t.Fatal(err)
		}
		for n := range packed {
			if out, err := c.Expand(nil, packed[:n], codec, 1000); err == nil && (codec != record.Snappy || !bytes.HasPrefix(data, out)) {
				t.Errorf("%s cut at %d of %d: no error, %d bytes", codec, n, len(packed), len(out))
			}
			changed := bytes.Clone(packed)
			changed[n] ^= 1 << (n % 8)
			if out, _ := c.Expand(nil, changed, codec, 1000); len(out) > 1000 {
				t.Errorf("%s changed at %d: %d bytes", codec, n, len(out))
			}
		}
	}
}

// TestCodecsByHand has data that others have compressed.
func TestCodecsByHand(t *testing.T) {
	var c record.Codecs
	hello := strings.Repeat("A", 15) + " hello"
	for _, k := range []struct {
		name  string
		codec record.Codec
		hex   string
		want  string // data, or the error
	}{
		{"snappy, literal", record.Snappy, "05" + "10" + "68656c6c6f", "hello"},
		{"snappy, literal and copy", record.Snappy, "15" + "00" + "41" + "360100" + "14" + "2068656c6c6f", hello},
		{"xerial", record.Snappy, "82534e4150505900" + "00000001" + "00000001" + "00000007" + "0510" + "68656c6c6f", "hello"},
		{"xerial, two blocks", record.Snappy, "82534e4150505900" + "00000001" + "00000001" + "00000007" + "051068656c6c6f" + "00000003" + "010021", "hello!"},
		{"xerial, two streams", record.Snappy, "82534e4150505900" + "0000000100000001" + "00000007" + "051068656c6c6f" + "82534e4150505900" + "0000000100000001" + "00000003" + "010021", "hello!"},
		{"xerial, block too long", record.Snappy, "82534e4150505900" + "0000000100000001" + "00000008" + "051068656c6c6f", "a block of 8 bytes where 7 are left"},
		{"xerial, negative block", record.Snappy, "82534e4150505900" + "0000000100000001" + "ffffffff" + "0510", "a block of -1 bytes where 2 are left"},
		{"xerial, cut in a size", record.Snappy, "82534e4150505900" + "0000000100000001" + "0000", "2 bytes where the size of a block should be"},
		{"snappy that claims a lot", record.Snappy, "ffffff7f" + "10", "5 bytes that claim to be 268435455 unpacked"},
		{"gzip, stored", record.Gzip, "1f8b0800000000000003" + "010500faff68656c6c6f" + "86a61036" + "05000000", "hello"},
		{"gzip, wrong sum", record.Gzip, "1f8b0800000000000003" + "010500faff68656c6c6f" + "87a61036" + "05000000", "gzip: invalid checksum"},
		{"gzip, cut", record.Gzip, "1f8b0800000000000003" + "010500faff6865", "data that ends too early"},
		{"zstd, raw block", record.Zstd, "28b52ffd" + "2005" + "290000" + "68656c6c6f", "hello"},
		{"zstd, repeated byte", record.Zstd, "28b52ffd" + "2005" + "2b0000" + "41", "AAAAA"},
		{"zstd that claims to be nothing", record.Zstd, "28b52ffd" + "2000" + "290000" + "68656c6c6f", "frame size exceeded"},
		{"zstd that claims too much", record.Zstd, "28b52ffd" + "a0ffffff00" + "290000" + "68656c6c6f", "would inflate to more than 1000 bytes"},
		{"zstd that claims a little too much", record.Zstd, "28b52ffd" + "2006" + "290000" + "68656c6c6f", "frame size does not match size on stream"},
		{"lz4, stored block", record.LZ4, "04224d18" + "604082" + "05000080" + "68656c6c6f" + "00000000", "hello"},
		{"nothing", record.LZ4, "", "0 bytes"},
		{"no codec", 6, "00", "codec 6 is none that Kafka has"},
	} {
		b, err := hex.DecodeString(k.hex)
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Expand(nil, b, k.codec, 1000)
		if err != nil {
			got = []byte(err.Error())
		}
		if string(got) != k.want {
			t.Errorf("%s: %q, want %q", k.name, got, k.want)
		}
	}
}

func TestExpandAllocatesNothing(t *testing.T) {
	var c record.Codecs
	data := append(noise(20_000), make([]byte, 80_000)...)
	for _, codec := range codecs {
		packed, err := c.Append(nil, data, codec)
		if err != nil {
			t.Fatal(err)
		}
		room := make([]byte, 0, 1<<20)
		n := testing.AllocsPerRun(20, func() {
			if _, err := c.Expand(room, packed, codec, 1<<20); err != nil {
				t.Fatal(err)
			}
		})
		t.Logf("%s: %v allocations", codec, n)
		if n > 0 && codec != record.LZ4 {
			t.Errorf("%s: %v allocations", codec, n)
		}
	}
}

// TestExpandZstdOfUnknownSize: data that says nothing of its size, as Kafka's
// producers write it, and inflates to many times the room that is tried first.
func TestExpandZstdOfUnknownSize(t *testing.T) {
	var c record.Codecs
	for _, n := range []int{200_000, 1 << 20, 10_000_000, 20_000_000} {
		var packed bytes.Buffer
		w, err := zstd.NewWriter(&packed)
		if err != nil {
			t.Fatal(err)
		}
		for left := n; left > 0; left -= min(left, 1000) {
			w.Write(make([]byte, min(left, 1000)))
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		out, err := c.Expand(nil, packed.Bytes(), record.Zstd, n)
		if err != nil || len(out) != n {
			t.Errorf("%d bytes: %d bytes, %v", n, len(out), err)
		}
		var over *record.LimitError
		for _, limit := range []int{n - 1, n / 2, n / 10, 1000} {
			if _, err := c.Expand(nil, packed.Bytes(), record.Zstd, limit); !errors.As(err, &over) {
				t.Errorf("%d bytes, at most %d: %v", n, limit, err)
			}
		}
	}
}
