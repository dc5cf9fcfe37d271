package prose

import (
	"math"
	"testing"
)

func TestNumber(t *testing.T) {
	for n, want := range map[int]string{
		0: "0", 999: "999", 1000: "1,000", -1: "-1", -1000: "-1,000", 1234567: "1,234,567",
		math.MaxInt64: "9,223,372,036,854,775,807", math.MinInt64: "-9,223,372,036,854,775,808",
	} {
		if got := Number(n); got != want {
			t.Errorf("Number(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int][2]string{
		0: {"0 bytes", "0 bytes are"}, 1: {"1 byte", "1 byte is"}, 2000: {"2,000 bytes", "2,000 bytes are"},
	} {
		if got := Count(n, "byte"); got != want[0] {
			t.Errorf("Count(%d) = %q, want %q", n, got, want[0])
		}
		if got := CountOf(n, "byte is", "bytes are"); got != want[1] {
			t.Errorf("CountOf(%d) = %q, want %q", n, got, want[1])
		}
	}
}

func TestList(t *testing.T) {
	for _, c := range []struct {
		words []string
		want  string
	}{
		{nil, ""}, {[]string{"a"}, "a"}, {[]string{"a", "b"}, "a and b"}, {[]string{"a", "b", "c"}, "a, b and c"},
	} {
		if got := List(c.words); got != c.want {
			t.Errorf("List(%q) = %q, want %q", c.words, got, c.want)
		}
	}
}

func TestPosition(t *testing.T) {
	const text = "ab\nc\n"
	for off, want := range [][2]int{{1, 1}, {1, 2}, {1, 3}, {2, 1}, {2, 2}, {3, 1}, {3, 1}} {
		if line, col := Position([]byte(text), off); [2]int{line, col} != want {
			t.Errorf("Position(%q, %d) = %d, %d, want %d", text, off, line, col, want)
		}
	}
}
