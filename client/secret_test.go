package client_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/kscope/kscope/client"
)

// TestNothingShowsSecrets formats every exported value that has been given a
// secret, and those that hold them.
func TestNothingShowsSecrets(t *testing.T) {
	const secret = "hush-hush"
	s := newStores(t)
	trust, key := s.jks(secret)
	file := "security.protocol=SASL_SSL\nsasl.mechanism=SCRAM-SHA-256\n" +
		storeLines("truststore", "JKS", s.file("t.jks", trust), secret) + "\n" + storeLines("keystore", "JKS", s.file("k.jks", key), secret) +
		"\nsasl.jaas.config=x.ScramLoginModule required username=alice password=\"" + secret + "\";\n"
	p, err := client.ParseProperties("client.properties", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	cfg, err := p.Config()
	if err != nil {
		t.Fatal(err)
	}
	ticket := client.Ticket{Service: "kafka", Password: client.Hide(secret)}
	endpoint := client.Endpoint{URL: "https://localhost:1/", ID: "id", Secret: client.Hide(secret)}
	_, refused := client.Dial(t.Context(), codec(), (&fakeNode{mechanisms: mechanisms()}).start(t), client.Config{SASL: client.Plain(user, secret)})
	_, unreachable := endpoint.Token(t.Context())
	n := &fakeNode{mechanisms: map[string]func() saslSide{"PLAIN": func() saslSide { return func([]byte) ([]byte, bool, error) { return nil, true, nil } }}}
	conn := dial(t, n.start(t), client.Config{SASL: client.Plain(user, secret)})
	type wrapper struct{ inside any }
	for name, v := range map[string]any{
		"Properties": p, "Properties value": *p, "Config": cfg, "Config pointer": &cfg, "Mechanism": cfg.SASL, "Mechanism value": *cfg.SASL,
		"Ticket": ticket, "Endpoint": endpoint, "Secret": client.Hide(secret), "refusal": refused, "no endpoint": unreachable,
		"Conn": conn, "Conn value": *conn, "Plain": *client.Plain(user, secret), "Token": client.Token(client.Hide(secret)),
	} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
			for _, got := range []string{fmt.Sprintf(verb, v), fmt.Sprintf(verb, wrapper{v})} {
				if strings.Contains(got, secret) || strings.Contains(got, fmt.Sprintf("%x", secret)) || strings.Contains(got, fmt.Sprint([]byte(secret))) {
					t.Errorf("%s of %s: %s", verb, name, got)
				}
			}
		}
		if text, err := json.Marshal(v); err == nil && strings.Contains(string(text), secret) {
			t.Errorf("JSON of %s: %s", name, text)
		}
	}
}
