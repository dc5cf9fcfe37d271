package segment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
)

// Line is one line of a text file, taken apart.
type Line struct {
	Position int64 // of its first byte
	Number   int   // from 1
	Text     []byte
	// Fields are the words of a checkpoint's line, or key and value of a
	// property. Of comments, and lines that cannot be read, there are none.
	Fields [][]byte
}

// ReadText takes a text file apart: lines go to each, what is wrong to found.
func ReadText(k Kind, b []byte, each func(Line), found func(Finding)) {
	t := textReader{kind: k, each: each, found: found, want: -1, pairs: map[string]string{}}
	if k == QuorumState || k == CleanShutdown {
		t.json(b)
		return
	}
	for pos, n := 0, 1; pos < len(b); n++ {
		end := bytes.IndexByte(b[pos:], '\n')
		if end < 0 {
			end = len(b) - pos
		}
		t.line(Line{Position: int64(pos), Number: n, Text: bytes.TrimSuffix(b[pos:pos+end], []byte("\r"))})
		pos += end + 1
	}
	if t.want >= 0 && t.got != t.want && (k == EpochCheckpoint || k == OffsetCheckpoint) {
		found(Finding{int64(len(b)), BadText, fmt.Sprintf("expected %d entries, as line 2 says, found %d", t.want, t.got)})
	}
	for _, text := range t.missing() {
		found(Finding{int64(len(b)), BadText, text})
	}
}

type textReader struct {
	kind  Kind
	each  func(Line)
	found func(Finding)
	want  int // entries of a checkpoint; -1 before that is known
	got   int
	pairs map[string]string
	last  Epoch // of a list of epochs
}

// Epoch is an entry of a list of leader epochs: the first offset of an epoch.
type Epoch struct {
	Epoch int32
	Start int64
}

// Epoch reads an entry of a list of leader epochs; ok is false for other lines.
func (l *Line) Epoch() (e Epoch, ok bool) {
	if l.Number < 3 || len(l.Fields) != 2 {
		return e, false
	}
	epoch, err := strconv.ParseInt(string(l.Fields[0]), 10, 32)
	start, err2 := strconv.ParseInt(string(l.Fields[1]), 10, 64)
	return Epoch{int32(epoch), start}, err == nil && err2 == nil
}

func (t *textReader) bad(l Line, format string, args ...any) {
	t.found(Finding{l.Position, BadText, fmt.Sprintf("line %d: ", l.Number) + fmt.Sprintf(format, args...)})
}

func (t *textReader) line(l Line) {
	switch t.kind {
	case EpochCheckpoint, OffsetCheckpoint:
		t.checkpoint(&l)
	case MetaProperties:
		t.pair(&l, "=")
	case PartitionMetadata:
		t.pair(&l, ":")
	}
	t.each(l)
}

// checkpoint reads version, count, and entries.
// Source: org.apache.kafka.server.common.CheckpointFile.
func (t *textReader) checkpoint(l *Line) {
	fields := bytes.Fields(l.Text)
	number := func(f []byte) (int64, bool) {
		n, err := strconv.ParseInt(string(f), 10, 64)
		return n, err == nil
	}
	want := 2 // epoch, offset
	if t.kind == OffsetCheckpoint {
		want = 3 // topic, partition, offset
	}
	switch {
	case l.Number == 1:
		if v, ok := number(l.Text); !ok || v != 0 {
			t.bad(*l, "expected version 0, found %q", l.Text)
		}
		l.Fields = fields
	case l.Number == 2:
		if n, ok := number(l.Text); ok && n >= 0 && n < 1<<31 {
			t.want = int(n)
		} else {
			t.bad(*l, "expected a count of entries, found %q", l.Text)
		}
		l.Fields = fields
	case len(fields) != want:
		t.bad(*l, "expected %d words, found %q", want, l.Text)
	default:
		t.got++
		l.Fields = fields
		for _, f := range fields[want-2:] {
			if n, ok := number(f); !ok || n < 0 {
				t.bad(*l, "expected a number, found %q", f)
			}
		}
		t.order(l)
	}
}

// order checks that leader epochs and their offsets go up.
func (t *textReader) order(l *Line) {
	e, ok := l.Epoch()
	if t.kind != EpochCheckpoint || !ok {
		return
	}
	if t.got > 1 && (e.Epoch <= t.last.Epoch || e.Start <= t.last.Start) {
		t.bad(*l, "expected more than epoch %d at offset %d, found epoch %d at offset %d", t.last.Epoch, t.last.Start, e.Epoch, e.Start)
	}
	t.last = e
}

func (t *textReader) pair(l *Line, sep string) {
	text := bytes.TrimSpace(l.Text)
	if len(text) == 0 || text[0] == '#' {
		return
	}
	key, value, ok := bytes.Cut(text, []byte(sep))
	if !ok {
		t.bad(*l, "expected key%svalue, found %q", sep, text)
		return
	}
	l.Fields = [][]byte{bytes.TrimSpace(key), bytes.TrimSpace(value)}
	t.pairs[string(l.Fields[0])] = string(l.Fields[1])
}

// uuidText is how many letters a UUID has in Kafka's text.
const uuidText = 22

// missing tells what brokers do not start without.
// Source: org.apache.kafka.metadata.properties.MetaProperties and
// org.apache.kafka.storage.internals.checkpoint.PartitionMetadataFile.
func (t *textReader) missing() (texts []string) {
	version, ok := t.pairs["version"]
	want := func(keys ...string) {
		for _, key := range keys {
			if t.pairs[key] == "" {
				texts = append(texts, "expected "+key+", found none")
			}
		}
	}
	switch {
	case t.kind != MetaProperties && t.kind != PartitionMetadata:
	case !ok:
		want("version")
	case t.kind == MetaProperties && version == "0":
		want("broker.id")
	case t.kind == MetaProperties && version == "1":
		want("cluster.id", "node.id")
	case version != "0":
		texts = append(texts, fmt.Sprintf("expected a version that Kafka has, found %q", version))
	case len(t.pairs["topic_id"]) != uuidText:
		texts = append(texts, fmt.Sprintf("expected the %d letters of topic_id, found %q", uuidText, t.pairs["topic_id"]))
	}
	return texts
}

// json gives a file of JSON as one line.
func (t *textReader) json(b []byte) {
	text := bytes.TrimSpace(b)
	if len(text) == 0 && t.kind == CleanShutdown {
		return // older releases leave it empty
	}
	if !json.Valid(text) {
		t.found(Finding{0, BadText, "expected one JSON object"})
	}
	t.each(Line{Number: 1, Text: text})
}
