package client_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"io"
	"math/big"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/kscope/kscope/client"
)

// authority issues certificates for tests.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

func newAuthority(t testing.TB, name string) *authority {
	t.Helper()
	a := &authority{}
	a.cert, a.key = a.sign(t, &x509.Certificate{Subject: pkix.Name{CommonName: name}, IsCA: true, BasicConstraintsValid: true})
	return a
}

// sign makes a certificate; without an authority's own yet, one that signs itself.
func (a *authority) sign(t testing.TB, c *x509.Certificate) (*x509.Certificate, *ecdsa.PrivateKey) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c.SerialNumber = big.NewInt(time.Now().UnixNano())
	if c.NotAfter.IsZero() {
		c.NotBefore, c.NotAfter = time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
	}
	parent, signer := a.cert, a.key
	if parent == nil {
		parent, signer = c, key
	}
	der, err := x509.CreateCertificate(rand.Reader, c, parent, &key.PublicKey, signer)
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return parsed, key
}

func (a *authority) issue(t testing.TB, c *x509.Certificate) tls.Certificate {
	t.Helper()
	cert, key := a.sign(t, c)
	return tls.Certificate{Certificate: [][]byte{cert.Raw}, PrivateKey: key, Leaf: cert}
}

func (a *authority) pool() *x509.CertPool {
	p := x509.NewCertPool()
	p.AddCert(a.cert)
	return p
}

func named(names ...string) *x509.Certificate {
	return &x509.Certificate{Subject: pkix.Name{CommonName: "broker"}, DNSNames: names}
}

func skipHostname(cfg *tls.Config) *tls.Config {
	client.SkipHostname(cfg)
	return cfg
}

func TestTLS(t *testing.T) {
	ca, other := newAuthority(t, "test authority"), newAuthority(t, "another authority")
	server := func(c *x509.Certificate) *tls.Config {
		return &tls.Config{Certificates: []tls.Certificate{ca.issue(t, c)}}
	}
	mutual := func(newest uint16) *tls.Config {
		cfg := server(named("broker.test"))
		cfg.ClientAuth, cfg.ClientCAs, cfg.MaxVersion = tls.RequireAndVerifyClientCert, ca.pool(), newest
		return cfg
	}
	address := named()
	address.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	past := named("broker.test")
	past.NotBefore, past.NotAfter = time.Now().Add(-2*time.Hour), time.Now().Add(-time.Hour)
	own := []tls.Certificate{ca.issue(t, &x509.Certificate{Subject: pkix.Name{CommonName: "client"}})}
	strange := []tls.Certificate{other.issue(t, &x509.Certificate{Subject: pkix.Name{CommonName: "client"}})}
	asked := func(more func(*tls.Config)) *tls.Config {
		cfg := &tls.Config{RootCAs: ca.pool(), ServerName: "broker.test"}
		if more != nil {
			more(cfg)
		}
		return cfg
	}
	for name, test := range map[string]struct {
		server, client *tls.Config
		err, hint      string
	}{
		"by address":           {server(address), &tls.Config{RootCAs: ca.pool()}, "", ""},
		"by name":              {server(named("broker.test")), asked(nil), "", ""},
		"another name":         {server(named("a.test", "b.test")), asked(nil), "not broker.test", "the certificate is for a.test and b.test: dial one of these"},
		"no names":             {server(named()), asked(nil), "broker.test", "has no subject alternative names"},
		"any name":             {server(named("a.test")), skipHostname(&tls.Config{RootCAs: ca.pool()}), "", ""},
		"any name, unknown":    {server(named("a.test")), skipHostname(&tls.Config{RootCAs: other.pool()}), "unknown authority", "was issued by CN=test authority"},
		"unknown authority":    {server(named("broker.test")), asked(func(c *tls.Config) { c.RootCAs = other.pool() }), "unknown authority", "CN=broker was issued by CN=test authority: put"},
		"signed by itself":     {&tls.Config{Certificates: []tls.Certificate{(&authority{}).issue(t, named("broker.test"))}}, asked(nil), "unknown authority", "is its own authority"},
		"no longer valid":      {server(past), asked(nil), "expired", "is the clock right?"},
		"mutual":               {mutual(0), asked(func(c *tls.Config) { c.Certificates = own }), "", ""},
		"mutual, none, 1.2":    {mutual(tls.VersionTLS12), asked(nil), "handshake failure", "ssl.keystore.location"},
		"mutual, none, 1.3":    {mutual(0), asked(nil), "certificate required", "ssl.keystore.location"},
		"mutual, unknown, 1.3": {mutual(0), asked(func(c *tls.Config) { c.Certificates = strange }), "certificate", "ssl.keystore.location"},
		"versions apart": {mutual(tls.VersionTLS12), asked(func(c *tls.Config) { c.MinVersion = tls.VersionTLS13 }), "protocol version",
			"ssl.enabled.protocols"},
	} {
		t.Run(name, func(t *testing.T) {
			conn, err := client.Dial(t.Context(), codec(), (&fakeNode{tls: test.server}).start(t), client.Config{TLS: test.client})
			if err == nil {
				defer conn.Close()
				err = metadata(t.Context(), conn)
				if !conn.Opened().Encrypted.After(conn.Opened().Connected) {
					t.Errorf("times: %+v", conn.Opened())
				}
			}
			expect(t, err, test.err, test.hint)
		})
	}
}

// expect wants an error and its hint to hold texts; "" for none.
func expect(t *testing.T, err error, text, hint string) {
	t.Helper()
	if err == nil || text == "" {
		if err != nil || text != "" {
			t.Errorf("got error %v (%s), want %q", err, client.Hint(err), text)
		}
		return
	}
	if !strings.Contains(err.Error(), text) {
		t.Errorf("got error %v, want %q", err, text)
	}
	if got := client.Hint(err); !strings.Contains(got, hint) || hint == "" && got != "" {
		t.Errorf("%v: got hint %q, want %q", err, got, hint)
	}
}

// TestOneSideSpeaksTLS has the two ends of different minds.
func TestOneSideSpeaksTLS(t *testing.T) {
	ca := newAuthority(t, "test authority")
	secure := &fakeNode{tls: &tls.Config{Certificates: []tls.Certificate{ca.issue(t, named("broker.test"))}}}
	conn, err := client.Dial(t.Context(), codec(), secure.start(t), client.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, err = conn.Versions(t.Context())
	expect(t, err, "receive from", "SSL")

	_, err = client.Dial(t.Context(), codec(), (&fakeNode{}).start(t), client.Config{TLS: &tls.Config{RootCAs: ca.pool()}})
	expect(t, err, "TLS with", "PLAINTEXT")

	_, err = client.Dial(t.Context(), codec(), says(t, "HTTP/1.1 400 Bad Request\r\n\r\n"), client.Config{TLS: &tls.Config{RootCAs: ca.pool()}})
	expect(t, err, "does not look like a TLS handshake", "HTTP")
}

// says is a node that reads a little and says the same to everybody.
func says(t testing.TB, text string) string {
	t.Helper()
	return listen(t, func(conn net.Conn) {
		conn.Read(make([]byte, 1<<10))
		io.WriteString(conn, text)
	})
}

func TestKeyLog(t *testing.T) {
	ca := newAuthority(t, "test authority")
	n := &fakeNode{tls: &tls.Config{Certificates: []tls.Certificate{ca.issue(t, named("broker.test"))}}}
	var log bytes.Buffer
	conn, err := client.Dial(t.Context(), codec(), n.start(t), client.Config{TLS: &tls.Config{RootCAs: ca.pool(), ServerName: "broker.test", KeyLogWriter: &log}})
	if err != nil {
		t.Fatal(err)
	}
	conn.Close()
	if !strings.Contains(log.String(), "CLIENT_TRAFFIC_SECRET_0 ") {
		t.Errorf("got %q", log.String())
	}
}
