package wire

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"testing"
)

func TestUvarintVectors(t *testing.T) {
	for _, c := range []struct {
		hex string
		v   uint32
		n   int
	}{
		{"00", 0, 1}, {"7f", 127, 1}, {"8001", 128, 2}, {"ffffffff0f", math.MaxUint32, 5},
		{"8000", 0, 2},                  // over-long, but a value
		{"81808080080c", 0x80000001, 5}, // bit 31 is a bit of the value, not of the sign
		{"ffffffff10", 0, Overflow}, {"808080808001", 0, Overflow},
		{"", 0, Cut}, {"80", 0, Cut}, {"ffffffff", 0, Cut},
	} {
		b, _ := hex.DecodeString(c.hex)
		if v, n := ReadUvarint(b, 0); v != c.v || n != c.n {
			t.Errorf("ReadUvarint(%s) = %d, %d; want %d, %d", c.hex, v, n, c.v, c.n)
		}
	}
}

// The vectors of encoding/binary are an oracle for 64 bits.
func TestAgreesWithEncodingBinary(t *testing.T) {
	for shift := range 64 {
		for _, d := range []int64{-1, 0, 1} {
			v := int64(1)<<shift + d
			for _, x := range []int64{v, -v} {
				want := binary.AppendVarint(nil, x)
				if got := AppendVarlong(nil, x); !bytes.Equal(got, want) || SizeVarlong(x) != len(want) {
					t.Fatalf("AppendVarlong(%d) = %x (size %d), want %x", x, got, SizeVarlong(x), want)
				}
				if got, n := ReadVarlong(want, 0); got != x || n != len(want) {
					t.Fatalf("ReadVarlong(%x) = %d, %d; want %d", want, got, n, x)
				}
				s := int32(x)
				b := AppendVarint(nil, s)
				if got, n := ReadVarint(b, 0); got != s || n != len(b) || SizeVarint(s) != n {
					t.Fatalf("ReadVarint(%x) = %d, %d; want %d", b, got, n, s)
				}
			}
		}
	}
}

func TestEveryPrefixIsCut(t *testing.T) {
	full := AppendUvarlong(nil, math.MaxUint64)
	for i := range full {
		if _, n := ReadUvarlong(full[:i], 0); n != Cut {
			t.Errorf("%x: n = %d, want Cut", full[:i], n)
		}
	}
}

func TestUUIDText(t *testing.T) {
	const dashed = "00010203-0405-0607-0809-0a0b0c0d0e0f"
	id, err := ParseUUID(dashed)
	if got := string(AppendUUIDHex(nil, id[:])); err != nil || got != dashed {
		t.Fatalf("ParseUUID(%q) prints as %q, %v", dashed, got, err)
	}
	text := string(AppendUUIDText(nil, id[:]))
	back, err := ParseUUID(text)
	if err != nil || back != id || len(text) != 22 {
		t.Errorf("ParseUUID(%q) = %x, %v", text, back, err)
	}
	for _, bad := range []string{"", "zz", "AAAAAAAAAAAAAAAAAAAAA!", "00010203-0405-0607-0809-0a0b0c0d0e0g",
		"000102030405060708090a0b0c0d0e0f1011", "0001020304050607-0809-0a0b0c0d0e0f10"} {
		if _, err := ParseUUID(bad); err == nil {
			t.Errorf("ParseUUID(%q) was accepted", bad)
		}
	}
}

func ExampleReadVarint() {
	v, n := ReadVarint([]byte{0xff, 0x01}, 0)
	fmt.Println(v, n)
	// Output: -128 2
}
