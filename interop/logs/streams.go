package logs

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/interop/lab"
	"github.com/kscope/kscope/interop/raw"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/tape"
)

// heartbeat joins a streams group as the streams client does, which is not
// among the brokers' jars.
const heartbeat = `{"groupId":"streams-group","memberId":"AAECAwQFBgcICQoLDA0ODw","memberEpoch":%d,"endpointInformationEpoch":0,
	"instanceId":null,"rackId":null,"rebalanceTimeoutMs":60000,"topology":%s,
	"activeTasks":[],"standbyTasks":[],"warmupTasks":[],"processId":"process-1","userEndpoint":{"host":"127.0.0.1","port":4000},
	"clientTags":[{"key":"zone","value":"a"}],"taskOffsets":[],"taskEndOffsets":[],"shutdownApplication":false}`

const topology = `{"epoch":1,"subtopologies":[{"subtopologyId":"0","sourceTopics":["segments"],"sourceTopicRegex":[],
	"stateChangelogTopics":[],"repartitionSinkTopics":[],"repartitionSourceTopics":[],"copartitionGroups":[]}]}`

// streams has a member join and leave.
func streams(ctx context.Context, c *lab.Cluster) error {
	codec := message.New(catalog.Builtin(), "4.4")
	if err := beat(ctx, codec, c.Bootstrap(), fmt.Sprintf(heartbeat, 0, topology)); err != nil {
		return err
	}
	return beat(ctx, codec, c.Bootstrap(), fmt.Sprintf(heartbeat, -1, "null"))
}

func beat(ctx context.Context, codec *message.Codec, addr, json string) error {
	s, err := codec.Spec("StreamsGroupHeartbeatRequest", 0)
	if err != nil {
		return err
	}
	id := "client-of-streams-group"
	request, err := s.Encode(nil, []byte(json), message.Frame, message.Header{CorrelationID: 1, ClientID: &id})
	if err != nil {
		return err
	}
	answer, err := raw.Roundtrip(ctx, addr, request)
	if err != nil {
		return err
	}
	head, ok := message.Head(request, message.Frame)
	if !ok {
		return errors.New("the request has no header")
	}
	text, err := body(codec, answer, head)
	if err == nil && !bytes.Contains(text, []byte(`"errorCode":0,`)) {
		err = fmt.Errorf("heartbeat of a streams group: %s", text)
	}
	return err
}

// body is what an answer says behind its header, as JSON.
func body(codec *message.Codec, answer []byte, head message.RequestHead) ([]byte, error) {
	var t tape.Tape
	s, err := codec.ReadResponse(&t, answer, message.Frame, head)
	if err != nil {
		return nil, err
	}
	for i := range t.Nodes {
		if _, info := t.Lookup(t.Nodes[i].Op); info == &s.Body.Info[0] {
			return jsonform.Append(nil, &t, i, jsonform.Options{}), nil
		}
	}
	return nil, fmt.Errorf("%s: no body in %x", s, answer)
}
