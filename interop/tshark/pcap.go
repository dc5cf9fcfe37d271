package tshark

import (
	"encoding/binary"
	"io"
	"net"
	"time"

	"github.com/gopacket/gopacket"
	"github.com/gopacket/gopacket/layers"
	"github.com/gopacket/gopacket/pcapgo"
)

// Port is the brokers' port, by which tshark knows Kafka.
const Port = 9092

// Exchange is a request and its response, as whole frames.
type Exchange struct {
	Request, Response []byte
}

// WritePcap writes a capture in which each exchange has a TCP connection of its
// own: two packets, the request from the client, the response from the broker.
// Frames have to fit into one packet, 65,495 bytes.
func WritePcap(w io.Writer, exchanges []Exchange) error {
	out := pcapgo.NewWriter(w)
	if err := out.WriteFileHeader(1<<18, layers.LinkTypeRaw); err != nil {
		return err
	}
	for i, x := range exchanges {
		client := endpoint{client(i), layers.TCPPort(20000 + i%40000)}
		broker := endpoint{net.IPv4(10, 255, 0, 1), Port}
		at := time.Unix(1_700_000_000, int64(i)*1e6)
		if err := packet(out, at, client, broker, 1, 1, x.Request); err != nil {
			return err
		}
		if err := packet(out, at.Add(time.Millisecond/2), broker, client, 1, uint32(1+len(x.Request)), x.Response); err != nil {
			return err
		}
	}
	return nil
}

type endpoint struct {
	ip   net.IP
	port layers.TCPPort
}

// client gives every exchange an address, so that none is a retransmission of
// another's.
func client(i int) net.IP {
	ip := make(net.IP, 4)
	binary.BigEndian.PutUint32(ip, 10<<24|uint32(i+1))
	return ip
}

func packet(out *pcapgo.Writer, at time.Time, from, to endpoint, seq, ack uint32, payload []byte) error {
	ip := &layers.IPv4{Version: 4, TTL: 64, Protocol: layers.IPProtocolTCP, SrcIP: from.ip, DstIP: to.ip}
	tcp := &layers.TCP{SrcPort: from.port, DstPort: to.port, Seq: seq, Ack: ack, ACK: true, PSH: true, Window: 65535}
	if err := tcp.SetNetworkLayerForChecksum(ip); err != nil {
		return err
	}
	buf := gopacket.NewSerializeBuffer()
	options := gopacket.SerializeOptions{FixLengths: true, ComputeChecksums: true}
	if err := gopacket.SerializeLayers(buf, options, ip, tcp, gopacket.Payload(payload)); err != nil {
		return err
	}
	b := buf.Bytes()
	return out.WritePacket(gopacket.CaptureInfo{Timestamp: at, CaptureLength: len(b), Length: len(b)}, b)
}
