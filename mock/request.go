package mock

import (
	"fmt"
	"net"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// Request is a request that has been read.
type Request struct {
	message.RequestHead
	API      string // the newest name of the API, as in catalog.API: "ListOffsets"
	ClientID *string
	Spec     *message.Spec // of the request
	Response *message.Spec // of the response that is due
	Frame    []byte        // with its size in front
	Tape     *tape.Tape    // of Frame; records and other bytes are not looked into
	Body     Body
	Peer     net.Addr // who asks
	Node     Node     // who answers

	silent bool // no answer is due
}

// Node is what a node says about itself.
type Node struct {
	ID        int32
	Host      string // where clients are told to connect
	Port      int32
	ClusterID string
}

// read reads a request frame as nodes do: what they close the connection for
// is an error.
func (s *Server) read(frame []byte, peer net.Addr) (*Request, error) {
	head, ok := message.Head(frame, message.Frame)
	if !ok {
		return nil, fmt.Errorf("a frame of %d bytes has no request header", len(frame)-sizeLen)
	}
	r := &Request{RequestHead: head, Frame: frame, Tape: &tape.Tape{Nester: opaque{}}, Peer: peer, Node: s.node()}
	versions, ok := s.offer[head.APIKey]
	api, err := s.codec.Catalog.API(int(head.APIKey))
	if !ok || err != nil {
		return r, fmt.Errorf("API key %d is not on offer", head.APIKey)
	}
	r.API = api.Name
	version := head.Version
	if !versions.Has(version) {
		if head.APIKey != apiVersions {
			return r, fmt.Errorf("%s version %d is not on offer, %s are", api.Name, version, versions)
		}
		return r, s.unknownVersions(r)
	}
	if r.Spec, err = s.codec.APISpec(int(head.APIKey), version, schema.Request); err != nil {
		return r, err
	}
	if r.Response, err = s.codec.APISpec(int(head.APIKey), version, schema.Response); err != nil {
		return r, err
	}
	r.Spec.Read(r.Tape, frame, message.Frame)
	r.ClientID = message.ReadHeader(r.Tape).ClientID
	if r.Tape.Err != nil {
		return r, r.Tape.Err
	}
	r.silent = s.codec.Silent(r.Tape, r.Spec)
	r.Body, err = bodyOf(r.Spec, r.Tape)
	return r, err
}
