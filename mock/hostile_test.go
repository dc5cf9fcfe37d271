package mock_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"net"
	"testing"
	"time"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/mock"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/schema"
)

// TestClosed sends what nodes close the connection for.
func TestClosed(t *testing.T) {
	n := start(t, newCodec("4.4"), mock.Options{MaxRequest: 1000})
	cut := n.dial().frame("Metadata@12", `{"topics":null}`)
	for name, c := range map[string]struct {
		send []byte
		err  string
	}{
		"key":      {resize([]byte{0, 0, 0, 0, 0x7f, 0xff, 0, 0, 0, 0, 0, 1, 0xff, 0xff}), "API key 32767 is not on offer"},
		"version":  {resize([]byte{0, 0, 0, 0, 0, 3, 0, 99, 0, 0, 0, 1, 0xff, 0xff}), "Metadata version 99 is not on offer, 0-13 are"},
		"listed":   {resize([]byte{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0xff, 0xff}), "ProduceRequest has no version 0 in release 4.4"},
		"empty":    {make([]byte, 4), "a frame of 0 bytes has no request header"},
		"negative": {[]byte{0xff, 0xff, 0xff, 0xff}, "expected a frame of 0 to 1000 bytes, found the size -1 (0xffffffff)"},
		"large":    {[]byte{0, 0, 4, 0}, "found the size 1024 (0x00000400)"},
		"TLS":      {[]byte{0x16, 3, 1, 0, 200, 1}, "this is TLS, not Kafka: "},
		"HTTP":     {[]byte("GET / HTTP/1.1\r\n"), "HTTP"},
		"cut body": {resize(cut[:len(cut)-2]), "offset 0x"},
	} {
		p := n.dial()
		if _, err := p.Write(c.send); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		p.ended(0)
		x := n.Exchanges()
		last := x[len(x)-1]
		if last.Err == nil || !contains(last.Err.Error(), c.err) || !last.Closed || last.Response != nil {
			t.Errorf("%s: %v, not %s", name, last.Err, c.err)
		}
	}
}

// TestManyValues sends more than a body may have, in few bytes each.
func TestManyValues(t *testing.T) {
	n := start(t, newCodec("4.4"), mock.Options{})
	p := n.dial()
	frame := p.frame("Metadata@12", `{"topics":[]}`)
	count := len(frame) - 4 // of the array, in front of two bools and the tags
	element := append(make([]byte, 16), 1, 0)
	const many = 600_000                                 // structs of two values
	big := append(frame[:count:count], 0xc1, 0xcf, 0x24) // uvarint many+1
	big = append(append(big, bytes.Repeat(element, many)...), 1, 0, 0)
	if _, err := p.Write(resize(big)); err != nil {
		t.Fatal(err)
	}
	p.ended(0)
	if err := n.Exchanges()[0].Err; err == nil || err.Error() != "expected at most 1,048,576 values in a body, found more" {
		t.Error(err)
	}
}

// TestUnknownApiVersions is KIP-511.
func TestUnknownApiVersions(t *testing.T) {
	p := start(t, newCodec("3.9"), mock.Options{}).dial()
	p.Write(resize([]byte{0, 0, 0, 0, 0, 18, 0, 99, 0, 0, 0, 7, 0xff, 0xff, 0x2a}))
	got := p.receive()
	if id, code := binary.BigEndian.Uint32(got[4:]), binary.BigEndian.Uint16(got[8:]); id != 7 || code != 35 {
		t.Errorf("%x", got)
	}
	spec, _ := p.node.codec.Spec("ApiVersionsResponse", 0)
	if body, err := decodes(spec, got[8:]); err != nil || !contains(body, `"apiKey":18,"minVersion":0,"maxVersion":4`) {
		t.Errorf("%v %s", err, body)
	}
	p.ask("ApiVersions@0", `{}`) // on the same connection
}

// TestHostile sends random bytes, sizes that lie and requests that are cut or
// changed; then the node must still answer, and end.
func TestHostile(t *testing.T) {
	codec := newCodec("4.4")
	n := start(t, codec, mock.Options{Behaviour: mock.NewBroker(mock.BrokerOptions{Topics: map[string]int{"t": 1}})})
	random := rand.New(rand.NewPCG(1, 2))
	for _, frame := range requests(t, codec) {
		for range 3 {
			b := append([]byte{}, frame...)
			switch random.IntN(3) {
			case 0:
				b = b[:random.IntN(len(b))]
			case 1:
				b[4+random.IntN(len(b)-4)] ^= byte(1 + random.IntN(255))
			case 2:
				b = resize(b[:max(12, random.IntN(len(b)))])
			}
			poke(n, b)
		}
	}
	n.dial().ask("ApiVersions@3", `{}`)
}

// poke sends bytes, reads what comes at once, and hangs up.
func poke(n *node, b []byte) {
	ours, theirs := net.Pipe()
	n.pipes.conns <- theirs
	ours.SetDeadline(time.Now().Add(20 * time.Millisecond))
	done := make(chan bool)
	go func() {
		io.Copy(io.Discard, ours)
		close(done)
	}()
	ours.Write(b)
	ours.Write(b)
	ours.Close()
	<-done
}

// requests is one request of each API, in its newest version.
func requests(t testing.TB, codec *message.Codec) (all [][]byte) {
	for key, versions := range mock.NewOffer(codec, "") {
		spec, err := codec.APISpec(int(key), versions.Hi, schema.Request)
		if err != nil {
			t.Fatal(err)
		}
		frame, err := spec.Append(nil, sample.Source(sample.Full), message.Frame, message.Header{CorrelationID: 1})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, frame)
	}
	return all
}

func FuzzRequests(f *testing.F) {
	codec := newCodec("4.4")
	for _, frame := range requests(f, codec) {
		f.Add(frame)
	}
	f.Add([]byte("GET / HTTP/1.1\r\n\r\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		rule := mock.Rule{Every: 2, Error: "UNKNOWN_SERVER_ERROR", Times: 1}
		n := start(t, codec, mock.Options{Behaviour: mock.NewBroker(mock.BrokerOptions{}), Rules: []mock.Rule{rule}})
		poke(n, b)
		n.dial().ask("ApiVersions@3", `{}`)
	})
}

func FuzzRules(f *testing.F) {
	f.Add([]byte(`{"api":"Metadata","set":{"topics[*].name":"x"},"delay":"1ms"}` + "\n" + `[{"error":3}]`))
	f.Add([]byte(`{"body":{"topics":[{"$each":"request.topics","name":"${item.name}"}]},"raw":"00"}`))
	codec := newCodec("4.4")
	f.Fuzz(func(t *testing.T, b []byte) {
		parsed, err := mock.ParseRules("rules", b)
		if err != nil {
			return
		}
		for i := range parsed {
			parsed[i].Delay, parsed[i].Pause, parsed[i].Repeat = 0, 0, min(parsed[i].Repeat, 3)
		}
		if s, err := mock.New(codec, mock.Options{Rules: parsed}); err == nil {
			s.Close()
		}
	})
}
