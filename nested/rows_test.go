package nested

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/tape"
)

// wordInstances are instances of the forms that are no messages.
func wordInstances(t *testing.T, c *message.Codec) map[string][][]byte {
	t.Helper()
	all := map[string][][]byte{
		"chunk":                  {batch(false, pair{[]byte("k"), []byte("v")})},
		"records":                {batch(false, pair{nil, []byte("v")})},
		"ip-address":             {{10, 0, 0, 1}, append(make([]byte, 15), 1)},
		"request":                {full(t, spec(t, c, "MetadataRequest", 12), message.Payload)},
		"response":               {full(t, spec(t, c, "MetadataResponse", 12), message.Payload)},
		"cooperative-generation": {{0, 0, 0, 5}},
		"sasl-client":            {[]byte("\x00alice\x00secret")},
		"sasl-server":            {[]byte("r=abc,s=QSXCR+Q6sek8bf92,i=4096")},
		"otlp-metrics":           {metricsData()},
	}
	con, str, asg := newConnect(), newStreams(), newAssignors()
	for v := range con.assignments {
		assignment := literal(t, con.assignments[v], v, 2)
		all["connect-assignment"] = append(all["connect-assignment"], assignment)
		state := literal(t, con.subscriptions[0], v, 2)
		if v > 0 {
			state = append(binary.BigEndian.AppendUint32(state, uint32(len(assignment))), assignment...)
		}
		all["connect-subscription"] = append(all["connect-subscription"], state)
	}
	for v := 1; v <= streamsVersions; v++ {
		all["streams-subscription"] = append(all["streams-subscription"], literal(t, str.subscriptions[v], v, 4))
		all["streams-assignment"] = append(all["streams-assignment"], literal(t, str.assignments[v], v, 4))
	}
	all["sticky-assignment"] = [][]byte{literal(t, asg.sticky, 0, 0)}
	all["sticky-assignment-v0"] = [][]byte{literal(t, asg.stickyV0, 0, 0)}
	return all
}

// formInstances are instances of a form: of a message, one for each version.
func formInstances(t *testing.T, c *message.Codec, f catalog.Nested) (all [][]byte) {
	t.Helper()
	if !f.IsMessage() {
		return wordInstances(t, c)[f.Form]
	}
	e, err := c.Catalog.Lookup(f.Form, "")
	if err != nil {
		t.Fatal(err)
	}
	for v := e.Versions().Lo; v <= e.Versions().Hi; v++ {
		s := spec(t, c, f.Form, v)
		i := instanceOf(t, s)
		i.set("UserData", "UserData", "")
		all = append(all, i.encode(t, s, message.Payload))
	}
	return all
}

// carriers are the messages around forms whose conditions look outwards: which
// message, at which path, and the field that names the assignor.
var carriers = map[string]struct {
	name    string
	version int16
	path    string
}{
	"ConsumerProtocolSubscription": {"JoinGroupRequest", 7, "Protocols.Metadata"},
	"ConsumerProtocolAssignment":   {"SyncGroupRequest", 5, "Assignments.Assignment"},
}

// TestEveryRow puts an instance of each form into each field that nested.txt
// gives it, in each version of the message that has the field.
func TestEveryRow(t *testing.T) {
	c, _ := newCodec(t, "", Options{Enveloped: &message.RequestHead{APIKey: 3, Version: 12}})
	for _, f := range c.Catalog.AllNested() {
		t.Run(f.Field()+" "+f.Form, func(t *testing.T) {
			payloads := formInstances(t, c, f)
			if len(payloads) == 0 {
				t.Fatal("no instance")
			}
			read := 0
			for _, s := range versionsOf(t, c, f) {
				for i, p := range payloads {
					read += checkRow(t, c, s, f, p, i)
				}
			}
			if read == 0 {
				t.Error("no version has the field")
			}
		})
	}
}

func versionsOf(t *testing.T, c *message.Codec, f catalog.Nested) (all []*message.Spec) {
	t.Helper()
	if f.Form == "records" { // schemas of old releases
		c, _ = newCodec(t, "2.6", Options{})
	}
	specs, err := c.ResolveAll(f.Message)
	if err != nil {
		t.Fatal(err)
	}
	return specs
}

// checkRow reports 1 when the version has the field.
func checkRow(t *testing.T, c *message.Codec, s *message.Spec, f catalog.Nested, payload []byte, i int) int {
	t.Helper()
	v := instanceOf(t, s)
	way := v.around(f.Path)
	if _, there := way[len(way)-1][layout.Key(last(f.Path))]; !there {
		return 0
	}
	v.setBytes(f.Path, payload)
	carrier, carried := carriers[f.Message]
	outer, path := v, f.Path
	if carried {
		payload := v.encode(t, s, message.Payload)
		s = spec(t, c, carrier.name, carrier.version)
		outer, path = instanceOf(t, s), carrier.path
		outer.setBytes(path, payload)
		outer.set(path, "ProtocolType", "consumer")
	}
	for _, w := range f.When {
		met := slices.ContainsFunc(w.Fields, func(name string) bool { return outer.set(path, name, w.Value) })
		if !met && !w.Open {
			t.Fatalf("%s has none of %v", s, w.Fields)
		}
	}
	outer.set(path, "CompressionType", "0")
	outer.set(path, "Position", "0")
	tp := &tape.Tape{}
	s.Read(tp, outer.encode(t, s, message.Body), message.Body)
	what := fmt.Sprintf("%s, instance %d", s, i)
	node, inside := nests(tp, last(f.Path))
	if len(inside) == 0 {
		t.Errorf("%s: %s holds nothing: %v", what, f.Path, tp.Findings)
	}
	if f.IsMessage() && !slices.Contains(inside, f.Form) {
		t.Errorf("%s: %s holds %v", what, f.Path, inside)
	}
	checkTiling(t, what, tp)
	for _, finding := range tp.Findings {
		if finding.Node == node {
			t.Errorf("%s: %s", what, finding.Text)
		}
	}
	return 1
}

// last is the name of the field at a path.
func last(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// TestRowsAreOfFields fails on rows that name a field that no edition has, or a
// form that nobody reads.
func TestRowsAreOfFields(t *testing.T) {
	c, n := newCodec(t, "", Options{})
	for _, f := range c.Catalog.AllNested() {
		if f.IsMessage() {
			if _, err := c.Catalog.Lookup(f.Form, ""); err != nil {
				t.Errorf("%s: %v", f.Field(), err)
			}
		} else if n.forms()[f.Form] == nil {
			t.Errorf("%s: form %s is not known", f.Field(), f.Form)
		}
		if _, err := c.Catalog.Lookup(f.Message, ""); err != nil {
			t.Errorf("%s: %v", f.Field(), err)
		}
	}
	for _, r := range c.Catalog.ControlRecords() {
		if _, err := c.Catalog.Lookup(r.Message, ""); err != nil {
			t.Errorf("control %d: %v", r.Type, err)
		}
	}
	for _, r := range c.Catalog.Topics() {
		for _, name := range r.Names {
			if r.Family == catalog.CoordinatorRecords {
				name += "Key"
			}
			if _, err := c.Catalog.Lookup(name, ""); err != nil {
				t.Errorf("%s: %v", r.Topic, err)
			}
		}
	}
}
