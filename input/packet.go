package input

import "encoding/binary"

// isDump tells the formats in which whole packets get copied.
func isDump(f Format) bool {
	switch f {
	case FormatTcpdump, FormatWireshark, FormatXXD, FormatHexdump:
		return true
	}
	return false
}

// packetHeaders measures the headers of a packet that carries TCP, and names them.
// The IP header must account for the length of the dump, so that a message is not
// taken for a packet; 0 means none were recognised.
func packetHeaders(b []byte) (int, string) {
	links := []struct {
		size, etherType int // etherType: where the link header has it, -1 if it has none
		name            string
	}{
		{0, -1, ""}, {14, 12, "Ethernet, "}, {4, -1, "loopback, "}, {16, 14, "Linux cooked, "}, {20, 0, "Linux cooked, "},
	}
	for _, l := range links {
		if len(b) < l.size+20 {
			continue
		}
		ip := b[l.size:]
		if l.etherType >= 0 {
			t := binary.BigEndian.Uint16(b[l.etherType:])
			if t != 0x0800 && t != 0x86dd {
				continue
			}
		}
		if size, version := ipHeader(ip); size > 0 && len(ip) >= size+20 {
			tcp := int(ip[size+12]>>4) * 4
			if tcp >= 20 && size+tcp <= len(ip) {
				return l.size + size + tcp, l.name + version + " and TCP headers"
			}
		}
	}
	return 0, ""
}

// ipHeader returns the size of the IP header that b begins with, if TCP follows it.
// Up to minFrame bytes may follow the packet: Ethernet pads short frames.
func ipHeader(b []byte) (size int, version string) {
	const minFrame, tcp = 46, 6
	switch b[0] >> 4 {
	case 4:
		size = int(b[0]&15) * 4
		total := int(binary.BigEndian.Uint16(b[2:]))
		if size >= 20 && b[9] == tcp && total <= len(b) && len(b)-total <= minFrame && total >= size {
			return size, "IPv4"
		}
	case 6:
		if len(b) < 40 {
			return 0, ""
		}
		total := 40 + int(binary.BigEndian.Uint16(b[4:]))
		if b[6] == tcp && total <= len(b) && len(b)-total <= minFrame {
			return 40, "IPv6"
		}
	}
	return 0, ""
}
