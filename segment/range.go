package segment

import (
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// ParseRange reads a range of offsets: A..B, A.., ..B, or A alone. Both ends
// belong to it.
func ParseRange(s string) (Range, error) {
	return parseRange(s, func(s string, _ bool) (int64, error) {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil || n < 0 {
			return 0, fmt.Errorf("range %q: expected FROM..TO in offsets, found %q", s, s)
		}
		return n, nil
	})
}

// ParseTimes reads a range of times: FROM..TO, FROM.., ..TO, or one time. A
// time is a date, 2026-11-30, which means the whole of that day, a date with a
// time, 2026-11-30T09:00 and finer, or milliseconds since 1970. Without a zone
// it is UTC.
func ParseTimes(s string) (Range, error) { return parseRange(s, parseTime) }

func parseRange(s string, parse func(s string, end bool) (int64, error)) (Range, error) {
	from, to, both := strings.Cut(s, "..")
	if !both {
		to = from
	}
	r := Everything()
	var err error
	if from == "" && to == "" {
		return r, fmt.Errorf("range %q: expected FROM..TO", s)
	}
	if from != "" {
		if r.From, err = parse(from, false); err != nil {
			return r, err
		}
	}
	if to != "" {
		if r.To, err = parse(to, true); err != nil {
			return r, err
		}
	}
	if r.From > r.To {
		return r, fmt.Errorf("range %q: it ends before it begins", s)
	}
	return r, nil
}

// timeForms are the forms of times, with what each leaves open.
var timeForms = []struct {
	layout string
	open   time.Duration
}{
	{time.DateOnly, 24 * time.Hour},
	{"2006-01-02T15:04", time.Minute},
	{"2006-01-02T15:04:05.999999999", 0},
	{"2006-01-02T15:04Z07:00", time.Minute},
	{time.RFC3339Nano, 0},
}

// parseTime reads one time; end asks for the last millisecond that it means.
func parseTime(s string, end bool) (int64, error) {
	if ms, err := strconv.ParseInt(s, 10, 64); err == nil {
		return ms, nil
	}
	for _, f := range timeForms {
		t, err := time.Parse(f.layout, strings.Replace(s, " ", "T", 1))
		if err != nil {
			continue
		}
		open := f.open
		if f.open == 0 && t.Nanosecond() == 0 && !strings.Contains(s, ".") {
			open = time.Second
		}
		if end && open > 0 {
			t = t.Add(open - time.Millisecond)
		}
		return t.UnixMilli(), nil
	}
	return 0, fmt.Errorf("time %q: expected a date, 2006-01-02T15:04:05, or milliseconds since 1970", s)
}

// ParsePosition reads a position in a file, in decimal or, behind 0x, in hex.
func ParsePosition(s string) (int64, error) {
	n, err := strconv.ParseUint(s, 0, 63)
	if err != nil || n > math.MaxInt64 {
		return 0, fmt.Errorf("position %q: expected a number of bytes, such as 4096 or 0x1000", s)
	}
	return int64(n), nil
}

// ParseKey reads the key of records: text, or bytes in hex behind 0x.
func ParseKey(s string) ([]byte, error) {
	digits, isHex := strings.CutPrefix(s, "0x")
	if !isHex {
		return []byte(s), nil
	}
	b, err := hex.DecodeString(digits)
	if err != nil {
		return nil, fmt.Errorf("key %q: expected hex digits behind 0x, two for each byte", s)
	}
	return b, nil
}
