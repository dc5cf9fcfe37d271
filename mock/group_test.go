package mock_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/kscope/kscope/mock"
)

const joining = `{"groupId":"g","memberId":"%s","sessionTimeoutMs":%d,"rebalanceTimeoutMs":5000,"protocolType":"consumer","protocols":[{"name":"range","metadata":"AAE="},{"name":"sticky","metadata":"AAI="}]}`

func field(json, name string) string {
	_, rest, _ := strings.Cut(json, `"`+name+`":`)
	value, _, _ := strings.Cut(rest, ",")
	return strings.Trim(value, `"`)
}

// TestGroup takes two members through two generations.
func TestGroup(t *testing.T) {
	n := broker(t, "4.4")
	one, two := n.dial(), n.dial()
	got := one.ask("FindCoordinator@4", `{"coordinatorKeys":["g"]}`)
	wants(t, got, `{"key":"g","nodeId":7,"host":"127.0.0.1","port":9092,"errorCode":0`)

	refused := one.ask("JoinGroup@9", fmt.Sprintf(joining, "", 6000))
	wants(t, refused, `"errorCode":79`)
	id := field(refused, "memberId")
	joined := one.ask("JoinGroup@9", fmt.Sprintf(joining, id, 6000))
	wants(t, joined, `"errorCode":0,"generationId":1,"protocolType":"consumer","protocolName":"range","leader":"`+id+`"`, `"metadata":"AAE="`)
	part := `{"groupId":"g","memberId":"%s","generationId":%d,"assignments":[{"memberId":"%s","assignment":"AAAA"}]}`
	wants(t, one.ask("SyncGroup@5", fmt.Sprintf(part, id, 1, id)), `"errorCode":0`, `"assignment":"AAAA"`)
	beat := `{"groupId":"g","memberId":"%s","generationId":%d}`
	wants(t, one.ask("Heartbeat@4", fmt.Sprintf(beat, id, 1)), `"errorCode":0`)
	wants(t, one.ask("Heartbeat@4", fmt.Sprintf(beat, id, 2)), `"errorCode":22`)
	wants(t, one.ask("Heartbeat@4", fmt.Sprintf(beat, "x", 1)), `"errorCode":25`)

	// The second, in a version that needs no id, waits for the first.
	sent := two.send("JoinGroup@3", fmt.Sprintf(joining, "", 6000))
	for !contains(one.ask("Heartbeat@4", fmt.Sprintf(beat, id, 1)), `"errorCode":27`) {
	}
	wants(t, one.ask("JoinGroup@9", fmt.Sprintf(joining, id, 6000)), `"generationId":2`, `"members":[{"memberId":"`+id)
	second := two.read(sent, two.receive())
	wants(t, second, `"generationId":2`, `"leader":"`+id+`"`, `"members":[]`)
	other := field(second, "memberId")
	sent = two.send("SyncGroup@0", fmt.Sprintf(`{"groupId":"g","memberId":"%s","generationId":2}`, other))
	one.ask("SyncGroup@5", fmt.Sprintf(part, id, 2, other))
	wants(t, two.read(sent, two.receive()), `"assignment":"AAAA"`)
	wants(t, one.ask("DescribeGroups@5", `{"groups":["g","h"]}`), `"groupState":"Stable"`, other, `"groupId":"h","groupState":"Dead"`)
	wants(t, one.ask("ListGroups@5", `{}`), `"groupId":"g","protocolType":"consumer","groupState":"Stable","groupType":"classic"`)

	wants(t, two.ask("LeaveGroup@1", fmt.Sprintf(`{"groupId":"g","memberId":"%s"}`, other)), `"errorCode":0`)
	wants(t, one.ask("Heartbeat@4", fmt.Sprintf(beat, id, 2)), `"errorCode":27`)
	wants(t, one.ask("LeaveGroup@5", fmt.Sprintf(`{"groupId":"g","members":[{"memberId":"%s"},{"memberId":"x"}]}`, id)), `"errorCode":0`, `"memberId":"x","groupInstanceId":null,"errorCode":25`)
	wants(t, one.ask("DescribeGroups@5", `{"groups":["g"]}`), `"groupState":"Empty"`)
}

// TestExpiry drops a member that does not beat, so that the other goes on.
func TestExpiry(t *testing.T) {
	n := start(t, newCodec("4.4"), mock.Options{Behaviour: mock.NewBroker(mock.BrokerOptions{MinSession: 1})})
	one, two := n.dial(), n.dial()
	wants(t, one.ask("JoinGroup@3", fmt.Sprintf(joining, "", 50)), `"generationId":1`)
	got := two.ask("JoinGroup@3", fmt.Sprintf(joining, "", 6000))
	wants(t, got, `"generationId":2`, `"leader":"`+field(got, "memberId")+`"`)
}

func TestRefusedMembers(t *testing.T) {
	p := broker(t, "4.4").dial()
	wants(t, p.ask("JoinGroup@3", fmt.Sprintf(joining, "who", 6000)), `"errorCode":25`)
	wants(t, p.ask("JoinGroup@3", strings.Replace(fmt.Sprintf(joining, "", 6000), `"g"`, `""`, 1)), `"errorCode":24`)
	wants(t, p.ask("JoinGroup@3", `{"groupId":"g","sessionTimeoutMs":6000,"protocolType":"consumer"}`), `"errorCode":23`)
	p.ask("JoinGroup@3", fmt.Sprintf(joining, "", 60_000))
	wants(t, p.ask("JoinGroup@3", `{"groupId":"g","sessionTimeoutMs":6000,"protocolType":"connect","protocols":[{"name":"range"}]}`), `"errorCode":23`)
	wants(t, p.ask("SyncGroup@3", `{"groupId":"g","memberId":"who"}`), `"errorCode":25`)
}

// TestOffsets commits and fetches as one who is no member, in old and new
// versions.
func TestOffsets(t *testing.T) {
	p := broker(t, "4.4").dial()
	commit := `{"groupId":"g","generationIdOrMemberEpoch":-1,"topics":[{"name":"t","partitions":[{"partitionIndex":1,"committedOffset":9,"committedMetadata":"m"},{"partitionIndex":4,"committedOffset":1}]}]}`
	wants(t, p.ask("OffsetCommit@9", commit), `"partitionIndex":1,"errorCode":0},{"partitionIndex":4,"errorCode":3`)
	wants(t, p.ask("OffsetFetch@1", `{"groupId":"g","topics":[{"name":"t","partitionIndexes":[0,1]}]}`),
		`{"partitionIndex":0,"committedOffset":-1,"metadata":"","errorCode":0},{"partitionIndex":1,"committedOffset":9,"metadata":"m","errorCode":0}`)
	wants(t, p.ask("OffsetFetch@7", `{"groupId":"g","topics":null}`), `{"name":"t","partitions":[{"partitionIndex":1,"committedOffset":9,`)
	wants(t, p.ask("OffsetFetch@9", `{"groups":[{"groupId":"g","topics":null},{"groupId":"h","topics":[]}]}`), `"groupId":"g","topics":[{"name":"t","partitions":[{"partitionIndex":1,"committedOffset":9,`, `"groupId":"h","topics":[]`)
	wants(t, p.ask("OffsetCommit@9", `{"groupId":"g","generationIdOrMemberEpoch":3,"memberId":"who","topics":[{"name":"t","partitions":[{"partitionIndex":1}]}]}`), `"errorCode":25`)
}
