package secure_test

import (
	"context"
	"crypto/pbkdf2"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"hash"
	"strings"
	"testing"
	"time"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/interop/lab"
	"github.com/kscope/kscope/message"
)

const (
	release  = "4.4.0"
	user     = "alice"
	password = "alice-password"
	// reauthentication is when sessions of listener SHORT end; brokers take no
	// second one within a second.
	reauthentication = 1500 * time.Millisecond
)

// secured is a broker with a listener for each way to connect.
type secured struct {
	*stores
	kdc   *kdc // nil where there is none
	node  *lab.Node
	codec *message.Codec
}

// module is a line of JAAS.
func module(class, options string) string {
	return "org.apache.kafka.common.security." + class + " required " + options + ";"
}

func startBroker(t *testing.T) *secured {
	t.Helper()
	s := &secured{stores: makeStores(t), codec: message.New(catalog.Builtin(), "")}
	listeners := map[string]string{"TLS": "SSL", "MUTUAL": "SSL", "SASL": "SASL_PLAINTEXT", "BOTH": "SASL_SSL", "SHORT": "SASL_PLAINTEXT"}
	plain := module("plain.PlainLoginModule", fmt.Sprintf(`user_%s="%s"`, user, password))
	properties := map[string]string{
		"ssl.keystore.type": "PKCS12", "ssl.keystore.location": s.path("server.p12"), "ssl.keystore.password": storePassword,
		"ssl.truststore.type": "PKCS12", "ssl.truststore.location": s.path("clients.p12"), "ssl.truststore.password": storePassword,
		"listener.name.mutual.ssl.client.auth":                "required",
		"sasl.enabled.mechanisms":                             "PLAIN,SCRAM-SHA-256,SCRAM-SHA-512,OAUTHBEARER",
		"listener.name.short.plain.connections.max.reauth.ms": fmt.Sprint(reauthentication.Milliseconds()),
		"listener.name.sasl.scram-sha-256.sasl.jaas.config":   module("scram.ScramLoginModule", ""),
		"listener.name.sasl.scram-sha-512.sasl.jaas.config":   module("scram.ScramLoginModule", ""),
		"listener.name.sasl.oauthbearer.sasl.jaas.config":     module("oauthbearer.OAuthBearerLoginModule", `unsecuredLoginStringClaim_sub="broker"`),
		"listener.name.both.sasl.enabled.mechanisms":          "PLAIN",
		"listener.name.short.sasl.enabled.mechanisms":         "PLAIN",
		"listener.name.sasl.plain.sasl.jaas.config":           plain,
		"listener.name.both.plain.sasl.jaas.config":           plain,
		"listener.name.short.plain.sasl.jaas.config":          plain,
	}
	if err := kerberosTools(); err == nil {
		s.kdc = startKDC(t)
		listeners["KERBEROS"] = "SASL_PLAINTEXT"
		properties["listener.name.kerberos.sasl.enabled.mechanisms"] = "GSSAPI"
		properties["listener.name.kerberos.gssapi.sasl.jaas.config"] = fmt.Sprintf("com.sun.security.auth.module.Krb5LoginModule required useKeyTab=true "+
			"storeKey=true keyTab=%q principal=\"kafka/localhost@%s\";", s.kdc.path("kafka.keytab"), realm)
		properties["sasl.kerberos.service.name"] = "kafka"
		t.Setenv("JAVA_TOOL_OPTIONS", "-Djava.security.krb5.conf="+s.kdc.config)
		t.Setenv("KRB5_CONFIG", s.kdc.config)
	}
	c := lab.ForTest(t, lab.Options{Release: release, Combined: true, Listeners: listeners, Properties: properties})
	s.node = c.Nodes[0]
	s.addUser(t)
	return s
}

// addr is that of a listener, by name: the certificates and tickets are for it.
func (s *secured) addr(listener string) string {
	return strings.Replace(s.node.Listeners[listener], "127.0.0.1", "localhost", 1)
}

// config reads settings as a file has them.
func (s *secured) config(t *testing.T, text string) client.Config {
	t.Helper()
	p, err := client.ParseProperties("client.properties", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := p.Config()
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}

// ask connects and calls an API whose answer has no error code.
func (s *secured) ask(ctx context.Context, listener string, cfg client.Config) error {
	conn, err := client.Dial(ctx, s.codec, s.addr(listener), cfg)
	if err != nil {
		return err
	}
	defer conn.Close()
	return s.metadata(ctx, conn)
}

func (s *secured) metadata(ctx context.Context, conn *client.Conn) error {
	spec, err := s.codec.Spec("MetadataRequest", 12)
	if err != nil {
		return err
	}
	r, err := conn.Call(ctx, spec, `{"topics":[]}`)
	if err != nil {
		return err
	}
	if r.Tape.Err != nil {
		return r.Tape.Err
	}
	if _, ok := r.Tape.Find("Brokers[0].Host"); !ok {
		return fmt.Errorf("no brokers in %x", r.Answer.Frame)
	}
	return nil
}

// addUser gives the cluster what SCRAM needs to know of a user, by its own API,
// which takes one mechanism of a user at a time.
func (s *secured) addUser(t *testing.T) {
	t.Helper()
	conn, err := client.Dial(t.Context(), s.codec, s.node.Addr, client.Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	spec, err := s.codec.Spec("AlterUserScramCredentialsRequest", 0)
	if err != nil {
		t.Fatal(err)
	}
	const iterations = 4096
	encode := base64.StdEncoding.EncodeToString
	for mechanism, h := range []func() hash.Hash{sha256.New, sha512.New} {
		salted, err := pbkdf2.Key(h, password, []byte("salt"), iterations, h().Size())
		if err != nil {
			t.Fatal(err)
		}
		r, err := conn.Call(t.Context(), spec, fmt.Sprintf(`{"deletions":[],"upsertions":[{"name":%q,"mechanism":%d,"iterations":%d,"salt":%q,"saltedPassword":%q}]}`,
			user, mechanism+1, iterations, encode([]byte("salt")), encode(salted)))
		if err != nil {
			t.Fatal(err)
		}
		if code, ok := r.Tape.Find("Results[0].ErrorCode"); !ok || r.Tape.Int(code) != 0 {
			t.Fatalf("credentials: %x", r.Answer.Frame)
		}
	}
}
