package secure_test

import (
	"crypto/tls"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/interop/need"
)

func TestSecure(t *testing.T) {
	s := startBroker(t)
	t.Run("connects", s.connects)
	t.Run("renews", s.renews)
	t.Run("mistakes", s.mistakes)
	t.Run("identifies", s.identifies)
	t.Run("kerberos", s.kerberos)
	t.Run("the same file", s.sameFile)
}

// jaas are the settings of a mechanism.
func jaas(mechanism, class, options string) string {
	return "sasl.mechanism=" + mechanism + "\nsasl.jaas.config=" + module(class, options) + "\n"
}

func credentials(password string) string {
	return fmt.Sprintf(`username="%s" password="%s"`, user, password)
}

func plainLogin(password string) string {
	return jaas("PLAIN", "plain.PlainLoginModule", credentials(password))
}

func scramLogin(mechanism, password string) string {
	return jaas(mechanism, "scram.ScramLoginModule", credentials(password))
}

const (
	ssl       = "security.protocol=SSL\n"
	saslPlain = "security.protocol=SASL_PLAINTEXT\n"
	saslSSL   = "security.protocol=SASL_SSL\n"
)

func bearerLogin() string {
	return jaas("OAUTHBEARER", "oauthbearer.OAuthBearerLoginModule", `unsecuredLoginStringClaim_sub="alice"`)
}

// connects tries what must work.
func (s *secured) connects(t *testing.T) {
	trustJKS, trustP12, trustPEM := s.settings("truststore", "JKS", "trust.jks"), s.settings("truststore", "PKCS12", "trust.p12"), s.settings("truststore", "PEM", "server.pem")
	for _, test := range []struct{ name, listener, text string }{
		{"plain", "PLAINTEXT", ""},
		{"TLS, JKS", "TLS", ssl + trustJKS},
		{"TLS, JKS without its password", "TLS", ssl + strings.ReplaceAll(trustJKS, "ssl.truststore.password", "#")},
		{"TLS, PKCS12", "TLS", ssl + trustP12},
		{"TLS, PEM", "TLS", ssl + trustPEM},
		{"TLS 1.2", "TLS", ssl + trustPEM + "ssl.enabled.protocols=TLSv1.2\nssl.cipher.suites=TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384\n"},
		{"TLS, any host", "TLS", ssl + trustPEM + "ssl.endpoint.identification.algorithm=\n"},
		{"mutual, JKS", "MUTUAL", ssl + trustJKS + s.settings("keystore", "JKS", "client.jks")},
		{"mutual, PKCS12", "MUTUAL", ssl + trustP12 + s.settings("keystore", "PKCS12", "client.p12")},
		{"mutual, PEM", "MUTUAL", ssl + trustPEM + s.settings("keystore", "PEM", "client-key.pem")},
		{"PLAIN", "SASL", saslPlain + plainLogin(password)},
		{"SCRAM-SHA-256", "SASL", saslPlain + scramLogin("SCRAM-SHA-256", password)},
		{"SCRAM-SHA-512", "SASL", saslPlain + scramLogin("SCRAM-SHA-512", password)},
		{"OAUTHBEARER", "SASL", saslPlain + bearerLogin()},
		{"PLAIN over TLS", "BOTH", saslSSL + trustJKS + plainLogin(password)},
	} {
		t.Run(test.name, func(t *testing.T) {
			if err := s.ask(t.Context(), test.listener, s.config(t, test.text)); err != nil {
				t.Errorf("%v (%s)", err, client.Hint(err))
			}
		})
	}
}

// renews keeps a connection for longer than its session.
func (s *secured) renews(t *testing.T) {
	conn, err := client.Dial(t.Context(), s.codec, s.addr("SHORT"), s.config(t, saslPlain+plainLogin(password)))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	first := conn.Opened().Authenticated
	if life := conn.Expires().Sub(first); life <= 0 || life > reauthentication {
		t.Errorf("the session lasts %v", life)
	}
	renewed := 0
	for last := first; renewed < 2; last = conn.Opened().Authenticated {
		if err := s.metadata(t.Context(), conn); err != nil {
			t.Fatalf("after %d renewals: %v", renewed, err)
		}
		if !conn.Opened().Authenticated.Equal(last) {
			renewed++
		}
	}
	if lived := conn.Opened().Authenticated.Sub(first); lived < reauthentication {
		t.Errorf("two renewals within %v", lived)
	}
}

// mistakes tries what must not work, and how it is explained.
func (s *secured) mistakes(t *testing.T) {
	trust := s.settings("truststore", "PEM", "server.pem")
	stranger := s.settings("truststore", "PEM", "client.pem")
	otherName := func(cfg *client.Config) { cfg.TLS.ServerName = "broker.example" }
	for _, test := range []struct {
		name, listener, text string
		change               func(*client.Config)
		err, hint            string
	}{
		{"plain to TLS", "TLS", "", nil, "receive from", "SSL"},
		{"TLS to plain", "PLAINTEXT", ssl + trust, nil, "TLS with", "PLAINTEXT"},
		{"TLS to SASL", "SASL", ssl + trust, nil, "TLS with", "SASL_PLAINTEXT"},
		{"plain to SASL", "SASL", "", nil, client.ErrClosed.Error(), "SASL_PLAINTEXT"},
		{"TLS to SASL_SSL", "BOTH", ssl + trust, nil, client.ErrClosed.Error(), "SASL listeners"},
		{"SASL to plain", "PLAINTEXT", saslPlain + plainLogin(password), nil, "PLAIN refused: ILLEGAL_SASL_STATE (34)", "no SASL"},
		{"SASL to TLS", "TLS", saslPlain + plainLogin(password), nil, "receive from", "SASL_SSL"},
		{"unknown authority", "TLS", ssl + stranger, nil, "unknown authority", "CN=server is its own authority"},
		{"system's authorities", "TLS", ssl, nil, "unknown authority", "ssl.truststore.location"},
		{"another host", "TLS", ssl + trust, otherName, "not broker.example", "the certificate is for localhost and 127.0.0.1"},
		{"no certificate", "MUTUAL", ssl + trust, nil, "bad certificate", "ssl.keystore.location"},
		{"no certificate, TLS 1.2", "MUTUAL", ssl + trust + "ssl.enabled.protocols=TLSv1.2\n", nil, "bad certificate", "ssl.keystore.location"},
		{"old TLS", "TLS", ssl + trust + "ssl.enabled.protocols=TLSv1.1\n", nil, "protocol version", "ssl.enabled.protocols"},
		{"password of PLAIN", "SASL", saslPlain + plainLogin("guess"), nil, "Invalid username or password", "sasl.jaas.config"},
		{"password of SCRAM", "SASL", saslPlain + scramLogin("SCRAM-SHA-256", "guess"), nil, "invalid credentials with SASL mechanism SCRAM-SHA-256", "sasl.jaas.config"},
		{"mechanism", "BOTH", saslSSL + trust + scramLogin("SCRAM-SHA-256", password), nil, "SCRAM-SHA-256 is not enabled on this listener, which has PLAIN", "sasl.mechanism"},
		{"token", "SASL", saslPlain + bearerLogin(), func(cfg *client.Config) { cfg.SASL = client.OAuthBearer(client.Token(client.Hide("guess")), nil) },
			"OAUTHBEARER refused", "sasl.jaas.config"},
	} {
		t.Run(test.name, func(t *testing.T) {
			cfg := s.config(t, test.text)
			if test.change != nil {
				test.change(&cfg)
			}
			err := s.ask(t.Context(), test.listener, cfg)
			if err == nil || !strings.Contains(err.Error(), test.err) || !strings.Contains(client.Hint(err), test.hint) || strings.Contains(err.Error(), "guess") {
				t.Errorf("got %v\nhint %q\nwant %q, hint %q", err, client.Hint(err), test.err, test.hint)
			}
			t.Logf("%v\nhint: %s", err, client.Hint(err))
		})
	}
	var refused *client.AuthError
	if err := s.ask(t.Context(), "SASL", client.Config{SASL: client.Kerberos(client.Ticket{})}); !errors.As(err, &refused) || len(refused.Offered) != 4 {
		t.Errorf("got %v", err)
	}
	if err := s.ask(t.Context(), "TLS", client.Config{TLS: &tls.Config{InsecureSkipVerify: true}}); err != nil {
		t.Error(err)
	}
}

// identifies finds out what each listener is, and says so after connecting to
// it in another way.
func (s *secured) identifies(t *testing.T) {
	trust := s.settings("truststore", "PEM", "server.pem")
	for listener, want := range map[string]string{"PLAINTEXT": "PLAINTEXT", "TLS": "SSL", "MUTUAL": "SSL", "BOTH": "SASL_SSL with PLAIN",
		"SASL": "SASL_PLAINTEXT with SCRAM-SHA-512, SCRAM-SHA-256, PLAIN, OAUTHBEARER"} {
		shown := s.config(t, ssl+trust+s.settings("keystore", "PEM", "client-key.pem"))
		l, err := client.Identify(t.Context(), s.codec, s.addr(listener), shown)
		slices.Sort(l.Mechanisms)
		protocol, mechanisms, _ := strings.Cut(want, " with ")
		sorted := strings.Split(mechanisms, ", ")
		slices.Sort(sorted)
		if err != nil || l.Protocol() != protocol || l.SASL && !slices.Equal(l.Mechanisms, sorted) {
			t.Errorf("%s: %+v, %v", listener, l, err)
		}
		if protocol != "SSL" {
			err := client.Diagnose(t.Context(), s.codec, shown, s.ask(t.Context(), listener, shown))
			if hint := client.Hint(err); !strings.HasPrefix(hint, "the port is a listener for "+protocol) {
				t.Errorf("%s: %v, hint %q", listener, err, hint)
			}
		}
	}
}

// kerberos gets tickets by keytab, password and cache.
func (s *secured) kerberos(t *testing.T) {
	if s.kdc == nil {
		need.Met(t, kerberosTools())
	}
	login := func(options string) string {
		return saslPlain + "sasl.kerberos.service.name=kafka\nsasl.jaas.config=com.sun.security.auth.module.Krb5LoginModule required " + options + ";\n"
	}
	cache := s.kdc.path("cache")
	kinit := s.kdc.command("kinit", "-c", cache, user)
	kinit.Stdin = strings.NewReader(password + "\n")
	run(t, kinit)
	keytab := login(fmt.Sprintf(`useKeyTab=true keyTab=%q principal="%s@%s"`, s.kdc.path("alice.keytab"), user, realm))
	for name, cfg := range map[string]client.Config{
		"keytab":   s.config(t, keytab),
		"cache":    s.config(t, login(fmt.Sprintf(`useTicketCache=true ticketCache=%q`, cache))),
		"password": {SASL: client.Kerberos(client.Ticket{Service: "kafka", Principal: user, Password: client.Hide(password)})},
	} {
		if err := s.ask(t.Context(), "KERBEROS", cfg); err != nil {
			t.Errorf("%s: %v (%s)", name, err, client.Hint(err))
		}
	}
	for _, test := range []struct {
		ticket    client.Ticket
		err, hint string
	}{
		{client.Ticket{Service: "kafka", Principal: user, Password: client.Hide("guess")}, "log in to the realm", "is not that of the principal"},
		{client.Ticket{Service: "kafka", Principal: "nobody", Password: client.Hide("guess")}, "log in to the realm", "does not know who connects"},
		{client.Ticket{Service: "nobody", Principal: user, Password: client.Hide(password)}, "ticket for nobody/localhost", "sasl.kerberos.service.name"},
		{client.Ticket{Service: "kafka", Principal: user, Keytab: "no-such-file"}, "keytab no-such-file", ""},
	} {
		err := s.ask(t.Context(), "KERBEROS", client.Config{SASL: client.Kerberos(test.ticket)})
		if err == nil || !strings.Contains(err.Error(), test.err) || !strings.Contains(client.Hint(err), test.hint) || strings.Contains(err.Error(), "guess") {
			t.Errorf("got %v (%s), want %s (%s)", err, client.Hint(err), test.err, test.hint)
		}
	}
}
