package catalog

import (
	"strings"
	"testing"

	"github.com/kscope/kscope/internal/facts"
)

func TestNested(t *testing.T) {
	c := Builtin()
	rows := c.Nested("JoinGroupRequest")
	if len(rows) != 2 || rows[0].Field() != "JoinGroupRequest.Protocols.Metadata" || !rows[0].IsMessage() || rows[1].IsMessage() {
		t.Fatalf("%+v", rows)
	}
	if w := rows[0].When; len(w) != 1 || w[0].Fields[0] != "ProtocolType" || w[0].Value != "consumer" || w[0].Open || rows[0].Source == "" {
		t.Errorf("%+v", rows[0])
	}
	if w := c.Nested("SyncGroupResponse")[0].When; len(w) != 1 || !w[0].Open {
		t.Errorf("%+v", w)
	}
	if n := len(c.Nested("MetadataRequest")); n != 0 {
		t.Errorf("%d rows of a message without any", n)
	}
	if all := c.AllNested(); len(all) < 25 || all[0].Message > all[len(all)-1].Message {
		t.Errorf("%d rows", len(all))
	}
	if len(c.ControlRecords()) != 7 {
		t.Errorf("%v", c.ControlRecords())
	}
}

func TestTopicRecords(t *testing.T) {
	topics := Builtin().Topics()
	in := func(topic, name string) bool {
		for _, r := range topics {
			if r.Topic == topic {
				return r.Has(name, topics)
			}
		}
		return false
	}
	for _, c := range []struct {
		topic, name string
		want        bool
	}{
		{"__consumer_offsets", "OffsetCommit", true},
		{"__consumer_offsets", "TransactionLog", false},
		{"__transaction_state", "TransactionLog", true},
		{"__transaction_state", "OffsetCommit", false},
		{"__cluster_metadata", "TopicRecord", true},
		{"__cluster_metadata", "RemoteLogSegmentMetadataRecord", false},
		{"__remote_log_metadata", "RemoteLogSegmentMetadataRecord", true},
	} {
		if got := in(c.topic, c.name); got != c.want {
			t.Errorf("%s in %s: %v", c.name, c.topic, got)
		}
	}
}

func TestNestedLinesThatAreWrong(t *testing.T) {
	for line, want := range map[string]string{
		"A.B records":                           "and a source",
		"A # source":                            "and a source",
		"AB records # source":                   "is not Message.Path",
		"A.B records if C=1 # source":           "expected when",
		"A.B records when C # source":           "is not Field=value",
		"topic t family * # source":             "expected topic NAME",
		"topic t coordinator # source":          "expected topic NAME",
		"control 1 # source":                    "expected control TYPE",
		"control x ABORT EndTxnMarker # source": "is no type",
	} {
		n := &nested{fields: map[string][]Nested{}}
		err := facts.Lines("nested.txt", line, n.line)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
}
