package schema

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// MaxVersion is the open end of a range such as "1+".
const MaxVersion = math.MaxInt16

// Versions is an inclusive range of message versions. The zero value is the
// range "0", so an absent range is written None, never Versions{}.
type Versions struct {
	Lo, Hi int16
}

// None contains no version at all; Kafka writes it "none".
var None = Versions{Lo: 1, Hi: 0}

// ParseVersions reads Kafka's notation: "none", "3", "0-4" or "2+".
func ParseVersions(s string) (Versions, error) {
	s = strings.TrimSpace(s)
	if s == "none" {
		return None, nil
	}
	if lo, ok := strings.CutSuffix(s, "+"); ok {
		n, err := parseVersion(lo)
		return Versions{n, MaxVersion}, err
	}
	lo, hi, ranged := strings.Cut(s, "-")
	first, err := parseVersion(lo)
	if err != nil || !ranged {
		return Versions{first, first}, err
	}
	last, err := parseVersion(hi)
	if err == nil && last < first {
		err = fmt.Errorf("version range %q ends before it begins", s)
	}
	return Versions{first, last}, err
}

func parseVersion(s string) (int16, error) {
	n, err := strconv.ParseUint(s, 10, 15)
	if err != nil {
		return 0, fmt.Errorf("%q is not a version number (0 to %d)", s, MaxVersion)
	}
	return int16(n), nil
}

// String gives Kafka's notation.
func (v Versions) String() string {
	switch {
	case v.Empty():
		return "none"
	case v.Hi == MaxVersion:
		return strconv.Itoa(int(v.Lo)) + "+"
	case v.Lo == v.Hi:
		return strconv.Itoa(int(v.Lo))
	}
	return fmt.Sprintf("%d-%d", v.Lo, v.Hi)
}

// Empty reports whether the range holds no version.
func (v Versions) Empty() bool { return v.Lo > v.Hi }

// Has reports whether version n lies in the range.
func (v Versions) Has(n int16) bool { return v.Lo <= n && n <= v.Hi }

// Len is the number of versions of a closed range, 0 for None.
func (v Versions) Len() int {
	if v.Empty() {
		return 0
	}
	return int(v.Hi) - int(v.Lo) + 1
}

// Intersect is the range of the versions that both hold.
func (v Versions) Intersect(w Versions) Versions {
	r := Versions{max(v.Lo, w.Lo), min(v.Hi, w.Hi)}
	if r.Empty() {
		return None
	}
	return r
}

// Covers reports whether every version of w lies in v.
func (v Versions) Covers(w Versions) bool {
	return w.Empty() || v.Lo <= w.Lo && w.Hi <= v.Hi
}
