package catalog

import (
	"strings"
	"testing"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/schema"
)

func TestMeaning(t *testing.T) {
	c := Builtin()
	for _, tt := range []struct {
		message, path, typ string
		value              int64
		kind               MeaningKind
		name               string
	}{
		{"VoteResponse", "Topics.Partitions.ErrorCode", "int16", 74, ErrorCodeValue, "FENCED_LEADER_EPOCH"},
		{"VoteResponse", "Topics.Partitions.ErrorCode", "int16", 30000, ErrorCodeValue, ""},
		{"VoteResponse", "Topics.Partitions.ErrorCode", "int16", 1 << 20, ErrorCodeValue, ""},
		{"CreateTopicsResponse", "Topics.TopicConfigErrorCode", "int16", 0, ErrorCodeValue, "NONE"},
		{"VoteResponse", "ErrorCode", "int32", 0, "", ""},
		{"RequestHeader", "RequestApiKey", "int16", 53, APIKeyValue, "BeginQuorumEpoch"},
		{"FetchRequest", "IsolationLevel", "int8", 1, NamedValue, "read_committed"},
		{"DescribeConfigsRequest", "Resources.ResourceType", "int8", 4, NamedValue, "broker"},
		{"CreateAclsRequest", "Creations.ResourceType", "int8", 4, NamedValue, "cluster"},
		{"ListOffsetsRequest", "Topics.Partitions.Timestamp", "int64", -2, NamedValue, "earliest"},
		{"ListOffsetsResponse", "Topics.Partitions.Timestamp", "int64", 5, TimestampMs, ""},
		{"FetchRequest", "MaxWaitMs", "int32", 5, DurationMs, ""},
		{"FetchRequest", "Topics.TopicId", "uuid", 0, TopicID, ""},
		{"FetchResponse", "Responses.Partitions.Records", "records", 0, RecordsValue, ""},
		{"ProduceRequest", "TopicData.PartitionData.Records", "bytes", 0, RecordsValue, ""},
		{"SyncGroupRequest", "Assignments.Assignment", "bytes", 0, "", ""},
		{"RecordBatch", "Attributes", "int16", 0, FlagsValue, ""},
		{"RecordBatch", "Attributes", "int16", 0x11, FlagsValue, "gzip, transactional"},
		{"RecordBatch", "Attributes", "int16", 0x6c, FlagsValue, "zstd, log append time, control, delete horizon"},
		{"RecordBatch", "Attributes", "int16", 0x87, FlagsValue, ""}, // a codec and a bit that mean nothing
		{"MetadataResponse", "Topics.TopicAuthorizedOperations", "int32", -2147483648, Operations, "not requested"},
		{"MetadataResponse", "Topics.TopicAuthorizedOperations", "int32", 1<<3 | 1<<8, Operations, "read, describe"},
		{"MetadataResponse", "Topics.TopicAuthorizedOperations", "int32", 0, Operations, ""},
	} {
		m := c.Meaning(tt.message, tt.path, schema.ParseFieldType(tt.typ))
		if name := c.ValueName(m, tt.value); m.Kind != tt.kind || name != tt.name {
			t.Errorf("%s.%s = %d: got %q, %q, want %q, %q", tt.message, tt.path, tt.value, m.Kind, name, tt.kind, tt.name)
		}
	}
}

func TestFlagNamesErrors(t *testing.T) {
	for _, text := range []string{"x gzip", "0-y gzip", "0-2:z gzip", "64 far"} {
		if flags, err := flagNames(text); err == nil {
			t.Errorf("%q: %v", text, flags)
		}
	}
}

// TestMeaningsAreUsed finds patterns that no field of any edition fits. Those
// for formats that no schema describes are tested where these are shown.
func TestMeaningsAreUsed(t *testing.T) {
	c := Builtin()
	used := map[string]bool{}
	everyField(c, func(message, path string, f *schema.Field) {
		for _, r := range c.meanings().byType[f.Type.String()] {
			if r.fits(message, path, f.Name) {
				used[f.Type.String()+" "+r.message+" "+r.path+" "+r.field] = true
			}
		}
	})
	for typ, rules := range c.meanings().byType {
		for _, r := range rules {
			if r.message != "" && !strings.Contains(r.message, "*") {
				if _, err := c.Lookup(r.message, ""); err != nil {
					continue
				}
			}
			if !used[typ+" "+r.message+" "+r.path+" "+r.field] {
				t.Errorf("no field fits %+v of type %s", r, typ)
			}
		}
	}
}

func TestMeanings(t *testing.T) {
	c := Builtin()
	m, _, err := c.Schema("FetchResponse", 17, "")
	if err != nil {
		t.Fatal(err)
	}
	l, err := layout.Compile(m, 17)
	if err != nil {
		t.Fatal(err)
	}
	all := c.Meanings(l)
	for name, want := range map[string]MeaningKind{"ThrottleTimeMs": DurationMs, "ErrorCode": ErrorCodeValue, "SessionId": "", "Responses": ""} {
		if op, ok := l.Find(0, name); !ok || all[op].Kind != want {
			t.Errorf("%s: %q, want %q", name, all[op].Kind, want)
		}
	}
	responses, _ := l.Find(0, "Responses")
	if op, ok := l.Find(responses+1, "TopicId"); !ok || all[op].Kind != TopicID {
		t.Errorf("Responses.TopicId: %q", all[op].Kind)
	}
	header := layout.Literal("RequestHeader", "", "", layout.Header,
		layout.Part{Name: "request_api_key", Type: "int16", Kind: layout.Int16},
		layout.Part{Name: "AcknowledgeTypes", Type: "[]int8", Kind: layout.Array, Parts: []layout.Part{{Type: "int8", Kind: layout.Int8}}})
	if all := c.Meanings(header); all[1].Kind != APIKeyValue || all[2].Kind != NamedValue || all[3].Kind != NamedValue {
		t.Errorf("header: %v", all)
	}
}
