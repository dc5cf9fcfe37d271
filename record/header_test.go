package record_test

import (
	"testing"

	"github.com/kscope/kscope/record"
)

func TestReadHeader(t *testing.T) {
	b := record.AppendSample(nil, 3)
	b[22] = 0x68 // append time, control, delete horizon
	h, ok := record.ReadHeader(b)
	want := record.BatchHeader{BaseOffset: 6, Length: 80, Magic: 2, CRC: h.CRC, Attributes: 0x68, LastOffsetDelta: 1,
		BaseTimestamp: 1498608000000, MaxTimestamp: 1498608000001, Count: 2}
	if !ok || h != want || h.CRC == 0 {
		t.Errorf("%+v", h)
	}
	if h.Size() != 92 || h.LastOffset() != 7 || h.Offset(1) != 7 || h.Timestamp(0) != h.MaxTimestamp {
		t.Errorf("%d bytes, up to %d, timestamp %d", h.Size(), h.LastOffset(), h.Timestamp(0))
	}
	h.Attributes = 0
	if h.Timestamp(5) != h.BaseTimestamp+5 {
		t.Error(h.Timestamp(5))
	}
	for _, bad := range [][]byte{nil, b[:60], message(1, 0, "k", string(make([]byte, 60)))} {
		if _, ok := record.ReadHeader(bad); ok {
			t.Errorf("%x is no batch", bad)
		}
	}
	if n := testing.AllocsPerRun(10, func() { record.ReadHeader(b) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestAttributes(t *testing.T) {
	for _, c := range []struct {
		a                                       record.Attributes
		codec                                   record.Codec
		append, transactional, control, horizon bool
		unknown                                 uint16
	}{
		{0, record.None, false, false, false, false, 0},
		{0x0c, record.Zstd, true, false, false, false, 0},
		{0x30, record.None, false, true, true, false, 0},
		{0x43, record.LZ4, false, false, false, true, 0},
		{-0x80, record.None, false, false, false, false, 0xff80},
	} {
		a := c.a
		if a.Codec() != c.codec || a.LogAppendTime() != c.append || a.Transactional() != c.transactional ||
			a.Control() != c.control || a.DeleteHorizon() != c.horizon || a.Unknown() != c.unknown {
			t.Errorf("%#x: %s %v %v %v %v %#x", int16(a), a.Codec(), a.LogAppendTime(), a.Transactional(), a.Control(), a.DeleteHorizon(), a.Unknown())
		}
	}
	if s := record.Attributes(8).TimestampType() + record.Attributes(0).TimestampType(); s != "LOG_APPEND_TIMECREATE_TIME" {
		t.Error(s)
	}
}
