package site

import (
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
)

// TestFront holds that the front page leads to every subject, once, from the
// group that it is in.
func TestFront(t *testing.T) {
	for _, r := range []catalog.Release{"", "3.9", "0.11"} {
		s := newSite(t, r)
		front := s.get(t, "index.html")
		for _, x := range s.subjects() {
			if n := strings.Count(front, `<th scope="row"><a href="`+x.name+`/index.html">`+x.name+"</a></th>"); n != 1 {
				t.Errorf("%q: %s is listed %d times", r, x.name, n)
			}
		}
	}
}

func TestGroups(t *testing.T) {
	in := map[string]string{}
	for _, g := range newSite(t, "").groups() {
		for _, x := range g.Subjects {
			in[x.name] = g.Name
		}
	}
	for name, want := range map[string]string{
		"Fetch":                          "Brokers and controllers",
		"Produce":                        "Brokers",
		"BeginQuorumEpoch":               "Controllers",
		"LeaderAndIsr":                   "APIs of the past",
		"OffsetCommitValue":              "__consumer_offsets",
		"TransactionLogKey":              "__transaction_state",
		"ShareSnapshotValue":             "__share_group_state",
		"PartitionRecord":                "__cluster_metadata",
		"RemoteLogSegmentMetadataRecord": "__remote_log_metadata",
		"EndTxnMarker":                   "Control records",
		"ResponseHeader":                 "Headers",
		"ConsumerProtocolAssignment":     "Inside other messages",
		"QuorumStateData":                "Files and older records",
	} {
		if in[name] != want {
			t.Errorf("%s is in %q, want %q", name, in[name], want)
		}
	}
}
