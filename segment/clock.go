package segment

import "time"

// clock writes points in time as RFC 3339 in UTC, with milliseconds. Records
// of one day share the first part, which is kept.
type clock struct {
	day  int64
	date [10]byte // 2006-01-02
	set  bool
}

const dayMs = 24 * 60 * 60 * 1000

// append appends a timestamp in milliseconds; "-" for none.
func (c *clock) append(dst []byte, ms int64) []byte {
	if ms < 0 {
		return append(dst, '-')
	}
	if ms >= maxTime {
		return time.UnixMilli(ms).UTC().AppendFormat(dst, "2006-01-02T15:04:05.000Z")
	}
	day := ms / dayMs
	if !c.set || day != c.day {
		c.day, c.set = day, true
		time.UnixMilli(ms).UTC().AppendFormat(c.date[:0], time.DateOnly)
	}
	ms -= day * dayMs
	dst = append(dst, c.date[:]...)
	h, m, s := ms/3600000, ms/60000%60, ms/1000%60
	ms %= 1000
	return append(dst, 'T', byte('0'+h/10), byte('0'+h%10), ':', byte('0'+m/10), byte('0'+m%10), ':', byte('0'+s/10), byte('0'+s%10),
		'.', byte('0'+ms/100), byte('0'+ms/10%10), byte('0'+ms%10), 'Z')
}
