package image_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/kscope/kscope/image"
	"github.com/kscope/kscope/segment"
)

// real is the metadata log of a broker of 4.4.0: the log from 0 on, a snapshot
// that ends at 0 and one that ends at 177.
const (
	real       = "../segment/testdata/real/4.4.0/__cluster_metadata-0"
	realLog    = real + "/00000000000000000000.log"
	firstShot  = real + "/00000000000000000000-0000000000.checkpoint"
	secondShot = real + "/00000000000000000177-0000000001.checkpoint"
	realLast   = 206
)

func read(t testing.TB, q image.Question, paths ...string) (*image.Image, error) {
	t.Helper()
	var files []*segment.File
	for _, p := range paths {
		some, err := image.Open(p)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, some...)
	}
	defer segment.CloseAll(files)
	return image.Read(codec(), files, q)
}

func mustRead(t testing.TB, q image.Question, paths ...string) *image.Image {
	t.Helper()
	im, err := read(t, q, paths...)
	if err != nil {
		t.Fatal(err)
	}
	return im
}

// values is the image without what says where it comes from.
func values(t testing.TB, im *image.Image) (v any) {
	t.Helper()
	var b bytes.Buffer
	if err := im.JSON(&b, image.Options{Reveal: true}); err != nil {
		t.Fatal(err)
	}
	var all map[string]any
	if err := json.Unmarshal(b.Bytes(), &all); err != nil {
		t.Fatalf("%v in %s", err, b.Bytes())
	}
	return withoutSets(all["image"])
}

func withoutSets(v any) any {
	switch v := v.(type) {
	case map[string]any:
		delete(v, "_set")
		for k := range v {
			v[k] = withoutSets(v[k])
		}
	case []any:
		for i := range v {
			v[i] = withoutSets(v[i])
		}
	}
	return v
}

// TestTwoWays: over the snapshot or over the log, the values are the same.
func TestTwoWays(t *testing.T) {
	for _, offset := range []int64{176, 177, 183, 190, realLast, -1} {
		over := mustRead(t, image.Question{Offset: offset}, real)
		along := mustRead(t, image.Question{Offset: offset, Oldest: true}, real)
		if !reflect.DeepEqual(values(t, over), values(t, along)) {
			t.Errorf("offset %d: not the same", offset)
		}
		if over.Damaged() || along.Damaged() {
			t.Errorf("offset %d: %+v %+v", offset, over.Findings, along.Findings)
		}
		if over.Files[0] != secondShot || along.Files[0] != firstShot {
			t.Errorf("offset %d: begins with %s and %s", offset, over.Files, along.Files)
		}
		if want := offset; want >= 0 && (over.Offset != want || along.Offset != want) {
			t.Errorf("offset %d: images of %d and %d", offset, over.Offset, along.Offset)
		}
	}
}

func TestImageInTime(t *testing.T) {
	tests := []struct {
		offset int64
		path   string
		want   string
	}{
		// What kafka-dump-log prints of the log, read by hand.
		{4, "features[metadata.version]", "features[metadata.version] = 33 @snapshot 3 FeatureLevelRecord@0\n"}, // its transaction is open
		{11, "features[metadata.version]", "features[metadata.version] = 33 @offset 4 FeatureLevelRecord@0\n"},
		{11, "quorum.voters[0].endpoints[0].port", "quorum.voters[0].endpoints[0].port = 39965 @offset 2 VotersRecord@0\n"},
		{14, "brokers[1].fenced", "brokers[1].fenced = true @offset 14 RegisterBrokerRecord@4\n"},
		{16, "brokers[1].fenced", "brokers[1].fenced = false @offset 16 BrokerRegistrationChangeRecord@0\n"},
		{realLast, "brokers[1].fenced", "brokers[1].fenced = true @offset 205 BrokerRegistrationChangeRecord@0\n"},
		{realLast, "topics[grown].partitions[2].leader", "topics[grown].partitions[2].leader = -1 @offset 190 PartitionChangeRecord@2\n"},
		{182, "topics[grown].partitions[2].leader", "topics[grown].partitions[2].leader = 1 @offset 181 PartitionRecord@2\n"},
		{182, "configs[topic][grown][*]", "configs[topic][grown][retention.ms] = \"-1\" @offset 178 ConfigRecord@0\n"},
	}
	for _, tt := range tests {
		im := mustRead(t, image.Question{Offset: tt.offset, Oldest: true}, real)
		found, err := im.Select(tt.path)
		if err != nil {
			t.Errorf("%d %s: %v", tt.offset, tt.path, err)
			continue
		}
		var b bytes.Buffer
		if err := image.TreeOf(&b, found, image.Options{}); err != nil || b.String() != tt.want {
			t.Errorf("%d: got %s want %s", tt.offset, b.String(), tt.want)
		}
	}
}

func TestFilesAlone(t *testing.T) {
	im := mustRead(t, image.Question{Offset: -1}, secondShot)
	if im.Offset != 176 || im.Damaged() {
		t.Errorf("%d %+v", im.Offset, im.Findings)
	}
	im = mustRead(t, image.Question{Offset: -1}, realLog)
	if im.Offset != realLast || im.Damaged() {
		t.Errorf("%d %+v", im.Offset, im.Findings)
	}
	// Under other names: a snapshot is known by its first record.
	renamed := filepath.Join(t.TempDir(), "x")
	copyFile(t, secondShot, renamed)
	im = mustRead(t, image.Question{Offset: -1}, renamed)
	if found, err := im.Select("topics[segments]"); err != nil || found[0].Set.Offset != 41 || !found[0].Set.Snapshot || im.Damaged() {
		t.Errorf("%+v %v %+v", found, err, im.Findings)
	}
	if _, err := read(t, image.Question{Offset: -1}, real+"/quorum-state"); err == nil {
		t.Error("quorum-state is no log")
	}
}

func copyFile(t testing.TB, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(to, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestNoImage(t *testing.T) {
	for want, q := range map[string]image.Question{
		"there is no offset 207 yet: the log ends with 206":         {Offset: 207},
		"there is no image at offset 3: nothing reaches back to it": {Offset: 3},
	} {
		paths := []string{real}
		if q.Offset == 3 {
			paths = []string{secondShot}
		}
		if _, err := read(t, q, paths...); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if _, err := image.Open(t.TempDir()); err == nil || !strings.Contains(err.Error(), "neither segments nor snapshots") {
		t.Errorf("got %v", err)
	}
	if _, err := image.Open("nowhere"); err == nil {
		t.Error("nowhere can be opened")
	}
}

// TestLogDirectory: the metadata log is found where it lies among others.
func TestLogDirectory(t *testing.T) {
	if im := mustRead(t, image.Question{Offset: -1}, filepath.Dir(real)); im.Offset != realLast {
		t.Errorf("offset %d", im.Offset)
	}
}

// TestDamage: what is missing or broken is a finding, and the rest is read.
func TestDamage(t *testing.T) {
	data, err := os.ReadFile(realLog)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name string, b []byte) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	broken := bytes.Clone(data)
	broken[800] ^= 1 // in the third batch, offsets 12 and 13
	const fourth = 801
	tests := []struct {
		name, file string
		data       []byte
		want       string
	}{
		{"crc", "00000000000000000000.log", broken, "a batch with a wrong CRC at position 504 is passed over, up to offset 13"},
		{"begins late", "00000000000000000014.log", data[fourth:], "offsets 0 to 13 are missing in front of it"},
		{"hole", "00000000000000000000.log", append(bytes.Clone(data[:504]), data[fourth:]...), "offsets 12 to 13 are missing in front of it"},
		{"cut", "00000000000000000000.log", data[:len(data)-1], "offset 0x3993: gap of 71 bytes"},
	}
	for _, tt := range tests {
		im := mustRead(t, image.Question{Offset: -1}, write(tt.file, tt.data))
		if !im.Damaged() || len(im.Findings.List) == 0 || !strings.HasPrefix(im.Findings.List[0].Text, tt.want) {
			t.Errorf("%s: %+v", tt.name, im.Findings)
		}
		if _, err := im.Select("topics[grown]"); err != nil {
			t.Errorf("%s: what follows is not read: %v", tt.name, err)
		}
	}
}

// TestAnyByte: no change of any byte makes reading panic.
func TestAnyByte(t *testing.T) {
	for _, name := range sequences(t) {
		for _, s := range sequence(t, name) {
			for i := range s.record.Value {
				r := s.record
				r.Value = bytes.Clone(r.Value)
				r.Value[i] ^= 0xff
				cut := s.record
				cut.Value = cut.Value[:i]
				im := build(t, []image.Record{r, s.record, cut, {Control: true, Key: r.Value[:i], Value: cut.Value}})
				if err := im.JSON(&bytes.Buffer{}, image.Options{}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

func TestSecrets(t *testing.T) {
	im := mustRead(t, image.Question{Offset: -1}, real)
	var hidden, shown bytes.Buffer
	for _, err := range []error{im.JSON(&hidden, image.Options{}), im.Tree(&hidden, image.Options{}), im.JSON(&shown, image.Options{Reveal: true})} {
		if err != nil {
			t.Fatal(err)
		}
	}
	found, err := im.Select("scram[*][bob].storedKey")
	if err != nil {
		t.Fatal(err)
	}
	key := string(found[0].Node.JSON)
	if len(key) < 40 || strings.Contains(hidden.String(), key) || !strings.Contains(shown.String(), key) {
		t.Errorf("stored key %s is hidden or shown where it should not be", key)
	}
}

func TestPaths(t *testing.T) {
	im := mustRead(t, image.Question{Offset: -1}, real)
	for path, want := range map[string]string{
		"topics[grownn]":         `path "topics[grownn]": topics has no [grownn]; did you mean grown?`,
		"topics.grown":           `path "topics.grown": topics has no grown: what is in it has keys, in brackets`,
		"brokers[1][fenced]":     `path "brokers[1][fenced]": brokers[1] has no [fenced]: what is in it has names, after a dot`,
		"topic":                  `path "topic": the image has no topic; did you mean topics?`,
		"topics[":                `path "topics[": expected a key and ] at ""`,
		"topics..x":              `path "topics..x": expected a name at ".x"`,
		"topics[grown]x":         `path "topics[grown]x": expected a dot before "x"`,
		"zkMigration.state":      `path "zkMigration.state": zkMigration has no state: it is empty`,
		"topics[grown].topicId.": `path "topics[grown].topicId.": expected a name at ""`,
	} {
		if _, err := im.Select(path); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	all, err := im.Select("*")
	if err != nil {
		t.Fatal(err)
	}
	walk(t, im, all)
}

// walk checks that each path leads to its node.
func walk(t *testing.T, im *image.Image, all []image.Found) {
	for _, f := range all {
		again, err := im.Select(f.Path)
		if err != nil || len(again) != 1 || again[0].Node != f.Node {
			t.Errorf("%s: %v %v", f.Path, again, err)
		}
		for _, step := range []string{".*", "[*]"} {
			if inner, err := im.Select(f.Path + step); err == nil {
				walk(t, im, inner)
			}
		}
	}
}

func TestTableErrors(t *testing.T) {
	for text, want := range map[string]string{
		"X fly brokers[Id]  # y":         `records.txt:1: "fly" is no operation`,
		"X put brokers[Id]":              "records.txt:1: expected a source",
		"X put brokers[  # y":            `records.txt:1: place "brokers[": expected a key in brackets`,
		"X value brokers[Id]  # y":       "records.txt:1: value has 0 words behind its place",
		"X remove brokers[Id] if x  # y": "records.txt:1: remove has 2 words behind its place",
		"section brokers heap":           "records.txt:1: expected section NAME map|object",
		"index topic topics":             "records.txt:1: expected index NAME SECTION MEMBER",
		"X put a]b.  # y":                `records.txt:1: place "a]b.": expected a name at ""`,
		"X  # y":                         "records.txt:1: expected a record and an operation",
	} {
		if err := image.ReadTable(text); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

// TestResetsAreLinear: a log of resets takes no time with the square of its
// length.
func TestResetsAreLinear(t *testing.T) {
	steps := sequence(t, "topics.txt")
	var topic, partition, clear image.Record
	for _, s := range steps {
		switch {
		case strings.HasPrefix(s.text, "TopicRecord") && topic.Value == nil:
			topic = s.record
		case strings.HasPrefix(s.text, "PartitionRecord@2") && partition.Value == nil:
			partition = s.record
		case s.text == `ClearElrRecord@0 {"topicName":""}`:
			clear = s.record
		}
	}
	b, err := image.NewBuilder(codec())
	if err != nil {
		t.Fatal(err)
	}
	b.Add(topic)
	const n = 20000
	for i := range n {
		partition.Value = numbered(partition.Value, i)
		b.Add(partition)
	}
	for range n {
		b.Add(clear)
	}
	found, err := b.Image().Select("topics[orders].partitions")
	if err != nil || found[0].Node.Len() != n || b.Image().Damaged() {
		t.Errorf("%v %v %+v", found, err, b.Image().Findings)
	}
}

func BenchmarkRead(b *testing.B) {
	info, err := os.Stat(realLog)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(info.Size())
	for b.Loop() {
		mustRead(b, image.Question{Offset: -1}, realLog)
	}
}
