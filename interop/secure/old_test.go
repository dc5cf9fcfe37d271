package secure_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/interop/jars"
	"github.com/kscope/kscope/interop/lab"
	"github.com/kscope/kscope/interop/need"
	"github.com/kscope/kscope/message"
)

// TestTokensWithoutHeaders talks to a broker of the age before SaslAuthenticate
// (KIP-152, 1.0).
func TestTokensWithoutHeaders(t *testing.T) {
	file := filepath.Join(t.TempDir(), "jaas.conf")
	text := fmt.Sprintf("KafkaServer { %s };", module("plain.PlainLoginModule", fmt.Sprintf(`user_%s="%s"`, user, password)))
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("JAVA_TOOL_OPTIONS", "-Dzookeeper.sasl.client=false -Djava.security.auth.login.config="+file) // it knew no other place
	xml, err := jars.Fetch(t.Context(), "javax.xml.bind:jaxb-api:2.3.1")                                   // Java had it itself then
	need.Met(t, err)
	c := lab.ForTest(t, lab.Options{Release: "0.11.0.3", Brokers: 1, Classpath: xml.Jars, Listeners: map[string]string{"SASL": "SASL_PLAINTEXT"},
		Properties: map[string]string{"sasl.enabled.mechanisms": "PLAIN"}})
	s := &secured{node: c.Brokers()[0], codec: message.New(catalog.Builtin(), "")}

	conn, err := client.Dial(t.Context(), s.codec, s.addr("SASL"), s.config(t, saslPlain+plainLogin(password)))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	offer, err := conn.Versions(t.Context())
	if err != nil || offer.APIs[17].Hi != 0 || offer.Version > 1 {
		t.Errorf("%+v, %v", offer, err)
	}
	err = s.ask(t.Context(), "SASL", s.config(t, saslPlain+plainLogin("guess")))
	if err == nil || !strings.Contains(err.Error(), "PLAIN refused without a word") {
		t.Errorf("got %v", err)
	}
	if l, err := client.Identify(t.Context(), s.codec, s.addr("SASL"), client.Config{}); err != nil || !slices.Equal(l.Mechanisms, []string{"PLAIN"}) {
		t.Errorf("%+v, %v", l, err)
	}
}
