package nested

import (
	"maps"
	"math"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/kscope/kscope/internal/facts"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/tape"
)

// proto builds protobuf by hand, so that the reader is not compared with itself.
type proto []byte

func (p proto) text(number protowire.Number, s string) proto {
	return protowire.AppendString(protowire.AppendTag(p, number, protowire.BytesType), s)
}

func (p proto) message(number protowire.Number, inner proto) proto {
	return protowire.AppendBytes(protowire.AppendTag(p, number, protowire.BytesType), inner)
}

func (p proto) varint(number protowire.Number, v uint64) proto {
	return protowire.AppendVarint(protowire.AppendTag(p, number, protowire.VarintType), v)
}

func (p proto) fixed(number protowire.Number, v uint64) proto {
	return protowire.AppendFixed64(protowire.AppendTag(p, number, protowire.Fixed64Type), v)
}

func (p proto) double(number protowire.Number, v float64) proto {
	return p.fixed(number, math.Float64bits(v))
}

const someTime = 1_700_000_000_123_000_000 // 2023-11-14

// metricsData is what a client pushes: a counter, a gauge, a histogram.
func metricsData() []byte {
	label := proto{}.text(1, "client_id").message(2, proto{}.text(1, "p-1"))
	point := proto{}.fixed(2, someTime).fixed(3, someTime).double(4, 17.5).message(7, label)
	counter := proto{}.text(1, "org.apache.kafka.producer.connection.creation.total").
		message(7, proto{}.message(1, point).varint(2, 2).varint(3, 1))
	gauge := proto{}.text(1, "org.apache.kafka.producer.record.queue.time.avg").text(3, "ms").
		message(5, proto{}.message(1, proto{}.fixed(6, math.MaxUint64)))
	packed := protowire.AppendFixed64(protowire.AppendFixed64(nil, 3), 4)
	histogram := proto{}.text(1, "some.histogram").
		message(9, proto{}.message(1, proto{}.fixed(4, 7).message(6, packed)))
	scope := proto{}.text(1, "scope")
	return proto{}.message(1, proto{}.
		message(1, proto{}.message(1, proto{}.text(1, "group").message(2, proto{}.text(1, "g")))).
		message(2, proto{}.message(1, scope).message(2, counter).message(2, gauge).message(2, histogram).varint(99, 1)))
}

// readMetrics reads a PushTelemetry request.
func readMetrics(t *testing.T, codec record.Codec, data []byte) *tape.Tape {
	t.Helper()
	c, _ := newCodec(t, "", Options{})
	s := spec(t, c, "PushTelemetryRequest", 0)
	v := instanceOf(t, s)
	v.setBytes("Metrics", data)
	v["compressionType"] = int(codec)
	tp := &tape.Tape{}
	s.Read(tp, v.encode(t, s, message.Frame), message.Frame)
	return tp
}

func TestMetrics(t *testing.T) {
	want := map[string]string{
		"as_double": "17.5", "as_int": "-1", "time_unix_nano": "2023-11-14T22:13:20.123Z",
		"aggregation_temporality": "cumulative", "is_monotonic": "true", "count": "7", "bucket_counts": "[3, 4]",
		"unit": `"ms"`, "name": `"some.histogram"`, "string_value": `"p-1"`, "key": `"client_id"`, "unknown": "field 99 (varint) 01",
	}
	for codec := record.None; codec <= record.Zstd; codec++ {
		t.Run(codec.String(), func(t *testing.T) {
			data, err := new(record.Codecs).Append(nil, metricsData(), codec)
			if err != nil {
				t.Fatal(err)
			}
			tp := readMetrics(t, codec, data)
			checkClean(t, codec.String(), tp)
			got := shown(tp)
			maps.DeleteFunc(got, func(name, _ string) bool { return want[name] == "" })
			if !maps.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
			if r, ok := tp.Find("Metrics.resource_metrics.scope_metrics.metrics.sum.data_points.as_double"); codec == record.None && (!ok || tp.Op(r).Kind.Fixed()) {
				t.Error("no path to a point")
			}
		})
	}
}

func TestMetricsThatAreNone(t *testing.T) {
	for _, c := range []struct {
		name  string
		codec record.Codec
		data  []byte
		want  string
	}{
		{"no protobuf", record.None, []byte("not protobuf"), "a protobuf field"},
		{"no gzip", record.Gzip, []byte("not gzip at all"), "no gzip data"},
		{"no codec", 9, []byte("x"), "compression type 9"},
		{"gzip of no protobuf", record.Gzip, must(new(record.Codecs).Append(nil, []byte("not protobuf"), record.Gzip)), "a protobuf field"},
		{"zeros", record.Zstd, must(new(record.Codecs).Append(nil, make([]byte, 80<<20), record.Zstd)), "would inflate to more than"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tp := readMetrics(t, c.codec, c.data)
			if tp.Err != nil || len(tp.Findings) != 1 || !strings.Contains(tp.Findings[0].Text, c.want) {
				t.Errorf("%v %v", tp.Err, tp.Findings)
			}
			checkTiling(t, c.name, tp)
		})
	}
}

func must(b []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return b
}

// Lists of lists are bounded, deep ones are leaves.
func TestMetricsDepth(t *testing.T) {
	value := proto{}.text(1, "deep")
	for range 100 {
		value = proto{}.message(5, proto{}.message(1, value))
	}
	data := proto{}.message(1, proto{}.message(1, proto{}.message(1, proto{}.message(2, value))))
	checkClean(t, "deep", readMetrics(t, record.None, data))
}

// TestMetricNames reads otlp.txt in full.
func TestMetricNames(t *testing.T) {
	types := []string{"string", "bytes", "bool", "double", "fixed64", "sfixed64", "uint32", "uint64", "int64", "sint32", "time", "temporality"}
	messages := readMessages()
	err := facts.Lines("otlp.txt", otlpText, func(l facts.Line) error {
		words := strings.Fields(l.Text)
		if l.Indent == 0 || len(words) != 3 {
			if l.Indent > 0 {
				return l.Errorf("expected number, name, type")
			}
			return nil
		}
		typ := strings.Trim(words[2], "[]")
		if messages[typ] == nil && !strings.Contains(" "+strings.Join(types, " ")+" ", " "+typ+" ") {
			return l.Errorf("type %s is not known", typ)
		}
		return nil
	})
	if err != nil || len(messages) < 20 {
		t.Errorf("%d messages, %v", len(messages), err)
	}
}
