package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/kscope/kscope/interop/oracle"
	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/wire"
)

// work is what one contender does again and again. An error ends the run.
type work func() error

// peer is somebody else who does a row's work.
type peer struct {
	name   string
	work   work        // nil for Java
	java   oracle.Work // "" for Go
	target float64     // ours is to take at most this share; 0 for none
}

// row is one line of the table.
type row struct {
	name    string
	subject *subject
	ours    work
	peers   []peer
	// better: the target is for the quickest of the peers alone.
	better float64
	// free: our work is to allocate nothing.
	free bool
}

// rows are all that have peers.
func rows(c *message.Codec) ([]row, error) {
	meta, err := metadata(c)
	if err != nil {
		return nil, err
	}
	begin, err := beginQuorumEpoch(c)
	if err != nil {
		return nil, err
	}
	fetched, err := fetch(c)
	if err != nil {
		return nil, err
	}
	records, err := fetchRecords(c)
	if err != nil {
		return nil, err
	}
	return []row{
		{name: "bytes to tape", subject: meta, ours: toTape(meta), free: true, peers: []peer{
			{name: "kmsg", work: kmsgDecode(meta), target: 0.2}, {name: "kmsg, unsafe", work: kmsgUnsafe(meta)},
			{name: "Java", java: oracle.DecodeWork, target: 0.7}}},
		{name: "bytes to tape", subject: begin, ours: toTape(begin), free: true, peers: []peer{
			{name: "kmsg", work: kmsgDecode(begin), target: 0.5}, {name: "kmsg, unsafe", work: kmsgUnsafe(begin)}}},
		{name: "bytes to tape, records opaque", subject: fetched, ours: toTape(fetched), free: true, peers: []peer{
			{name: "kmsg", work: kmsgDecode(fetched), target: 0.7}, {name: "kmsg, unsafe", work: kmsgUnsafe(fetched)}}},
		{name: "bytes to tape, with all records", subject: records, ours: toRecords(records), free: true, peers: []peer{
			{name: "sarama", work: saramaFetch(records), target: 0.3}}},
		{name: "bytes to Kafka JSON", subject: meta, ours: toJSON(meta), better: 0.5, peers: []peer{
			{name: "kmsg + encoding/json", work: kmsgToJSON(meta)}, {name: "Java", java: oracle.ToJSONWork}}},
		{name: "Kafka JSON to bytes", subject: meta, ours: fromJSON(meta), better: 0.5, peers: []peer{
			{name: "kmsg + encoding/json", work: kmsgFromJSON(meta)}, {name: "Java", java: oracle.FromJSONWork}}},
		{name: "edit one string, emit again", subject: meta, ours: edit(meta), peers: []peer{
			{name: "kmsg decode + encode", work: kmsgEdit(meta), target: 0.3}}},
	}, nil
}

// toTape reads with a tape that is used again.
func toTape(s *subject) work {
	t := &tape.Tape{}
	return func() error {
		t.Decode(s.spec.Body, s.data)
		if t.Err != nil {
			return t.Err
		}
		return nil
	}
}

// toRecords is toTape with all that records fields hold.
func toRecords(s *subject) work {
	t := &tape.Tape{Nester: record.NewLayouts()}
	return func() error {
		t.Decode(s.spec.Body, s.data)
		if t.Err != nil {
			return t.Err
		}
		return nil
	}
}

// toJSON gives the JSON that the command line gives, remarks looked for.
func toJSON(s *subject) work {
	t := &tape.Tape{}
	var out []byte
	return func() error {
		t.Decode(s.spec.Body, s.data)
		if t.Err != nil {
			return t.Err
		}
		out = jsonform.AppendLossless(out[:0], t, 0, s.data, jsonform.Options{})
		return nil
	}
}

// edit reads, finds the topic in the middle by its path, and gives its name
// other bytes. What is around them is mended, not written again.
func edit(s *subject) work {
	t := &tape.Tape{}
	name := append(wire.AppendUvarint(nil, uint32(len(editedName))+1), editedName...)
	var out []byte
	return func() (err error) {
		t.Decode(s.spec.Body, s.data)
		if t.Err != nil {
			return t.Err
		}
		r, ok := t.Find("Topics[50].Name")
		if !ok {
			return errors.New("no such topic")
		}
		out, err = t.Replace(out[:0], r, name)
		return err
	}
}

func fromJSON(s *subject) work {
	var out []byte
	return func() (err error) {
		out, err = s.spec.Encode(out[:0], s.json, message.Body, message.Header{})
		return err
	}
}

// codec is what kmsg's requests and responses have in common.
type codec interface {
	SetVersion(int16)
	ReadFrom([]byte) error
	AppendTo([]byte) []byte
}

// fresh gives a new message of kmsg's, as a client makes one for each frame.
func fresh(s *subject) codec {
	var m codec
	if s.spec.IsRequest() {
		m = kmsg.RequestForKey(int16(s.spec.APIKey))
	} else {
		m = kmsg.ResponseForKey(int16(s.spec.APIKey))
	}
	m.SetVersion(s.spec.Version)
	return m
}

func kmsgDecode(s *subject) work {
	return func() error { return fresh(s).ReadFrom(s.data) }
}

// kmsgUnsafe lets kmsg's strings alias the input, as ours always do.
func kmsgUnsafe(s *subject) work {
	return func() error {
		return fresh(s).(interface{ UnsafeReadFrom([]byte) error }).UnsafeReadFrom(s.data)
	}
}

func kmsgToJSON(s *subject) work {
	return func() error {
		m := fresh(s)
		if err := m.ReadFrom(s.data); err != nil {
			return err
		}
		_, err := json.Marshal(m)
		return err
	}
}

// kmsgFromJSON reads the JSON that kmsg's structs give, not Kafka's.
func kmsgFromJSON(s *subject) work {
	m := fresh(s)
	err := m.ReadFrom(s.data)
	text, marshal := json.Marshal(m)
	var out []byte
	return func() error {
		if err != nil || marshal != nil {
			return fmt.Errorf("kmsg: %w, %w", err, marshal)
		}
		m := fresh(s)
		if err := json.Unmarshal(text, m); err != nil {
			return err
		}
		m.SetVersion(s.spec.Version)
		out = m.AppendTo(out[:0])
		return nil
	}
}

// editedName is what the edit row calls the topic in the middle.
const editedName = "another-name"

func kmsgEdit(s *subject) work {
	var out []byte
	return func() error {
		m := fresh(s).(*kmsg.MetadataResponse)
		if err := m.ReadFrom(s.data); err != nil {
			return err
		}
		m.Topics[len(m.Topics)/2].Topic = kmsg.StringPtr(editedName)
		out = m.AppendTo(out[:0])
		return nil
	}
}
