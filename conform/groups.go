package conform

import (
	"encoding/base64"
	"fmt"
)

const groupCoordinator = "org.apache.kafka.coordinator.group.GroupMetadataManager"

func groupChecks() []Check {
	join := []string{"FindCoordinator", "JoinGroup@5"}
	return []Check{
		{ID: "groups.coordinator", Title: "a group has a coordinator, always the same", Level: Must,
			Reason: "members of a group meet there", Source: guide + ", FindCoordinator",
			Needs: Write, APIs: join[:1], run: sameCoordinator},
		{ID: "groups.key-type", Title: "a kind of coordinator that is none gets INVALID_REQUEST", Level: Should,
			Reason: "the client means something that the node does not know", Source: metadataAPI,
			Needs: Write, APIs: []string{"FindCoordinator@4"}, run: keyType},
		{ID: "groups.member-id", Title: "a first join without a member id gets MEMBER_ID_REQUIRED and an id", Level: Must,
			Reason: "members that never come back with it would fill the group", Source: "KIP-394",
			Needs: Write, APIs: join, run: memberID},
		{ID: "groups.life", Title: "a member joins, gets its assignment, beats, commits and leaves", Level: Must,
			Reason: "that is what every consumer does", Source: guide + ", group membership", Needs: Write,
			APIs: []string{"FindCoordinator", "JoinGroup@5", "SyncGroup@3", "Heartbeat@3", "LeaveGroup@3", "OffsetCommit@7", "OffsetFetch@5"}, run: life},
		{ID: "groups.generation", Title: "a heartbeat or commit of another generation gets ILLEGAL_GENERATION", Level: Must,
			Reason: "members that missed a rebalance must not commit for partitions that they no longer have", Source: groupCoordinator,
			Needs: Write,
			APIs:  []string{"FindCoordinator", "JoinGroup@5", "SyncGroup@3", "Heartbeat@3", "OffsetCommit@7"}, run: generation},
		{ID: "groups.rejoin-unknown", Title: "a join with a member id that the group lacks gets UNKNOWN_MEMBER_ID", Level: Must,
			Reason: "clients forget their id on it, and join anew", Source: groupCoordinator, Needs: Write, APIs: join, run: rejoinUnknown},
		{ID: "groups.heartbeat-unknown", Title: "a heartbeat of a member that the group lacks gets UNKNOWN_MEMBER_ID", Level: Must,
			Reason: "clients learn by it that they have been taken for dead", Source: groupCoordinator,
			Needs: Write, APIs: []string{"FindCoordinator", "Heartbeat@3"},
			run: stranger("Heartbeat", "ErrorCode")},
		{ID: "groups.sync-unknown", Title: "a sync of a member that the group lacks gets UNKNOWN_MEMBER_ID", Level: Must,
			Reason: "clients join anew on it", Source: groupCoordinator,
			Needs: Write, APIs: []string{"FindCoordinator", "SyncGroup@3"}, run: stranger("SyncGroup", "ErrorCode")},
		{ID: "groups.leave-unknown", Title: "a member that the group lacks leaves with UNKNOWN_MEMBER_ID", Level: Should,
			Reason: "tools that remove members tell which were there", Source: "KIP-345",
			Needs: Write, APIs: []string{"FindCoordinator", "LeaveGroup@3"},
			run: stranger("LeaveGroup", "Members[0].ErrorCode")},
		{ID: "groups.session-timeout", Title: "a session timeout out of bounds gets INVALID_SESSION_TIMEOUT", Level: Should,
			Reason: "a member that is never taken for dead holds its partitions for good", Source: "group.max.session.timeout.ms",
			Needs: Write, APIs: join, run: sessionTimeout},
		{ID: "groups.no-protocol", Title: "a join that names no protocol gets INCONSISTENT_GROUP_PROTOCOL", Level: Should,
			Reason: "there is nothing by which to assign", Source: groupCoordinator, Needs: Write, APIs: join, run: noProtocol},
		{ID: "groups.empty-id", Title: "a join to a group without a name gets INVALID_GROUP_ID", Level: Should,
			Reason: "all clients that forgot the name would be one group", Source: "KIP-289", Needs: Write, APIs: join, run: emptyGroup},
		{ID: "groups.offsets", Title: "an offset committed without a member is fetched again, with its metadata", Level: Must,
			Reason: "clients that assign partitions themselves keep their positions so", Source: guide + ", OffsetCommit", Needs: Write,
			APIs: []string{"FindCoordinator", "OffsetCommit@7", "OffsetFetch@5"}, run: committed},
		{ID: "groups.no-offset", Title: "a partition without a commit has offset -1 and no error", Level: Must,
			Reason: "consumers begin where auto.offset.reset says, on it alone", Source: guide + ", OffsetFetch", Needs: Write,
			APIs: []string{"FindCoordinator", "OffsetFetch@5"}, run: uncommitted},
		{ID: "groups.commit-unknown", Title: "a commit of a member that the group lacks is refused", Level: Must,
			Reason: "its partitions may be another's by now", Source: groupCoordinator,
			Needs: Write, APIs: []string{"FindCoordinator", "OffsetCommit@7"}, run: commitUnknown},
		{ID: "groups.describe-unknown", Title: "a group that is not there is dead", Level: Should,
			Reason: "tools tell by it that there is nothing to reset", Source: "KIP-1043",
			Needs: Write, APIs: []string{"FindCoordinator", "DescribeGroups"}, run: describeUnknown},
		{ID: "groups.delete-unknown", Title: "to delete a group that is not there gets GROUP_ID_NOT_FOUND", Level: Should,
			Reason: "tools tell users that they mistyped", Source: "KIP-229",
			Needs: Write, APIs: []string{"FindCoordinator", "DeleteGroups"}, run: deleteUnknown},
	}
}

// findCoordinator asks for a coordinator until there is one. Where it is another
// node, the check takes another name for what it is about.
func (t *try) findCoordinator(keyType int) {
	if keyType == groupKey {
		t.dropGroup() // some nodes make a group of the first question about it
	}
	id := int64(0)
	for n := range mostKeys {
		if n > 0 {
			t.names[keyType] = fmt.Sprintf("%s-%d", t.key, n)
		}
		name := t.names[keyType]
		r := t.coordinator("FindCoordinator", "Coordinators[0].ErrorCode|ErrorCode", object{"key": name, "keyType": keyType, "coordinatorKeys": list{name}})
		r.fine("Coordinators[0].ErrorCode|ErrorCode")
		if id = r.int("Coordinators[0].NodeId|NodeId"); !t.going() || t.id < 0 || id == t.id {
			return
		}
	}
	t.skip("node %d is the coordinator, also of %d names more", id, mostKeys-1)
}

// mostKeys is how many names are tried; with three brokers, one check in six hundred
// finds none.
const mostKeys = 16

// Kinds of coordinators.
const (
	groupKey       = 0
	transactionKey = 1
)

// dropGroup has the check's group deleted at the end.
func (t *try) dropGroup() {
	t.undo(func(t *try) {
		if !t.span("DeleteGroups").Empty() {
			t.ask("DeleteGroups", object{"groupsNames": list{t.names[groupKey]}})
		}
	})
}

// ofGroup asks the coordinator of the check's group.
func (t *try) ofGroup(api, code string, body object) *reply {
	return t.coordinator(api, code, object{"groupId": t.names[groupKey], "groupInstanceId": nil}.with(body))
}

func sameCoordinator(t *try) {
	t.findCoordinator(groupKey)
	body := object{"key": t.names[groupKey], "keyType": groupKey, "coordinatorKeys": list{t.names[groupKey]}}
	first := t.ask("FindCoordinator", body)
	id, port := first.least("Coordinators[0].NodeId|NodeId", 0), first.least("Coordinators[0].Port|Port", 1)
	if first.text("Coordinators[0].Host|Host") == "" {
		first.wrong("Coordinators[0].Host", "a host", `""`)
	}
	second := t.ask("FindCoordinator", body)
	second.is("Coordinators[0].NodeId|NodeId", id)
	second.is("Coordinators[0].Port|Port", port)
	t.saw("node %d", id)
}

func keyType(t *try) {
	r := t.ask("FindCoordinator", object{"key": t.names[groupKey], "keyType": 77, "coordinatorKeys": list{t.names[groupKey]}})
	r.code("Coordinators[0].ErrorCode|ErrorCode", "INVALID_REQUEST")
}

// joining is the body of a member that joins.
func joining(member string) object {
	return object{"sessionTimeoutMs": 10_000, "rebalanceTimeoutMs": 10_000, "memberId": member, "protocolType": "consumer",
		"protocols": list{object{"name": "range", "metadata": "AAAAAAAAAAAAAA=="}}, "reason": nil}
}

func memberID(t *try) {
	t.findCoordinator(groupKey)
	r := t.ofGroup("JoinGroup", "ErrorCode", joining(""))
	r.code("ErrorCode", "MEMBER_ID_REQUIRED")
	if r.text("MemberId") == "" {
		r.wrong("MemberId", "an id for the member", `""`)
	}
}

// member is one that has joined.
type member struct {
	id         string
	generation int64
}

// with adds who asks to a body.
func (m member) with(body object) object {
	return object{"memberId": m.id, "generationId": m.generation, "generationIdOrMemberEpoch": m.generation,
		"members": list{object{"memberId": m.id, "groupInstanceId": nil, "reason": nil}}}.with(body)
}

// joined makes a member, alone in its group, with an assignment.
func (t *try) joined() member {
	t.findCoordinator(groupKey)
	first := t.ofGroup("JoinGroup", "ErrorCode", joining(""))
	if t.going() && first.code("ErrorCode", "MEMBER_ID_REQUIRED", "NONE") == "NONE" {
		return member{first.text("MemberId"), first.int("GenerationId")}
	}
	r := t.ofGroup("JoinGroup", "ErrorCode", joining(first.text("MemberId")))
	r.fine("ErrorCode")
	m := member{r.text("MemberId"), r.least("GenerationId", 0)}
	t.undo(func(t *try) { t.ofGroup("LeaveGroup", "ErrorCode", m.with(nil)) })
	if leader := r.text("Leader"); leader != m.id {
		r.wrong("Leader", "the only member", fmt.Sprintf("%q", leader))
	}
	s := t.ofGroup("SyncGroup", "ErrorCode", m.with(object{"protocolType": "consumer", "protocolName": "range",
		"assignments": list{object{"memberId": m.id, "assignment": base64.StdEncoding.EncodeToString([]byte(assignment))}}}))
	s.fine("ErrorCode")
	if got := s.text("Assignment"); got != assignment {
		s.wrong("Assignment", fmt.Sprintf("%q, as the leader gave it", assignment), fmt.Sprintf("%q", got))
	}
	return m
}

// assignment is what a leader hands in; coordinators pass it on unread.
const assignment = "as the leader says"

// commit is the part of a body that commits an offset of the check's partition.
func (p topic) commit(offset int64, metadata string) object {
	return object{"topics": list{object{"name": p.name, "topicId": p.id, "partitions": list{object{"partitionIndex": p.partition,
		"committedOffset": offset, "committedLeaderEpoch": -1, "committedMetadata": metadata}}}}}
}

const commitCode = "Topics[0].Partitions[0].ErrorCode"

// Where the answers to OffsetFetch say what was committed.
const (
	fetchedOffset   = "Groups[0].Topics[0].Partitions[0].CommittedOffset|Topics[0].Partitions[0].CommittedOffset"
	fetchedMetadata = "Groups[0].Topics[0].Partitions[0].Metadata|Topics[0].Partitions[0].Metadata"
	fetchedError    = "Groups[0].Topics[0].Partitions[0].ErrorCode|Topics[0].Partitions[0].ErrorCode"
	fetchedGroup    = "Groups[0].ErrorCode|ErrorCode"
)

// position asks what is committed for the check's partition.
func (t *try) position() *reply {
	topics := list{object{"name": t.topic.name, "topicId": t.topic.id, "partitionIndexes": list{t.topic.partition}}}
	return t.ofGroup("OffsetFetch", fetchedGroup, object{"topics": topics, "requireStable": false,
		"groups": list{object{"groupId": t.names[groupKey], "memberId": nil, "memberEpoch": -1, "topics": topics}}})
}

func life(t *try) {
	m := t.joined()
	t.ofGroup("Heartbeat", "ErrorCode", m.with(nil)).fine("ErrorCode")
	t.ofGroup("OffsetCommit", commitCode, m.with(t.topic.commit(7, "seven"))).fine(commitCode)
	t.position().is(fetchedOffset, 7)
	r := t.ofGroup("LeaveGroup", "ErrorCode", m.with(nil))
	r.fine("ErrorCode")
	r.fine("Members[0].ErrorCode")
	t.ofGroup("Heartbeat", "ErrorCode", m.with(nil)).code("ErrorCode", "UNKNOWN_MEMBER_ID")
	t.saw("generation %d", m.generation)
}

func generation(t *try) {
	m := t.joined()
	m.generation += 5
	t.ofGroup("Heartbeat", "ErrorCode", m.with(nil)).code("ErrorCode", "ILLEGAL_GENERATION")
	t.ofGroup("OffsetCommit", commitCode, m.with(t.topic.commit(7, ""))).code(commitCode, "ILLEGAL_GENERATION")
}

func rejoinUnknown(t *try) {
	t.findCoordinator(groupKey)
	t.ofGroup("JoinGroup", "ErrorCode", joining("nobody")).code("ErrorCode", "UNKNOWN_MEMBER_ID")
}

// nobody is a member that no group has.
var nobody = member{"nobody", 1}

func stranger(api, code string) func(*try) {
	return func(t *try) {
		t.findCoordinator(groupKey)
		body := nobody.with(object{"protocolType": "consumer", "protocolName": "range", "assignments": list{}})
		t.ofGroup(api, code, body).code(code, "UNKNOWN_MEMBER_ID")
	}
}

func sessionTimeout(t *try) {
	t.findCoordinator(groupKey)
	for _, ms := range []int{1, 1<<31 - 1} {
		body := joining("")
		body["sessionTimeoutMs"] = ms
		t.ofGroup("JoinGroup", "ErrorCode", body).code("ErrorCode", "INVALID_SESSION_TIMEOUT")
	}
}

func noProtocol(t *try) {
	t.findCoordinator(groupKey)
	body := joining("")
	body["protocols"] = list{}
	t.ofGroup("JoinGroup", "ErrorCode", body).code("ErrorCode", "INCONSISTENT_GROUP_PROTOCOL")
}

func emptyGroup(t *try) {
	body := joining("")
	body["groupId"] = ""
	t.ofGroup("JoinGroup", "ErrorCode", body).code("ErrorCode", "INVALID_GROUP_ID")
}

// alone is who commits without being a member.
var alone = member{"", -1}

func committed(t *try) {
	t.findCoordinator(groupKey)
	t.ofGroup("OffsetCommit", commitCode, alone.with(t.topic.commit(42, "here"))).fine(commitCode)
	r := t.position()
	r.fine(fetchedGroup)
	r.fine(fetchedError)
	r.is(fetchedOffset, 42)
	if got := r.text(fetchedMetadata); got != "here" {
		_, path, _ := r.find(fetchedMetadata)
		r.wrong(path, `"here"`, fmt.Sprintf("%q", got))
	}
	t.saw("42")
}

func uncommitted(t *try) {
	t.findCoordinator(groupKey)
	r := t.position()
	r.fine(fetchedGroup)
	r.fine(fetchedError)
	r.is(fetchedOffset, -1)
	t.saw("-1")
}

func commitUnknown(t *try) {
	t.findCoordinator(groupKey)
	r := t.ofGroup("OffsetCommit", commitCode, nobody.with(t.topic.commit(7, "")))
	r.code(commitCode, "GROUP_ID_NOT_FOUND", "ILLEGAL_GENERATION", "UNKNOWN_MEMBER_ID") // the first from version 9 on (KIP-848)
}

// describeDead is the first version that has an error for it.
const describeDead = 6

func describeUnknown(t *try) {
	t.findCoordinator(groupKey)
	r := t.coordinator("DescribeGroups", "Groups[0].ErrorCode", object{"groups": list{t.names[groupKey]}})
	want := "NONE"
	if t.newest("DescribeGroups") >= describeDead {
		want = "GROUP_ID_NOT_FOUND"
	}
	r.code("Groups[0].ErrorCode", want)
	if state := r.text("Groups[0].GroupState"); state != "Dead" {
		r.wrong("Groups[0].GroupState", `"Dead"`, fmt.Sprintf("%q", state))
	}
}

func deleteUnknown(t *try) {
	t.findCoordinator(groupKey)
	r := t.coordinator("DeleteGroups", "Results[0].ErrorCode", object{"groupsNames": list{t.names[groupKey]}})
	r.code("Results[0].ErrorCode", "GROUP_ID_NOT_FOUND")
}
