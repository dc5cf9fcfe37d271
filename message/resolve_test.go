package message_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/message"
)

func TestResolve(t *testing.T) {
	cat := catalog.Builtin()
	tests := []struct {
		arg     string
		release catalog.Release
		want    string // specs, or part of the error
	}{
		{"BeginQuorumEpochRequest@1", "", "[BeginQuorumEpochRequest@1]"},
		{"beginquorumepochrequest@1", "", "[BeginQuorumEpochRequest@1]"},
		{"BeginQuorumEpoch@0", "", "[BeginQuorumEpochRequest@0 BeginQuorumEpochResponse@0]"},
		{"BEGINQUORUMEPOCH", "", "[BeginQuorumEpochRequest@1 BeginQuorumEpochResponse@1]"},
		{"53@v1", "", "[BeginQuorumEpochRequest@1 BeginQuorumEpochResponse@1]"},
		{"Fetch", "2.8", "[FetchRequest@12 FetchResponse@12]"},
		{"LeaderAndIsr", "", "[LeaderAndIsrRequest@7 LeaderAndIsrResponse@7]"},
		{"SnapshotHeaderRecord", "", "[SnapshotHeaderRecord@0]"},
		{"ListConfigResources", "3.9", "[ListClientMetricsResourcesRequest@0 ListClientMetricsResourcesResponse@0]"},
		{"FetchRequets", "", "did you mean FetchRequest"},
		{"Fecth@3", "", "did you mean Fetch"},
		{"FetchRequest@99", "", "FetchRequest has no version 99; it has versions"},
		{"Fetch@3", "4.0", "FetchRequest has no version 3 in release 4.0; it has versions 4-17 in 4.0"},
		{"LeaderAndIsr", "4.0", "release 4.0 has no LeaderAndIsr"},
		{"LeaderAndIsrRequest", "4.0", "release 4.0 has no LeaderAndIsrRequest"},
		{"9999", "", "9999"},
		{"Fetch", "9.9", "unknown release"},
		{"Fetch@", "", `version "" is not a number`},
		{"Fetch@-1", "", `version "-1" is not a number`},
		{"Fetch@40000", "", "from 0 to 32767"},
		{"@1", "", "has no name"},
		{"", "", "has no name"},
		{strings.Repeat("x", 1<<16), "", "unknown message"},
	}
	for _, tt := range tests {
		specs, err := message.New(cat, tt.release).Resolve(tt.arg)
		got := fmt.Sprint(specs)
		if err != nil {
			got = err.Error()
		}
		if got != tt.want && (err == nil || !strings.Contains(got, tt.want)) {
			t.Errorf("Resolve(%.40q) in %q: got %.200s, want %s", tt.arg, tt.release, got, tt.want)
		}
	}
}

func TestResolveAll(t *testing.T) {
	cat := catalog.Builtin()
	tests := []struct {
		arg     string
		release catalog.Release
		want    string
	}{
		{"BeginQuorumEpoch", "", "[BeginQuorumEpochRequest@0 BeginQuorumEpochRequest@1 BeginQuorumEpochResponse@0 BeginQuorumEpochResponse@1]"},
		{"BeginQuorumEpoch", "3.3", "[BeginQuorumEpochRequest@0 BeginQuorumEpochResponse@0]"},
		{"BeginQuorumEpoch@1", "", "[BeginQuorumEpochRequest@1 BeginQuorumEpochResponse@1]"},
	}
	for _, tt := range tests {
		specs, err := message.New(cat, tt.release).ResolveAll(tt.arg)
		if got := fmt.Sprint(specs); err != nil || got != tt.want {
			t.Errorf("ResolveAll(%q) in %q: got %s, %v, want %s", tt.arg, tt.release, got, err, tt.want)
		}
	}
	for _, r := range []catalog.Release{"", "4.4", "2.8", "0.11"} {
		specs, err := message.New(cat, r).ResolveAll("")
		if err != nil {
			t.Errorf("release %q: %v", r, err)
		}
		seen := map[string]bool{}
		for _, s := range specs {
			if seen[s.String()] {
				t.Errorf("release %q: %s comes twice", r, s)
			}
			seen[s.String()] = true
		}
		if len(specs) < 100 {
			t.Errorf("release %q: only %d messages", r, len(specs))
		}
	}
}
