package segment_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/segment"
	"github.com/kscope/kscope/tape"
)

// unhex gives the bytes of hex with blanks.
func unhex(s string) []byte {
	b, err := hex.DecodeString(strings.Join(strings.Fields(s), ""))
	if err != nil {
		panic(err)
	}
	return b
}

func offsetEntry(rel, pos int) []byte {
	return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(rel)), uint32(pos))
}

func timeEntry(time, rel int) []byte {
	return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint64(nil, uint64(time)), uint32(rel))
}

const (
	abortedHex  = "0000 0000000000000007 0000000000000010 0000000000000018 0000000000000019"
	producerHex = "0000000000000007 0002 00000004 0000000000000018 00000003 0000018bcfe56800 00000001 ffffffffffffffff"
)

func snapshot() []byte {
	b := append([]byte{0, 1, 0, 0, 0, 0}, unhex("00000002"+producerHex+producerHex)...)
	binary.BigEndian.PutUint32(b[2:], crc32.Checksum(b[6:], crc32.MakeTable(crc32.Castagnoli)))
	return b
}

// kinds are small files of every kind, with the names that Kafka gives them.
func kinds() []struct {
	kind segment.Kind
	name string
	data []byte
} {
	log, _ := sample()
	return []struct {
		kind segment.Kind
		name string
		data []byte
	}{
		{segment.Log, "00000000000000000000.log", log},
		{segment.OffsetIndex, "00000000000000000000.index", slices.Concat(offsetEntry(22, 163), offsetEntry(33, 285))},
		{segment.TimeIndex, "00000000000000000000.timeindex", slices.Concat(timeEntry(1700000002002, 22), timeEntry(1700000003003, 33))},
		{segment.TxnIndex, "00000000000000000000.txnindex", unhex(abortedHex)},
		{segment.ProducerSnapshot, "00000000000000000045.snapshot", snapshot()},
		{segment.EpochCheckpoint, "leader-epoch-checkpoint", []byte("0\n2\n0 0\n3 44\n")},
		{segment.OffsetCheckpoint, "recovery-point-offset-checkpoint", []byte("0\n2\norders 0 17\norders 1 4\n")},
		{segment.MetaProperties, "meta.properties", []byte("#\n#Mon Nov 30 09:00:00 UTC 2026\ncluster.id=MkU3OEVBNTcwNTJENDM2Qg\nnode.id=1\nversion=1\n")},
		{segment.PartitionMetadata, "partition.metadata", []byte("version: 0\ntopic_id: WxY1wfQKRQ2FsKWnZyWQXQ")},
		{segment.QuorumState, "quorum-state", []byte(`{"leaderId":1,"leaderEpoch":2,"votedId":-1,"votedDirectoryId":"AAAAAAAAAAAAAAAAAAAAAA","data_version":1}`)},
		{segment.CleanShutdown, ".kafka_cleanshutdown", []byte(`{"version":0,"brokerEpoch":5}`)},
	}
}

// TestSniff knows files under their own name, one on its way out, somebody
// else's, and none.
func TestSniff(t *testing.T) {
	all := kinds()
	for i, f := range all {
		others := []string{f.name, f.name + ".deleted", "", "stdin"}
		if f.kind != segment.OffsetIndex && f.kind != segment.TimeIndex {
			others = append(others, all[(i+1)%len(all)].name)
		}
		for _, name := range others {
			if got := segment.Sniff(f.data, int64(len(f.data)), name); got != f.kind {
				t.Errorf("%s under the name %q is taken for %q", f.kind, name, got)
			}
		}
	}
	log, starts := sample()
	for name, c := range map[string]struct {
		file string
		data []byte
		want segment.Kind
	}{
		"nothing":             {"", nil, segment.Empty},
		"empty index":         {"00000000000000000000.index", nil, segment.OffsetIndex},
		"reserved index":      {"00000000000000000000.index", make([]byte, 1000), segment.OffsetIndex},
		"reserved time index": {"00000000000000000000.timeindex", make([]byte, 1200), segment.TimeIndex},
		"damaged at once":     {"00000000000000000000.log", append([]byte("garbage"), log...), segment.Log},
		"damaged, no name":    {"", append([]byte("\x00\xff\xfegarbage"), log...), segment.Log},
		"first batch damaged": {"x", func() []byte { b := bytes.Clone(log); b[starts[1]-1] ^= 1; return b }(), segment.Log},
		"messages":            {"x", message(nil, 0, 0, 0, 0, nil, []byte("hello")), segment.Log},
		"text":                {"x", []byte("just some text\n"), segment.Other},
		"gzip":                {"x", []byte("\x1f\x8b\x08\x00\x00\x00\x00\x00"), segment.Other},
	} {
		if got := segment.Sniff(c.data, int64(len(c.data)), c.file); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	for path, want := range map[string]segment.Name{
		"/d/00000000000000000123.log":                     {Kind: segment.Log, Base: 123, Stem: "00000000000000000123"},
		"00000000000000000123.timeindex.deleted":          {Kind: segment.TimeIndex, Base: 123, Stem: "00000000000000000123", Ending: "deleted"},
		"00000000000000000007-0000000001.checkpoint":      {Kind: segment.Log, Base: 7, Stem: "00000000000000000007-0000000001"},
		"00000000000000000123.log.cleaned":                {Kind: segment.Log, Base: 123, Stem: "00000000000000000123", Ending: "cleaned"},
		"a.log":                                           {Kind: segment.Log, Base: -1, Stem: "a"},
		"recovery-point-offset-checkpoint":                {Kind: segment.OffsetCheckpoint, Base: -1, Stem: "recovery-point-offset-checkpoint"},
		"99999999999999999999.log":                        {Kind: segment.Log, Base: -1, Stem: "99999999999999999999"},
		"00000000000000000007-0000000001.checkpoint.part": {Kind: segment.Log, Base: 7, Stem: "00000000000000000007-0000000001", Ending: "part"},
	} {
		if got := segment.ParseName(path); got != want {
			t.Errorf("%s: %+v", path, got)
		}
	}
	for path, want := range map[string]segment.Partition{
		"/d/orders-12": {Topic: "orders", Number: 12}, "__consumer_offsets-0": {Topic: "__consumer_offsets"}, "a-b-3": {Topic: "a-b", Number: 3},
		"orders-1.8bd2b2a4a1c84c2d9f2f4c1c59e6a3ab-delete": {Topic: "orders", Number: 1, Ending: "delete"}, "orders--1": {Topic: "orders-", Number: 1},
		"orders": {}, "-1": {}, "orders-x": {},
	} {
		if got, ok := segment.ParsePartition(path); got != want || ok != (want.Topic != "") {
			t.Errorf("%s: %+v %v", path, got, ok)
		}
	}
}

// TestPipe opens a pipe by its path, as shells give it for the output of a
// command.
func TestPipe(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	path := fmt.Sprintf("/dev/fd/%d", r.Fd())
	if _, err := os.Stat(path); err != nil {
		t.Skip(err)
	}
	log, _ := sample()
	go func() {
		w.Write(log)
		w.Close()
	}()
	f, err := segment.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if f.Kind != segment.Log || f.Size != int64(len(log)) || f.Path != path {
		t.Errorf("%+v", f)
	}
}

// TestLinks lists the same files whether directories are links or not.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	orders := filepath.Join(dir, "orders-0")
	link := filepath.Join(dir, "link")
	for _, err := range []error{
		os.Mkdir(orders, 0o700), os.WriteFile(filepath.Join(orders, "a.log"), nil, 0o600),
		os.Symlink(filepath.Join(orders, "a.log"), filepath.Join(orders, "b.log")),
		os.Symlink(orders, filepath.Join(orders, "round")), os.Symlink(orders, link),
	} {
		if err != nil {
			t.Skip(err)
		}
	}
	for _, path := range []string{orders, link, link + "/"} {
		want := []string{filepath.Join(path, "a.log"), filepath.Join(path, "b.log")}
		if got, err := segment.Files(path); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q %v", path, got, err)
		}
	}
}

// list gives the lines that a file has in a form.
func list(t *testing.T, form segment.Form, name string, data []byte, deep bool, change func(*segment.Filter)) (lines string, damaged bool) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := segment.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out bytes.Buffer
	l := segment.Lister{Out: &out, Form: form, Deep: deep, Filter: segment.NewFilter(), Codecs: &record.Codecs{}}
	if change != nil {
		change(&l.Filter)
	}
	if err := l.File(f); err != nil {
		t.Fatal(err)
	}
	return out.String(), l.Damaged()
}

// TestForms holds both forms of every kind to lines written out here.
func TestForms(t *testing.T) {
	table := []string{
		"         0  0                        1      2  none    2023-11-14T22:13:20.000Z  -                   -          0        70  ok",
		"        22         163",
		"        22  2023-11-14T22:13:22.002Z",
		"         7            16           24                  25",
		"         7      2              4           24             3  2023-11-14T22:13:20.000Z                  1                 -",
		"  0", "  0", "  #", "  version: 0", `  {"leaderId":1,`, `  {"version":0,`,
	}
	lines := []string{
		`{"type":"batch","position":0,"size":70,"baseOffset":0,"lastOffset":0,"count":1,"magic":2,"codec":"none","timestampType":"CreateTime",` +
			`"baseTimestamp":1700000000000,"maxTimestamp":1700000000000,"transactional":false,"control":false,"deleteHorizon":null,` +
			`"partitionLeaderEpoch":0,"producerId":-1,"producerEpoch":-1,"baseSequence":-1,"crc":`,
		`{"type":"entry","position":0,"offset":22,"logPosition":163}`,
		`{"type":"entry","position":0,"timestamp":1700000002002,"offset":22}`,
		`{"type":"entry","position":0,"version":0,"producerId":7,"firstOffset":16,"lastOffset":24,"lastStableOffset":25}`,
		`{"type":"producer","position":10,"producerId":7,"epoch":2,"lastSequence":4,"lastOffset":24,"offsetDelta":3,"timestamp":1700000000000,"coordinatorEpoch":1,"currentTxnFirstOffset":-1}`,
		`{"type":"line","position":0,"line":1,"text":"0","fields":["0"]}`,
		`{"type":"line","position":0,"line":1,"text":"0","fields":["0"]}`,
		`{"type":"line","position":0,"line":1,"text":"#"}`,
		`{"type":"line","position":0,"line":1,"text":"version: 0","fields":["version","0"]}`,
		`{"type":"line","position":0,"line":1,"text":"{\"leaderId\":1`,
		`{"type":"line","position":0,"line":1,"text":"{\"version\":0`,
	}
	for i, f := range kinds() {
		heads := 0
		if !f.kind.Text() {
			heads = 1
		}
		got, damaged := list(t, &segment.Table{}, f.name, f.data, false, nil)
		if line := strings.Split(got, "\n")[heads]; damaged || !strings.HasPrefix(line, table[i]) {
			t.Errorf("%s:\n%s\n%s", f.kind, line, table[i])
		}
		got, damaged = list(t, &segment.Lines{}, f.name, f.data, false, nil)
		if damaged || !strings.HasPrefix(got, lines[i]) {
			t.Errorf("%s:\n%s\n%s", f.kind, got, lines[i])
		}
	}
}

func TestRecordForms(t *testing.T) {
	log := batch(nil, spec{base: 7, time: 1700000000000, records: []rec{
		{key: "k", value: `{"a": 1}`, headers: []string{"h"}}, {key: "a\x00b", null: true}, {key: "", value: "line\nbreak \"x\""}}})
	for _, c := range []struct {
		form segment.Form
		want []string
	}{
		{&segment.Table{}, []string{
			`         7  2023-11-14T22:13:20.000Z  "k"               "{\"a\": 1}"  h="h"`,
			`         8  2023-11-14T22:13:20.001Z  0x610062          null`,
			`         9  2023-11-14T22:13:20.002Z  ""                "line\nbreak \"x\""`}},
		{&segment.Table{Value: segment.JSONValue}, []string{`         7  2023-11-14T22:13:20.000Z  "k"               {"a": 1}  h="h"`}},
		{&segment.Table{Value: segment.TextValue}, []string{`         8  2023-11-14T22:13:20.001Z  "a\x00b"          null`}},
		{&segment.Table{Value: segment.HexValue}, []string{`         7  2023-11-14T22:13:20.000Z  0x6b              0x7b2261223a20317d  h=0x68`}},
		{&segment.Lines{}, []string{
			`{"type":"record","position":0,"offset":7,"timestamp":1700000000000,"key":"aw==","keyText":"k","value":"eyJhIjogMX0=","valueText":"{\"a\": 1}","headers":[{"key":"h","value":"aA==","valueText":"h"}]}`,
			`"offset":8,"timestamp":1700000000001,"key":"YQBi","keyText":"a\u0000b","value":null,"headers":[]}`}},
		{&segment.Lines{Value: segment.JSONValue}, []string{`"value":"eyJhIjogMX0=","valueJSON":{"a": 1},`}},
		{&segment.Lines{Value: segment.HexValue}, []string{`"key":"aw==","keyHex":"6b",`}},
	} {
		got, damaged := list(t, c.form, "x", log, true, nil)
		for _, want := range c.want {
			if damaged || !strings.Contains(got, want) {
				t.Errorf("%T %+v:\n%s\nlacks\n%s", c.form, c.form, got, want)
			}
		}
	}
}

func TestLongValues(t *testing.T) {
	long := strings.Repeat("é", 300)
	log := batch(nil, spec{records: []rec{{key: "k", value: long}}})
	short, _ := list(t, &segment.Table{}, "x", log, true, nil)
	full, _ := list(t, &segment.Table{Full: true}, "x", log, true, nil)
	if !strings.Contains(short, "… 344 more") || strings.Contains(short, `\x`) || !strings.Contains(full, `"`+long+`"`) {
		t.Errorf("%s\n%s", short, full)
	}
}

func TestFilters(t *testing.T) {
	log, starts := sample()
	for _, c := range []struct {
		name   string
		deep   bool
		change func(*segment.Filter)
		want   string // offsets
	}{
		{"offsets", false, func(f *segment.Filter) { f.Offsets = segment.Range{From: 11, To: 30} }, "10 20 30"},
		{"offsets of records", true, func(f *segment.Filter) { f.Offsets = segment.Range{From: 11, To: 21} }, "11 20 21"},
		{"a byte", false, func(f *segment.Filter) { f.At = int64(starts[3]) + 5 }, "30"},
		{"times", false, func(f *segment.Filter) { f.Times = segment.Range{From: 1700000001001, To: 1700000002000} }, "10 20"},
		{"times of records", true, func(f *segment.Filter) { f.Times = segment.Range{From: 1700000001001, To: 1700000002000} }, "11 20"},
		{"key", true, func(f *segment.Filter) { f.Key = []byte("k3") }, "33 43"},
		{"most", true, func(f *segment.Filter) { f.Max = 3 }, "0 10 11"},
		{"most batches", false, func(f *segment.Filter) { f.Max = 2 }, "0 10"},
		{"all of it", true, func(f *segment.Filter) { f.Key, f.Max, f.Offsets.From = []byte("k1"), 2, 12 }, "21 31"},
	} {
		got, damaged := list(t, &segment.Table{}, "x", log, c.deep, c.change)
		var offsets []string
		for _, line := range strings.Split(strings.TrimSpace(got), "\n")[1:] {
			field := strings.Fields(line)[0]
			if !c.deep {
				field, _, _ = strings.Cut(strings.Fields(line)[1], "-")
			}
			offsets = append(offsets, field)
		}
		if got := strings.Join(offsets, " "); damaged || got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestLayouts indexes every kind for views: leaves tile the file, and nothing
// is left over.
func TestLayouts(t *testing.T) {
	layouts := segment.NewLayouts()
	tp := &tape.Tape{Nester: record.NewLayouts()}
	for _, f := range kinds() {
		for n := range len(f.data) + 1 {
			layouts.Read(tp, f.kind, f.data[:n])
			at := 0
			for r := range tp.Roots() {
				off, end := tp.Span(r)
				if off != at {
					t.Fatalf("%s cut at %d: root at %d, not %d", f.kind, n, off, at)
				}
				at = end
			}
			if at != n || n == len(f.data) && (tp.Err != nil || len(tp.Findings) > 0) {
				t.Fatalf("%s cut at %d: ends at %d: %v %v", f.kind, n, at, tp.Err, tp.Findings)
			}
		}
	}
}

func TestDamagedSmallFiles(t *testing.T) {
	bad := func(k segment.Kind, text string) string {
		var found []string
		segment.ReadText(k, []byte(text), func(segment.Line) {}, func(f segment.Finding) { found = append(found, f.String()) })
		return strings.Join(found, "; ")
	}
	for _, c := range []struct {
		kind       segment.Kind
		text, want string
	}{
		{segment.EpochCheckpoint, "1\n0\n", `offset 0x0000: line 1: expected version 0, found "1"`},
		{segment.EpochCheckpoint, "0\n2\n0 0\n", "offset 0x0008: expected 2 entries, as line 2 says, found 1"},
		{segment.EpochCheckpoint, "0\nx\n", `offset 0x0002: line 2: expected a count of entries, found "x"`},
		{segment.EpochCheckpoint, "0\n1\n0 0 0\n", `offset 0x0004: line 3: expected 2 words, found "0 0 0"; offset 0x000a: expected 1 entries, as line 2 says, found 0`},
		{segment.OffsetCheckpoint, "0\n1\na 0 -5\n", `offset 0x0004: line 3: expected a number, found "-5"`},
		{segment.MetaProperties, "version=1\ncluster.id=c\n", "offset 0x0017: expected node.id, found none"},
		{segment.MetaProperties, "node.id=1\ncluster.id=c\n", "offset 0x0017: expected version, found none"},
		{segment.MetaProperties, "version=0\n", "offset 0x000a: expected broker.id, found none"},
		{segment.MetaProperties, "version=2\n", `offset 0x000a: expected a version that Kafka has, found "2"`},
		{segment.PartitionMetadata, "version: 0\n", `offset 0x000b: expected the 22 letters of topic_id, found ""`},
		{segment.PartitionMetadata, "version: 0\ntopic_id: WxY1wfQKRQ2FsKW", `offset 0x0024: expected the 22 letters of topic_id, found "WxY1wfQKRQ2FsKW"`},
		{segment.MetaProperties, "node.id=1\ncluster.id=c\nversion=1\nnonsense\n", `offset 0x0021: line 4: expected key=value, found "nonsense"`},
		{segment.QuorumState, `{"leaderId":`, "offset 0x0000: expected one JSON object"},
	} {
		if got := bad(c.kind, c.text); got != c.want {
			t.Errorf("%q: %s", c.text, got)
		}
	}
	whole := snapshot()
	for n := range whole {
		count := 0
		segment.ReadProducers(whole[:n], func(segment.Producer) {}, func(segment.Finding) { count++ })
		if count == 0 {
			t.Errorf("snapshot cut at %d was not seen", n)
		}
	}
	for i := range whole {
		b := bytes.Clone(whole)
		b[i] ^= 4
		count := 0
		segment.ReadProducers(b, func(segment.Producer) {}, func(segment.Finding) { count++ })
		if count == 0 {
			t.Errorf("snapshot changed at %d was not seen", i)
		}
	}
}

func TestRanges(t *testing.T) {
	day := int64(1700006400000 - 1700006400000%86400000)
	for s, want := range map[string]string{
		"5": "5 5", "5..9": "5 9", "5..": "5 9223372036854775807", "..9": "-9223372036854775808 9",
		"..": "error", "": "error", "9..5": "error", "x": "error", "-1": "error",
	} {
		r, err := segment.ParseRange(s)
		if got := fmt.Sprint(r.From, r.To); (err == nil) != (want != "error") || err == nil && got != want {
			t.Errorf("%q: %s %v", s, got, err)
		}
	}
	for s, want := range map[string]string{
		"2023-11-15": fmt.Sprint(day, day+86399999), "2023-11-15T10:00..2023-11-15 10:01": fmt.Sprint(day+36000000, day+36000000+119999),
		"1700000000000": "1700000000000 1700000000000", "2023-11-15T10:00:01Z": fmt.Sprint(day+36001000, day+36001999),
		"2023-11-15T10:00:00.5..": fmt.Sprint(day+36000500, int64(9223372036854775807)), "2023-11-15T11:00+01:00..": fmt.Sprint(day+36000000, int64(9223372036854775807)),
		"yesterday": "error",
	} {
		r, err := segment.ParseTimes(s)
		if got := fmt.Sprint(r.From, r.To); (err == nil) != (want != "error") || err == nil && got != want {
			t.Errorf("%q: %s %v, want %s", s, got, err, want)
		}
	}
}
