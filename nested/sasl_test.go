package nested

import (
	"maps"
	"strings"
	"testing"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/tape"
)

// readToken reads a SASL token as a request or response has it.
func readToken(t *testing.T, name string, token string, o Options) *tape.Tape {
	t.Helper()
	c, _ := newCodec(t, "", o)
	s := spec(t, c, name, 2)
	v := instanceOf(t, s)
	v.setBytes("AuthBytes", []byte(token))
	tp := &tape.Tape{}
	s.Read(tp, v.encode(t, s, message.Frame), message.Frame)
	return tp
}

const (
	client = "SaslAuthenticateRequest"
	server = "SaslAuthenticateResponse"
	// a JSON web token that nobody has signed: {"alg":"none"}.{"sub":"alice","exp":1700000000}.
	webToken = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbGljZSIsImV4cCI6MTcwMDAwMDAwMH0.c2VjcmV0"
)

var tokens = []struct {
	message, token, mechanism string
	shown                     map[string]string
}{
	{client, "\x00alice\x00secret", "PLAIN", map[string]string{"authzid": `""`, "username": `"alice"`, "password": "hidden 6"}},
	{client, "bob\x00alice\x00secret", "PLAIN", map[string]string{"authzid": `"bob"`, "username": `"alice"`, "password": "hidden 6"}},
	{client, "n,,n=user,r=fyko+d2lbbFgONRv9qkxdawL", "SCRAM", map[string]string{"gs2_header": `"n,,"`, "username": `"user"`, "separator": `","`, "nonce": `"fyko+d2lbbFgONRv9qkxdawL"`}},
	{client, "n,a=admin,n=user,r=abc,tokenauth=true", "SCRAM", map[string]string{"gs2_header": `"n,a=admin,"`, "username": `"user"`, "separator": `","`, "nonce": `"abc"`, "extension": `"tokenauth=true"`}},
	{client, "c=biws,r=abcdef,p=v0X8v3Bz2T0CJGbJQyF0X+HI4Ts=", "SCRAM", map[string]string{"channel_binding": `"biws"`, "separator": `","`, "nonce": `"abcdef"`, "proof": "hidden 30"}},
	{server, "r=abcdef,s=QSXCR+Q6sek8bf92,i=4096", "SCRAM", map[string]string{"nonce": `"abcdef"`, "separator": `","`, "salt": `"QSXCR+Q6sek8bf92"`, "iterations": `"4096"`}},
	{server, "v=rmF9pqV8S7suAoZWja4dJRkFsKQ=", "SCRAM", map[string]string{"signature": "hidden 30"}},
	{server, "e=invalid-proof", "SCRAM", map[string]string{"error": `"invalid-proof"`}},
	{client, "n,,\x01auth=Bearer " + webToken + "\x01\x01", "OAUTHBEARER", map[string]string{"gs2_header": `"n,,\x01"`, "auth": "hidden 85", "end": `"\x01"`}},
	{client, "n,a=me,\x01auth=Bearer opaque\x01traceId=123\x01\x01", "OAUTHBEARER", map[string]string{"gs2_header": `"n,a=me,\x01"`, "auth": "hidden 19", "extension": `"traceId=123\x01"`, "end": `"\x01"`}},
	{client, "\x01", "OAUTHBEARER", map[string]string{"end": `"\x01"`}},
	{server, `{"status":"invalid_token"}`, "OAUTHBEARER", map[string]string{"status": `"{\"status\":\"invalid_token\"}"`}},
	{client, "\x60\x10\x06\x09\x2a\x86\x48\x86\xf7\x12\x01\x02\x02\x01\x00ticket", "GSSAPI", map[string]string{"head": "6010", "mechanism": "Kerberos 5 (1.2.840.113554.1.2.2)", "token": "hidden 8"}},
	{client, "\x60\x81\x08\x06\x06\x2b\x06\x01\x05\x05\x02", "GSSAPI", map[string]string{"head": "608108", "mechanism": "SPNEGO (1.3.6.1.5.5.2)"}},
	{server, "\x05\x04\x05\xff\x00\x0c\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01payload", "GSSAPI", map[string]string{"token": "hidden 23"}},
	{client, "whatever this is", "unknown", map[string]string{"token": "hidden 16"}},
	{client, "\x60\x10\x06\xff", "unknown", map[string]string{"token": "hidden 4"}},
	{server, "\xff\xfe", "unknown", map[string]string{"token": "hidden 2"}},
}

func TestTokens(t *testing.T) {
	for _, c := range tokens {
		tp := readToken(t, c.message, c.token, Options{})
		if _, inside := nests(tp, "AuthBytes"); len(inside) != 1 || inside[0] != c.mechanism {
			t.Errorf("%q: read as %v, want %s", c.token, inside, c.mechanism)
		}
		if got := shown(tp); !maps.Equal(got, c.shown) {
			t.Errorf("%q: %v, want %v", c.token, got, c.shown)
		}
		if tp.Err != nil {
			t.Errorf("%q: %v", c.token, tp.Err)
		}
		checkTiling(t, c.token, tp)
	}
}

// What is secret is so only until somebody asks for it.
func TestReveal(t *testing.T) {
	for _, c := range tokens {
		tp := readToken(t, c.message, c.token, Options{Reveal: true})
		for name, value := range shown(tp) {
			if strings.HasPrefix(value, "hidden") {
				t.Errorf("%q: %s is %s", c.token, name, value)
			}
		}
	}
	if got := shown(readToken(t, client, tokens[0].token, Options{Reveal: true}))["password"]; got != `"secret"` {
		t.Errorf("password %s", got)
	}
}

func TestWebTokenTellsItsSubject(t *testing.T) {
	tp := readToken(t, client, "n,,\x01auth=Bearer "+webToken+"\x01\x01", Options{})
	if len(tp.Findings) != 1 || tp.Findings[0].Text != `a token for subject "alice", valid until 2023-11-14T22:13:20Z` {
		t.Errorf("%v", tp.Findings)
	}
	for _, token := range []string{"a.b", "a.b.c", "a.!!.c", "..", "a.e30.c"} {
		if got := subject([]byte(token)); got != "" {
			t.Errorf("%s: %s", token, got)
		}
	}
}
