package client_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/sha1"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	keystore "github.com/pavlo-v-chernykh/keystore-go/v4"
	"github.com/youmark/pkcs8"
	"software.sslmate.com/src/go-pkcs12"

	"github.com/kscope/kscope/client"
)

// storePassword has letters that JKS and PKCS#12 write in two bytes.
const storePassword = "key of the störe"

// stores are files of one authority and one client's key.
type stores struct {
	dir    string
	ca     *authority
	own    *x509.Certificate
	key    *ecdsa.PrivateKey
	t      *testing.T
	server *tls.Config // wants the client's certificate
}

func newStores(t *testing.T) *stores {
	s := &stores{dir: t.TempDir(), ca: newAuthority(t, "test authority"), t: t}
	s.own, s.key = s.ca.sign(t, named("client"))
	s.server = &tls.Config{Certificates: []tls.Certificate{s.ca.issue(t, named("localhost"))},
		ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: s.ca.pool()}
	return s
}

func (s *stores) file(name string, data []byte) string {
	s.t.Helper()
	name = filepath.Join(s.dir, name)
	if err := os.WriteFile(name, data, 0o600); err != nil {
		s.t.Fatal(err)
	}
	return name
}

func (s *stores) pkcs8() []byte {
	der, err := x509.MarshalPKCS8PrivateKey(s.key)
	if err != nil {
		s.t.Fatal(err)
	}
	return der
}

// jks gives a trust store and a key store.
func (s *stores) jks(password string) (trust, key []byte) {
	letters := make([]byte, 0, len(password))
	for _, r := range password {
		letters = append(letters, byte(r))
	}
	var both [2]bytes.Buffer
	for i := range both {
		ks := keystore.New()
		certificate := keystore.Certificate{Type: "X509", Content: s.ca.cert.Raw}
		if i == 0 {
			if err := ks.SetTrustedCertificateEntry("ca", keystore.TrustedCertificateEntry{CreationTime: time.Now(), Certificate: certificate}); err != nil {
				s.t.Fatal(err)
			}
		} else if err := ks.SetPrivateKeyEntry("own", keystore.PrivateKeyEntry{CreationTime: time.Now(), PrivateKey: s.pkcs8(),
			CertificateChain: []keystore.Certificate{{Type: "X509", Content: s.own.Raw}, certificate}}, letters); err != nil {
			s.t.Fatal(err)
		}
		if err := ks.Store(&both[i], letters); err != nil {
			s.t.Fatal(err)
		}
	}
	return both[0].Bytes(), both[1].Bytes()
}

func (s *stores) pkcs12() (trust, key []byte) {
	trust, err := pkcs12.Modern.EncodeTrustStore([]*x509.Certificate{s.ca.cert}, storePassword)
	if err != nil {
		s.t.Fatal(err)
	}
	key, err = pkcs12.Legacy.Encode(s.key, s.own, []*x509.Certificate{s.ca.cert}, storePassword)
	if err != nil {
		s.t.Fatal(err)
	}
	return trust, key
}

func pemOf(kind string, der []byte) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}))
}

// settings joins lines with the store's password escaped as Java wants it.
func settings(lines ...string) string {
	text := "security.protocol=SSL\n" + strings.Join(lines, "\n")
	return strings.ReplaceAll(text, "ö", `\u00f6`)
}

func storeLines(which, kind, file, password string) string {
	text := fmt.Sprintf("ssl.%[1]s.type=%[2]s\nssl.%[1]s.location=%[3]s", which, kind, file)
	if password != "" {
		text += fmt.Sprintf("\nssl.%s.password=%s", which, password)
	}
	return text
}

func TestStores(t *testing.T) {
	s := newStores(t)
	jksTrust, jksKey := s.jks(storePassword)
	p12Trust, p12Key := s.pkcs12()
	locked, err := pkcs8.MarshalPrivateKey(s.key, []byte("second"), nil)
	if err != nil {
		t.Fatal(err)
	}
	ec, err := x509.MarshalECPrivateKey(s.key)
	if err != nil {
		t.Fatal(err)
	}
	ca, own := pemOf("CERTIFICATE", s.ca.cert.Raw), pemOf("CERTIFICATE", s.own.Raw)
	open := pemOf("PRIVATE KEY", s.pkcs8())
	inline := func(text string) string { return strings.ReplaceAll(strings.TrimSpace(text), "\n", " \\\n  ") }
	jt, jk := s.file("t.jks", jksTrust), s.file("k.jks", jksKey)
	pt, pk := s.file("t.p12", p12Trust), s.file("k.p12", p12Key)
	mt := s.file("t.pem", []byte(ca))
	for name, text := range map[string]string{
		"JKS":                          settings(storeLines("truststore", "JKS", jt, storePassword), storeLines("keystore", "JKS", jk, storePassword)),
		"JKS, password of a key":       settings(storeLines("truststore", "JKS", jt, ""), storeLines("keystore", "JKS", jk, storePassword), "ssl.key.password="+storePassword),
		"JKS, trust without password":  settings(storeLines("truststore", "JKS", jt, ""), storeLines("keystore", "JKS", jk, storePassword)),
		"PKCS12":                       settings(storeLines("truststore", "PKCS12", pt, storePassword), storeLines("keystore", "PKCS12", pk, storePassword)),
		"PKCS12 called JKS":            settings(storeLines("truststore", "JKS", pt, storePassword), storeLines("keystore", "JKS", pk, storePassword)),
		"JKS called PKCS12":            settings(storeLines("truststore", "PKCS12", jt, storePassword), storeLines("keystore", "PKCS12", jk, storePassword)),
		"PEM":                          settings(storeLines("truststore", "PEM", mt, ""), storeLines("keystore", "PEM", s.file("k.pem", []byte(open+own)), "")),
		"PEM, old form":                settings(storeLines("truststore", "PEM", mt, ""), storeLines("keystore", "PEM", s.file("ec.pem", []byte(own+pemOf("EC PRIVATE KEY", ec))), "")),
		"PEM, key with password":       settings(storeLines("truststore", "pem", mt, ""), storeLines("keystore", "PEM", s.file("l.pem", []byte(pemOf("ENCRYPTED PRIVATE KEY", locked)+own+ca)), ""), "ssl.key.password=second"),
		"PEM in the file":              settings("ssl.truststore.type=PEM", "ssl.truststore.certificates="+inline(ca), "ssl.keystore.type=PEM", "ssl.keystore.key="+inline(open), "ssl.keystore.certificate.chain="+inline(own+ca)),
		"trust in the owner of a JKS":  settings(storeLines("truststore", "JKS", jk, storePassword), storeLines("keystore", "JKS", jk, storePassword)),
		"trust in the owner of a PKCS": settings(storeLines("truststore", "PKCS12", pk, storePassword), storeLines("keystore", "PKCS12", pk, storePassword)),
	} {
		t.Run(name, func(t *testing.T) {
			cfg, err := configOf(text)
			if err != nil {
				t.Fatal(err)
			}
			n := &fakeNode{tls: s.server.Clone()}
			cfg.TLS.ServerName = "localhost"
			if strings.HasPrefix(name, "trust in the owner") { // a node with the client's certificate
				n.tls.Certificates = []tls.Certificate{{Certificate: [][]byte{s.own.Raw}, PrivateKey: s.key}}
				cfg.TLS.ServerName = "client"
			}
			if err := metadata(t.Context(), dial(t, n.start(t), cfg)); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestStoresThatDoNotOpen(t *testing.T) {
	s := newStores(t)
	jksTrust, jksKey := s.jks("hush hush")
	p12Trust, p12Key := s.pkcs12()
	own, other := pemOf("CERTIFICATE", s.own.Raw), pemOf("CERTIFICATE", s.ca.cert.Raw)
	key := pemOf("PRIVATE KEY", s.pkcs8())
	locked, err := pkcs8.MarshalPrivateKey(s.key, []byte("hush hush"), nil)
	if err != nil {
		t.Fatal(err)
	}
	broken := bytes.Clone(jksTrust)
	broken[len(broken)-sha1.Size-1]++
	jk, pk := s.file("k.jks", jksKey), s.file("k.p12", p12Key)
	lk := s.file("l.pem", []byte(pemOf("ENCRYPTED PRIVATE KEY", locked)+own))
	for name, test := range map[string]struct{ text, want string }{
		"JKS, wrong":        {storeLines("truststore", "JKS", s.file("a", jksTrust), "hush"), "line 3: ssl.truststore.location: the password is wrong, or the file is damaged: see ssl.truststore.password"},
		"JKS, damaged":      {storeLines("truststore", "JKS", s.file("b", broken), "hush hush"), "the password is wrong, or the file is damaged"},
		"JKS, key's wrong":  {storeLines("keystore", "JKS", jk, "hush hush") + "\nssl.key.password=hush", "alias own: the password of the key is wrong"},
		"JKS, no key":       {storeLines("keystore", "JKS", s.file("c", jksTrust), "hush hush"), "expected one private key, found 0"},
		"PKCS12, wrong":     {storeLines("truststore", "PKCS12", s.file("d", p12Trust), "hush"), "the password is wrong"},
		"PKCS12, none":      {storeLines("truststore", "PKCS12", s.file("e", p12Trust), ""), "the file needs a password: set ssl.truststore.password"},
		"PKCS12, two":       {storeLines("keystore", "PKCS12", pk, storePassword) + "\nssl.key.password=hush", "the password of the key is that of the store"},
		"PEM with password": {storeLines("keystore", "PEM", s.file("f", []byte(key+own)), "hush"), "ssl.keystore.password: PEM files have no password"},
		"PEM called JKS":    {storeLines("truststore", "JKS", s.file("g", []byte(own)), ""), "the file is of type PEM, not JKS"},
		"PEM, empty":        {storeLines("truststore", "PEM", s.file("h", nil), ""), "there is no certificate in it"},
		"PEM, no key":       {storeLines("keystore", "PEM", s.file("i", []byte(own)), ""), "expected a private key, found none"},
		"PEM, other key":    {storeLines("keystore", "PEM", s.file("j", []byte(key+other)), ""), "the private key is not that of the first certificate, CN=test authority"},
		"PEM, locked":       {storeLines("keystore", "PEM", lk, ""), "no password for it is given (ssl.key.password)"},
		"PEM, locked wrong": {storeLines("keystore", "PEM", lk, "") + "\nssl.key.password=hush", "the password of the private key is wrong"},
		"PEM, damaged":      {storeLines("truststore", "PEM", s.file("k", []byte("-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----")), ""), "the CERTIFICATE is not base64"},
		"PEM, old locked": {storeLines("keystore", "PEM", s.file("l", []byte("-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: x\n\nAA==\n-----END RSA PRIVATE KEY-----")), ""),
			"openssl pkcs8 -topk8 makes PKCS#8 of it"},
		"JCEKS":      {storeLines("truststore", "JKS", s.file("m", []byte("\xce\xce\xce\xce....")), "hush"), "the file is of type JCEKS"},
		"other":      {storeLines("truststore", "JKS", s.file("n", []byte("hello")), "hush"), "the file is neither JKS nor PKCS12"},
		"other type": {storeLines("truststore", "BKS", s.file("o", []byte("hello")), "hush"), `type "BKS" is none of JKS, PKCS12, PEM`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := configOf(settings(test.text))
			expect(t, err, test.want, "")
			if err != nil && strings.Contains(err.Error(), "hush") {
				t.Errorf("%v shows a secret", err)
			}
		})
	}
}

func TestProtocolsAndSuites(t *testing.T) {
	s := newStores(t)
	trust := storeLines("truststore", "PEM", s.file("t.pem", []byte(pemOf("CERTIFICATE", s.ca.cert.Raw))), "")
	for text, want := range map[string]string{
		"":                              "",
		"ssl.protocol=TLSv1.2":          "",
		"ssl.enabled.protocols=TLSv1.2": "",
		"ssl.enabled.protocols=TLSv1.1": "protocol version",
		"ssl.cipher.suites=TLS_AES_128_GCM_SHA256,TLS_AES_256_GCM_SHA384,TLS_CHACHA20_POLY1305_SHA256": "",
		"ssl.cipher.suites=TLS_CHACHA20_POLY1305_SHA256":                                               "the node chose TLS_AES_128_GCM_SHA256, which ssl.cipher.suites does not allow",
		"ssl.cipher.suites=TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384,TLS_DHE_RSA_WITH_AES_128_CBC_SHA":   "",
		"ssl.cipher.suites=TLS_RSA_WITH_AES_128_CBC_SHA":                                               "handshake failure",
	} {
		t.Run(text, func(t *testing.T) {
			cfg, err := configOf(settings(trust, text))
			if err != nil {
				t.Fatal(err)
			}
			cfg.TLS.ServerName = "localhost"
			n := &fakeNode{tls: &tls.Config{Certificates: s.server.Certificates, MinVersion: tls.VersionTLS12}}
			conn, err := client.Dial(t.Context(), codec(), n.start(t), cfg)
			if err == nil {
				conn.Close()
			}
			if want != "" && (err == nil || !strings.Contains(err.Error(), want)) || want == "" && err != nil {
				t.Errorf("got %v, want %q", err, want)
			}
		})
	}
}
