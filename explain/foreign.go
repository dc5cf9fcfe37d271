package explain

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf8"
)

// What is not Kafka but arrives on Kafka's ports. The first four bytes of such
// data are what people find in their logs as a frame's size, so the words give
// that number too.

// protocols are other protocols by what they begin with.
var protocols = []struct {
	begin string // bytes; "." stands for any
	words string
}{
	{"GET ", "an HTTP request (GET): something speaks HTTP to a Kafka port, such as a health check or a browser"},
	{"PUT ", "an HTTP request (PUT): something speaks HTTP to a Kafka port"},
	{"POST", "an HTTP request (POST): something speaks HTTP to a Kafka port"},
	{"HEAD", "an HTTP request (HEAD): something speaks HTTP to a Kafka port, such as a health check"},
	{"DELE", "an HTTP request (DELETE): something speaks HTTP to a Kafka port"},
	{"OPTI", "an HTTP request (OPTIONS): something speaks HTTP to a Kafka port"},
	{"PATC", "an HTTP request (PATCH): something speaks HTTP to a Kafka port"},
	{"CONN", "an HTTP CONNECT: something takes the Kafka port for an HTTP proxy"},
	{"PRI ", "an HTTP/2 preface: something speaks HTTP/2 or gRPC to a Kafka port"},
	{"HTTP", "an HTTP answer: the port that was dialled is an HTTP server's, not a broker's"},
	{"SSH-", "an SSH banner: one side speaks SSH"},
	{"PROXY ", "a PROXY protocol header (version 1): a load balancer puts it in front of the connection, and Kafka does not know it"},
	{"\r\n\r\n\x00\r\nQUIT\n", "a PROXY protocol header (version 2): a load balancer puts it in front of the connection, and Kafka does not know it"},
	{"AMQP", "an AMQP header: one side speaks AMQP"},
	{"*1\r\n", "a Redis command: one side speaks Redis' protocol"},
	{"<!DO", "an HTML page: the port that was dialled is a web server's"},
	{"<htm", "an HTML page: the port that was dialled is a web server's"},
	{"<?xm", "an XML document"},
	{"220 ", "a mail or FTP server's greeting"},
	{"{\"", "JSON text, not Kafka's binary protocol"},
}

// compressed are the codecs of record batches by what their data begins with.
var compressed = []struct{ begin, words string }{
	{"\x82SNAPPY\x00", "snappy data in xerial framing, as the Java clients write it (a header of 16 bytes, then blocks with an int32 length each)"},
	{"\xff\x06\x00\x00sNaPpY", "snappy data in Google's framing, which Kafka does not use"},
	{"\x04\x22\x4d\x18", "an LZ4 frame"},
	{"\x28\xb5\x2f\xfd", "a zstd frame"},
	{"\x1f\x8b\x08", "gzip data"},
}

// compressedWords says that data is what a compressed batch holds.
func compressedWords(data []byte) string {
	for _, c := range compressed {
		if strings.HasPrefix(string(data[:min(len(data), 16)]), c.begin) {
			words := "this is " + c.words + ": the compressed records of a batch without the batch around them"
			if c.begin[0] == 0x82 && len(data) >= 16 && data[8] == 1 && data[11] == 0 {
				words += "; its two version numbers are written little end first, which some readers refuse"
			}
			return words
		}
	}
	return ""
}

// Foreign says which other protocol data is, "" when none is recognised.
func Foreign(data []byte) string {
	if words := tlsWords(data); words != "" {
		return words
	}
	if words := compressedWords(data); words != "" {
		return words
	}
	for _, p := range protocols {
		if bytes.HasPrefix(data, []byte(p.begin)) {
			return "this is " + p.words + asSize(data)
		}
	}
	if len(data) >= 8 && isText(data[:min(len(data), 64)]) {
		return fmt.Sprintf("this is text (%q), not Kafka's binary protocol", string(data[:min(len(data), 16)])) + asSize(data)
	}
	return ""
}

// asSize tells how the first four bytes look in logs.
func asSize(data []byte) string {
	if len(data) < 4 {
		return ""
	}
	return fmt.Sprintf("; read as a frame size, its first four bytes are %d", binary.BigEndian.Uint32(data))
}

func isText(b []byte) bool {
	if !utf8.Valid(b) {
		return false
	}
	return bytes.IndexFunc(b, func(r rune) bool { return r < 0x20 && r != '\r' && r != '\n' && r != '\t' || r == 0x7f }) < 0
}

// TLS content types (RFC 8446, 5.1) and what they mean to somebody who expects
// Kafka. Handshakes come from whoever dials, alerts mostly from who is dialled.
var tlsRecords = map[byte]struct{ name, advice string }{
	0x14: {"change cipher spec", "the connection is TLS"},
	0x15: {"alert", "the port that was dialled speaks TLS and the client does not: set security.protocol to SSL or SASL_SSL"},
	0x16: {"handshake", "the peer speaks TLS to a plaintext port: make both sides SSL (or SASL_SSL), or both PLAINTEXT"},
	0x17: {"application data", "the connection is TLS: it must be decrypted first"},
}

var tlsVersions = map[byte]string{0: "SSL 3.0", 1: "3.1, TLS 1.0 or the first hello of a later one", 2: "3.2, TLS 1.1", 3: "3.3, TLS 1.2 or 1.3", 4: "3.4"}

var tlsHandshakes = map[byte]string{1: "ClientHello", 2: "ServerHello", 11: "Certificate"}

// tlsWords takes data apart as a TLS record; "" when it is none.
func tlsWords(data []byte) string {
	if len(data) < 3 || data[1] != 3 {
		return ""
	}
	kind, ok := tlsRecords[data[0]]
	version, known := tlsVersions[data[2]]
	if !ok || !known {
		return ""
	}
	parts := []string{fmt.Sprintf("record type %d (%s)", data[0], kind.name), "version " + version}
	if len(data) >= 5 {
		parts = append(parts, fmt.Sprintf("length %d", binary.BigEndian.Uint16(data[3:])))
	}
	if len(data) >= 6 && data[0] == 0x16 {
		name := tlsHandshakes[data[5]]
		if name == "" {
			name = "handshake message"
		}
		parts = append(parts, fmt.Sprintf("%s (handshake type %d)", name, data[5]))
	}
	if len(data) >= 7 && data[0] == 0x15 && data[4] == 2 {
		parts = append(parts, fmt.Sprintf("level %d, description %d", data[5], data[6]))
	}
	return "this is TLS, not Kafka: " + strings.Join(parts, ", ") + "; " + kind.advice + asSize(data)
}

// saslWords says which SASL token data is; "" when it is none. Tokens travel
// without a Kafka header after SaslHandshake version 0, and on connections of
// the 0.9 era without any handshake.
func saslWords(data []byte) string {
	const raw = "; raw SASL tokens follow a SaslHandshake version 0 (or nothing, with GSSAPI of the 0.9 era) and have a size but no Kafka header"
	switch {
	case len(data) >= 2 && data[0] == 0x60 && (data[1] >= 0x80 && data[1] <= 0x84 || int(data[1]) == len(data)-2):
		return "a GSSAPI (Kerberos) token: it begins with ASN.1 APPLICATION 0" + raw
	case isPlain(data):
		return "a SASL PLAIN token (NUL user NUL password)" + raw
	case hasAny(data, "n,,n=", "y,,n=", "n,,a="):
		return "a SCRAM client-first message" + raw
	case bytes.HasPrefix(data, []byte("r=")) && bytes.Contains(data, []byte(",s=")) && bytes.Contains(data, []byte(",i=")):
		return "a SCRAM server-first message" + raw
	case hasAny(data, "c=biws,", "c=eSws,"):
		return "a SCRAM client-final message" + raw
	case hasAny(data, "n,,\x01auth=", "n,a="):
		return "an OAUTHBEARER token" + raw
	}
	return ""
}

// isPlain recognises authorisation id, NUL, user, NUL, password (RFC 4616), or
// the beginning of one.
func isPlain(data []byte) bool {
	parts := bytes.Split(data, []byte{0})
	if len(parts) < 2 || len(parts) > 3 || len(parts[1]) < 3 {
		return false
	}
	for i, p := range parts {
		if len(p) > 0 && (!isText(p) || i == 0 && len(parts) < 3) {
			return false
		}
	}
	return len(parts) < 3 || len(parts[2]) > 0
}

func hasAny(data []byte, begins ...string) bool {
	for _, b := range begins {
		if bytes.HasPrefix(data, []byte(b)) {
			return true
		}
	}
	return false
}
