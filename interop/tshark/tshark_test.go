package tshark_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/interop/need"
	"github.com/kscope/kscope/interop/tshark"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/schema"
)

// limit is what the dissector of Wireshark 4.0 does unlike Kafka.
type limit struct {
	message string // names with blanks between
	lo, hi  int16
	reason  string
}

var limits = []limit{
	{"JoinGroupRequest SyncGroupRequest JoinGroupResponse SyncGroupResponse DescribeGroupsResponse", 0, 5, shortLength},
	{"SaslAuthenticateRequest SaslAuthenticateResponse", 0, 1, shortLength},
	{"RenewDelegationTokenRequest ExpireDelegationTokenRequest CreateDelegationTokenResponse DescribeDelegationTokenResponse", 0, 1, shortLength},
	{"CreateTopicsRequest", 0, 5, "takes the count of an assignment's brokers for a broker, and so on"},
	{"CreatePartitionsRequest", 0, 2, "reads assignments as if they were brokers"},
	{"UpdateMetadataRequest", 0, 3, "reads OfflineReplicas, which are there from version 4 on"},
	{"DeleteTopicsResponse", 1, 2, "does not read ThrottleTimeMs, which is there from version 1 on"},
	{"WriteTxnMarkersResponse", 0, 0, "reads a throttle time, which is not there"},
	{"DeleteAclsResponse", 0, 1, "does not read the results of a filter"},
	{"ElectLeadersRequest", 0, 2, "does not read the name of a topic"},
	{"AlterPartitionReassignmentsRequest ListPartitionReassignmentsRequest", 0, 0, "loses its place in a compact array of int32"},
	{"ApiVersionsResponse", 0, 3, "remarks on the versions that the sample happens to name"},
	{"ProduceResponse", 0, 8, "expects no response to a Produce with acks 0, as the smallest sample has: rightly"},
}

const shortLength = "reads the int32 length of bytes as an int16"

func reasonFor(s *message.Spec) string {
	for _, l := range limits {
		if slices.Contains(strings.Fields(l.message), s.Name) && l.lo <= s.Version && s.Version <= l.hi {
			return l.reason
		}
	}
	return ""
}

// asked is one exchange and what it is made of.
type asked struct {
	request, response *message.Spec
	kind              sample.Kind
	tshark.Exchange
}

// exchanges makes a request and a response for every API and version.
func exchanges(t *testing.T) []asked {
	t.Helper()
	codec, client := message.New(catalog.Builtin(), ""), "kscope"
	var all []asked
	for _, api := range codec.Catalog.APIs() {
		for v := api.Request.Versions().Lo; v <= api.Request.Versions().Hi; v++ {
			request, err := codec.APISpec(api.Key, v, schema.Request)
			if err != nil {
				continue // a version between two that were there
			}
			response, err := codec.APISpec(api.Key, v, schema.Response)
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range []sample.Kind{sample.Smallest, sample.Full} {
				h := message.Header{CorrelationID: int32(len(all) + 1), ClientID: &client}
				a := asked{request: request, response: response, kind: k}
				a.Request = frame(t, request, k, h)
				a.Response = frame(t, response, k, h)
				all = append(all, a)
			}
		}
	}
	return all
}

func frame(t *testing.T, s *message.Spec, k sample.Kind, h message.Header) []byte {
	t.Helper()
	b, err := s.Append(nil, sample.Source(k), message.Frame, h)
	if err != nil {
		t.Fatalf("%s %s: %v", s, k, err)
	}
	return b
}

func ExampleWritePcap() {
	var pcap bytes.Buffer
	err := tshark.WritePcap(&pcap, []tshark.Exchange{{
		Request:  []byte("\x00\x00\x00\x0a\x00\x12\x00\x00\x00\x00\x00\x01\xff\xff"), // ApiVersions v0
		Response: []byte("\x00\x00\x00\x0a\x00\x00\x00\x01\x00\x23\x00\x00\x00\x00"),
	}})
	fmt.Println(pcap.Len(), err)
	// Output: 164 <nil>
}

func TestTsharkAgrees(t *testing.T) {
	path, err := tshark.Find(t.Context())
	need.Met(t, err)
	all := exchanges(t)
	packets := dissect(t, path, all)
	o := opinions{T: t, supported: map[string]bool{}, deviating: map[string]map[string]bool{}}
	for i, x := range all {
		request, response := packets[2*i], packets[2*i+1]
		if unknown(request) {
			continue
		}
		o.supported[x.request.String()] = true
		ok := o.count(x.request, x.kind, x.Request, judge(x.request, x.Request, i+1, request))
		answer := judge(x.response, x.Response, i+1, response)
		if ok || answer == "" { // tshark may not know a response whose request it could not read
			o.count(x.response, x.kind, x.Response, answer)
		}
	}
	t.Logf("%d of %d requests with their versions are known to tshark; %d frames read alike, to their end", len(o.supported), len(all)/2, o.frames)
	for reason, specs := range o.deviating {
		t.Logf("known to deviate: %s: %s", reason, strings.Join(slices.Sorted(maps.Keys(specs)), " "))
	}
	if len(o.supported) < 150 || o.frames < 500 {
		t.Errorf("too few: %d, %d frames", len(o.supported), o.frames)
	}
}

// opinions are what the run has brought.
type opinions struct {
	*testing.T
	supported map[string]bool            // requests that tshark knows
	frames    int                        // read alike
	deviating map[string]map[string]bool // reason to message versions
}

// count notes what tshark says of one frame; "" is that all is well. It reports
// whether it was.
func (o *opinions) count(s *message.Spec, k sample.Kind, frame []byte, what string) bool {
	o.Helper()
	if what == "" {
		o.frames++
		return true
	}
	reason := reasonFor(s)
	if reason == "" {
		o.Errorf("%s %s: %s\n%x", s, k, what, frame)
	}
	if o.deviating[reason] == nil {
		o.deviating[reason] = map[string]bool{}
	}
	o.deviating[reason][s.String()] = true
	return false
}

func dissect(t *testing.T, path string, all []asked) []tshark.Packet {
	t.Helper()
	pcap := filepath.Join(t.TempDir(), "kscope.pcap")
	f, err := os.Create(pcap)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list := make([]tshark.Exchange, len(all))
	for i, x := range all {
		list[i] = x.Exchange
	}
	if err := tshark.WritePcap(f, list); err != nil {
		t.Fatal(err)
	}
	packets, err := tshark.Dissect(t.Context(), path, pcap)
	if err != nil || len(packets) != 2*len(all) {
		t.Fatalf("%d packets of %d, %v", len(packets), 2*len(all), err)
	}
	return packets
}

// unknown reports whether tshark says that it does not know the API or version.
func unknown(p tshark.Packet) bool {
	return slices.ContainsFunc(p.Remarks, func(r string) bool {
		return strings.HasPrefix(r, "Unsupported ") || strings.HasPrefix(r, "Unknown ")
	})
}

// judge says what is not as it should be. Among the remarks that tshark makes is
// that the message does not end where the frame does.
func judge(s *message.Spec, frame []byte, correlation int, p tshark.Packet) string {
	want := tshark.Packet{Length: fmt.Sprint(len(frame) - 4), APIKey: fmt.Sprint(s.APIKey), Version: fmt.Sprint(s.Version),
		CorrelationID: fmt.Sprint(correlation)}
	if len(p.Remarks) > 0 || p.Length != want.Length || p.APIKey != want.APIKey || p.Version != want.Version || p.CorrelationID != want.CorrelationID {
		return fmt.Sprintf("tshark says %+v, want %+v", p, want)
	}
	return ""
}
