package nested

import (
	"encoding/hex"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/kscope/kscope/internal/facts"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/tape"
)

// values lists what a tape says, one leaf a line: name and value.
func values(t *tape.Tape) string {
	var b strings.Builder
	var walk func(r tape.Ref)
	walk = func(r tape.Ref) {
		if t.HasChildren(r) {
			for c := range t.Children(r) {
				walk(c)
			}
			return
		}
		b.WriteString(t.Info(r).Name + "=" + value(t, r) + "\n")
	}
	for r := range t.Roots() {
		walk(r)
	}
	return b.String()
}

func value(t *tape.Tape, r tape.Ref) string {
	info, k := t.Info(r), t.Op(r).Kind
	switch {
	case t.IsNull(r):
		return "null"
	case k == layout.Raw && info.Secret:
		return "hidden"
	case k == layout.Raw && info.Show != nil:
		b, _ := t.Bytes(r)
		return info.Show(b)
	case k.IsString():
		b, _ := t.Bytes(r)
		return string(b)
	case k == layout.UUID || k.IsBytes() || k == layout.Raw:
		b, _ := t.Bytes(r)
		return hex.EncodeToString(b)
	}
	return strconv.FormatInt(t.Int(r), 10)
}

// TestKafkasOwn reads what Kafka's own classes have written.
func TestKafkasOwn(t *testing.T) {
	text, err := os.ReadFile("testdata/kafka.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, n := newCodec(t, "", Options{})
	all := map[string]string{}
	read := 0
	err = facts.Lines("kafka.txt", string(text), func(l facts.Line) error {
		form, digits, _ := strings.Cut(l.Text, " ")
		data := unhex(t, digits)
		var tp *tape.Tape
		if what, codec, ok := strings.Cut(form, ":"); ok {
			number, err := strconv.Atoi(codec)
			if err != nil {
				return err
			}
			form, tp = what, readMetrics(t, record.Codec(number), data)
		} else {
			tp = &tape.Tape{Nester: n}
			tp.Read(data, func(t *tape.Tape) { t.Nester.Nest(t, form) })
		}
		checkClean(t, l.Text, tp)
		all[form] += values(tp)
		read++
		return nil
	})
	if err != nil || read < 40 {
		t.Fatalf("%d lines, %v", read, err)
	}
	for form, want := range map[string]string{
		"streams-subscription":   "processId=0102030405064708890a0b0c0d0e0f10 text=host:8080 topicGroupId=1 partition=2 offsetSum=42 offsetSum=-2 uniqueField=3 errorCode=0 text=zone text=eu-1 namedTopology=null",
		"streams-assignment":     "commonlySupportedVersion=11 topicGroupId=1 partition=2 topic=in host=h port=80 topic=other index=0 index=1 topic=0 topic=1 errCode=0 nextRebalanceMs=1700000000000 unit=116 unit=111 unit=112",
		"sticky-assignment":      "topic=t partition=0 partition=1 generation=5",
		"cooperative-generation": "generation=5",
		"connect-subscription":   "version=0 version=1 version=2 url=http://w:8083/ configOffset=7 allocation=null connector=c2 task=3 delay=300000",
		"connect-assignment":     "version=0 version=1 version=2 error=0 leader=leader leaderUrl=http://l:8083/ configOffset=7 connector=c1 task=-1 task=0 task=1 connector=c2 delay=300000",
		"sasl-client":            "auth=hidden extension=traceId=123\x01 username=user nonce=nonce1 extension=tokenauth=true channel_binding=biws proof=hidden",
		"sasl-server":            "nonce=nonce12 salt=CQgH iterations=4096 signature=hidden error=invalid-proof",
		"otlp-metrics":           "name=org.apache.kafka.producer.connection.creation.total as_double=2.5 start_time_unix_nano=2023-11-14T22:13:20Z time_unix_nano=2023-11-14T22:13:21Z is_monotonic=true aggregation_temporality=delta string_value=p-1 as_int=-3 count=3 sum=1.5 explicit_bounds=[0.5] quantile=0.99 value=7 int_value=4",
	} {
		for _, w := range strings.Fields(want) {
			if !strings.Contains(all[form], w+"\n") {
				t.Errorf("%s lacks %q:\n%s", form, w, all[form])
			}
		}
	}
	if !strings.Contains(all["otlp-metrics"], "bucket_counts=[1, 2]\n") {
		t.Errorf("no bucket counts:\n%s", all["otlp-metrics"])
	}
}
