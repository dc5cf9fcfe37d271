package kmsgpeer_test

import (
	"iter"
	"testing"

	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/interop/kmsgpeer"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/schema"
)

var kinds = []sample.Kind{
	sample.Smallest, sample.Full, sample.Random(1), sample.Random(2), sample.Random(3), sample.Random(4), sample.Random(5),
}

// deviations are what kmsg 1.15 does unlike Kafka, with the reason. Kafka's own
// classes decide who is right: package agreement asks them about all of these.
var deviations = map[string]string{
	"StopReplicaRequest@4": "kmsg has IsKRaftController behind ControllerEpoch; StopReplicaRequestData of Kafka 3.9 writes it in front",
}

func TestKmsgReadsAndWritesTheSame(t *testing.T) {
	pairs, samples := 0, 0
	deviates := map[string]bool{}
	for s := range known(t) {
		pairs++
		for _, k := range kinds {
			samples++
			err := agree(s, k)
			if deviations[s.String()] != "" {
				deviates[s.String()] = deviates[s.String()] || err != nil
			} else if err != nil {
				t.Errorf("%s %s: %.700v", s, k, err)
			}
		}
	}
	for pair, reason := range deviations {
		if !deviates[pair] {
			t.Errorf("%s no longer deviates: %s", pair, reason)
		}
		t.Logf("known to deviate: %s: %s", pair, reason)
	}
	if pairs < 700 {
		t.Errorf("only %d pairs", pairs)
	}
	t.Logf("%d (message, version) pairs, %d samples read and written alike but for %d known pairs", pairs, samples, len(deviations))
}

// known gives every (message, version) that kmsg has.
func known(t *testing.T) iter.Seq[*message.Spec] {
	codec := message.New(catalog.Builtin(), "")
	return func(yield func(*message.Spec) bool) {
		for key := range 2 * (int(kmsg.MaxKey) + 1) {
			typ := []schema.Type{schema.Request, schema.Response}[key%2]
			most, ok := kmsgpeer.MaxVersion(key/2, typ)
			for v := int16(0); ok && v <= most; v++ {
				s, err := codec.APISpec(key/2, v, typ)
				if err != nil {
					t.Errorf("kmsg knows key %d version %d, we do not: %v", key/2, v, err)
				} else if !yield(s) {
					return
				}
			}
		}
	}
}

func agree(s *message.Spec, k sample.Kind) error {
	body, err := s.Append(nil, sample.Source(k), message.Body, message.Header{})
	if err != nil {
		return err
	}
	return kmsgpeer.Agree(s, body)
}
