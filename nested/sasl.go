package nested

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
)

// SASL tokens do not say which mechanism they belong to: SaslHandshake did, on
// the same connection. Their forms hardly overlap, so the form tells.
//
//	PLAIN        [authzid] NUL username NUL password                   RFC 4616
//	SCRAM        n,,n=user,r=nonce   c=biws,r=nonce,p=proof            RFC 5802
//	             r=nonce,s=salt,i=iterations   v=signature or e=error
//	OAUTHBEARER  n,,^A auth=Bearer token ^A ^A   {"status":...}        RFC 7628
//	GSSAPI       ASN.1 application 0 with the mechanism's OID, or a    RFC 2743
//	             wrapped message that begins with 0x0504               RFC 4121

type sasl struct {
	plain, scram, oauth, gssapi, unknown *layout.Layout // each has all leaves
	ops                                  map[string]int // of the leaves, by key
}

// saslLeaves are the pieces of tokens: what they are called, how many bytes
// around the value belong to the encoding, and whether they are secret.
var saslLeaves = []struct {
	key, name, about string
	before, after    int
	secret           bool
}{
	{"authzid", "authzid", "identity to act as, empty for the user's own", 0, 1, false},
	{"authcid", "username", "user", 0, 1, false},
	{"password", "password", "password of the user", 0, 0, true},
	{"gs2", "gs2_header", "channel binding, and the identity to act as", 0, 0, false},
	{"n", "username", "user", 2, 0, false},
	{"r", "nonce", "random text of both sides", 2, 0, false},
	{"s", "salt", "salt of the password, in base64", 2, 0, false},
	{"i", "iterations", "rounds of hashing", 2, 0, false},
	{"c", "channel_binding", "header of the first message, in base64", 2, 0, false},
	{"p", "proof", "proof that the client knows the password", 2, 0, true},
	{"v", "signature", "proof that the server knows the password", 2, 0, true},
	{"e", "error", "why the server refuses", 2, 0, false},
	{"extension", "extension", "name and value", 0, 0, false},
	{"separator", "separator", "", 0, 0, false},
	{"auth", "auth", "scheme and bearer token", 5, 1, true},
	{"kvsep", "end", "end of the token, or the answer to a refusal", 0, 0, false},
	{"status", "status", "why the server refuses, as JSON", 0, 0, false},
	{"token", "token", "token of the mechanism", 0, 0, true},
	{"head", "head", "tag and length of a GSS-API token", 0, 0, false},
	{"mechanism", "mechanism", "object identifier of the mechanism", 0, 0, false},
}

func newSASL(reveal bool) *sasl {
	s := &sasl{ops: map[string]int{}}
	var parts []layout.Part
	for i, d := range saslLeaves {
		p := layout.Part{Name: d.name, Type: "string", About: d.about, Kind: layout.Raw, Show: showWithout(d.before, d.after), Secret: d.secret && !reveal}
		switch d.key {
		case "head":
			p.Type, p.Show = "bytes", nil
		case "mechanism":
			p.Type, p.Show = "oid", showMechanism
		}
		parts = append(parts, p)
		s.ops[d.key] = 1 + i
	}
	root := func(name, about string) *layout.Layout {
		return layout.Literal(name, "sasl token", about, layout.Body, parts...)
	}
	s.plain, s.scram = root("PLAIN", "user and password"), root("SCRAM", "challenge and response")
	s.oauth, s.gssapi = root("OAUTHBEARER", "bearer token"), root("GSSAPI", "Kerberos")
	s.unknown = root("unknown", "token of a mechanism that is not known")
	return s
}

// token reads the pieces of one token.
func (s *sasl) token(t *tape.Tape, mechanism *layout.Layout, read func(piece func(leaf string, n int))) {
	t.Open(mechanism)
	read(func(leaf string, n int) {
		if n > 0 {
			t.Field(mechanism, s.ops[leaf], n)
		}
	})
	t.Close()
}

var (
	gs2         = regexp.MustCompile(`^(?:n|y|p=[^,]*),(?:a=[^,]*)?,`)
	clientFinal = regexp.MustCompile(`^c=[^,]*,r=[^,]*(?:,[^,]*)*,p=[^,]*$`)
	serverFirst = regexp.MustCompile(`^(?:m=[^,]*,)?r=[^,]*,s=[^,]*,i=[0-9]+(?:,[^,]*)*$`)
	serverFinal = regexp.MustCompile(`^[ve]=[^,]+(?:,[^,]*)*$`)
	nonce       = regexp.MustCompile(`^(?:m=[^,]*,)?n=[^,]+,r=[^,]+`)
)

// client reads what a client sends.
func (s *sasl) client(t *tape.Tape) error {
	b := t.Upcoming()
	text := utf8.Valid(b)
	head := len(gs2.Find(b))
	switch {
	case text && bytes.Count(b, []byte{0}) == 2 && bytes.IndexByte(b, 0)+1 < bytes.LastIndexByte(b, 0):
		s.readPlain(t, b)
	case text && head > 0 && nonce.Match(b[head:]):
		s.readSCRAM(t, b, head)
	case text && clientFinal.Match(b):
		s.readSCRAM(t, b, 0)
	case text && (head > 0 && len(b) > head && b[head] == kvsep || len(b) == 1 && b[0] == kvsep):
		s.readOAuth(t, b, head)
	default:
		s.readOther(t, b)
	}
	return nil
}

// server reads what a server answers.
func (s *sasl) server(t *tape.Tape) error {
	b := t.Upcoming()
	text := utf8.Valid(b)
	switch {
	case text && (serverFirst.Match(b) || serverFinal.Match(b)):
		s.readSCRAM(t, b, 0)
	case text && b[0] == '{':
		s.token(t, s.oauth, func(piece func(string, int)) { piece("status", len(b)) })
	default:
		s.readOther(t, b)
	}
	return nil
}

func (s *sasl) readPlain(t *tape.Tape, b []byte) {
	first, last := bytes.IndexByte(b, 0), bytes.LastIndexByte(b, 0)
	s.token(t, s.plain, func(piece func(string, int)) {
		piece("authzid", first+1)
		piece("authcid", last-first)
		piece("password", len(b)-last-1)
	})
}

// readSCRAM reads a header of some bytes, then attributes: r=nonce,s=salt,i=4096.
func (s *sasl) readSCRAM(t *tape.Tape, b []byte, head int) {
	s.token(t, s.scram, func(piece func(string, int)) {
		piece("gs2", head)
		for b := b[head:]; len(b) > 0; {
			n := bytes.IndexByte(b, ',')
			if n < 0 {
				n = len(b)
			}
			leaf := "extension"
			if key, _, ok := strings.Cut(string(b[:n]), "="); ok && len(key) == 1 && strings.Contains("nrsicpve", key) {
				leaf = key
			}
			piece(leaf, n)
			if b = b[n:]; len(b) > 0 {
				piece("separator", 1)
				b = b[1:]
			}
		}
	})
}

// kvsep ends each pair of an OAUTHBEARER token.
const kvsep = 1

// readOAuth reads a header of some bytes, then pairs that end with kvsep.
func (s *sasl) readOAuth(t *tape.Tape, b []byte, head int) {
	s.token(t, s.oauth, func(piece func(string, int)) {
		if head > 0 {
			piece("gs2", head+1)
			b = b[head+1:]
		}
		for len(b) > 1 {
			n := bytes.IndexByte(b, kvsep) + 1
			if n == 0 {
				n = len(b)
			}
			if !bytes.HasPrefix(b, []byte("auth=")) {
				piece("extension", n)
			} else {
				piece("auth", n)
				if who := subject(b[:n]); who != "" {
					note(t, "a token for "+who)
				}
			}
			b = b[n:]
		}
		piece("kvsep", len(b))
	})
}

// readOther reads tokens that are not text.
func (s *sasl) readOther(t *tape.Tape, b []byte) {
	const wrapped = "\x05\x04" // id of a wrap token, RFC 4121
	head, oid, err := gssToken(b)
	mechanism := s.gssapi
	if err != nil && !(bytes.HasPrefix(b, []byte(wrapped)) && len(b) >= 16) {
		mechanism = s.unknown
	}
	s.token(t, mechanism, func(piece func(string, int)) {
		piece("head", head)
		piece("mechanism", oid)
		piece("token", len(b)-head-oid)
	})
}

var errNoGSS = errors.New("no GSS-API token")

// gssToken gives the sizes of what a token begins with: tag and length of the
// whole, and the object identifier of the mechanism.
func gssToken(b []byte) (head, oid int, err error) {
	const application, objectID, long = 0x60, 0x06, 0x80
	if len(b) < 4 || b[0] != application {
		return 0, 0, errNoGSS
	}
	head = 2
	if b[1] >= long {
		head += int(b[1] - long)
	}
	if head > 6 || head+2 > len(b) || b[head] != objectID || b[head+1] >= long || head+2+int(b[head+1]) > len(b) {
		return 0, 0, errNoGSS
	}
	return head, 2 + int(b[head+1]), nil
}

// mechanisms are the object identifiers that Kafka's peers use, in DER.
var mechanisms = map[string]string{
	"\x06\x09\x2a\x86\x48\x86\xf7\x12\x01\x02\x02": "Kerberos 5 (1.2.840.113554.1.2.2)",
	"\x06\x06\x2b\x06\x01\x05\x05\x02":             "SPNEGO (1.3.6.1.5.5.2)",
}

func showMechanism(b []byte) string {
	if name := mechanisms[string(b)]; name != "" {
		return name
	}
	return fmt.Sprintf("% x", b)
}
