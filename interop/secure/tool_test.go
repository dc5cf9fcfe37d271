package secure_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/kscope/kscope/client"
	"github.com/kscope/kscope/interop/internal/proc"
	"github.com/kscope/kscope/interop/jars"
	"github.com/kscope/kscope/interop/need"
	"github.com/kscope/kscope/schema"
)

// toolLine is a line of kafka-broker-api-versions: "Fetch(1): 4 to 18 [usable: 18]".
var toolLine = regexp.MustCompile(`(?m)^\s*\w+\((\d+)\): (\d+)(?: to (\d+))? `)

// sameFile gives files to Kafka's own tool and to us; both must hear the same
// from the broker.
func (s *secured) sameFile(t *testing.T) {
	set, err := jars.Fetch(t.Context(), "org.apache.kafka:kafka_2.13:"+release, "org.apache.kafka:kafka-tools:"+release)
	need.Met(t, err)
	files := map[string]struct{ listener, text string }{
		"mutual, JKS": {"MUTUAL", ssl + s.settings("truststore", "JKS", "trust.jks") + s.settings("keystore", "JKS", "client.jks")},
		"SASL_SSL":    {"BOTH", saslSSL + s.settings("truststore", "PKCS12", "trust.p12") + plainLogin(password)},
		"escapes":     {"SASL", "# written oddly\nsecurity.protocol : SASL\\\n   _PLAINTEXT\n" + strings.ReplaceAll(scramLogin("SCRAM-SHA-512", password), "alice-", `\u0061lice\-`)},
	}
	if s.kdc != nil {
		files["Kerberos"] = struct{ listener, text string }{"KERBEROS", saslPlain + "sasl.kerberos.service.name=kafka\n" + fmt.Sprintf(
			"sasl.jaas.config=com.sun.security.auth.module.Krb5LoginModule required useKeyTab=true storeKey=true keyTab=\"%s\" principal=\"%s@%s\";\n",
			s.kdc.path("alice.keytab"), user, realm)}
	}
	dir := t.TempDir()
	var wg sync.WaitGroup
	for name, f := range files {
		wg.Go(func() {
			file := filepath.Join(dir, strings.ReplaceAll(name, ", ", "-")+".properties")
			if err := os.WriteFile(file, []byte(f.text), 0o600); err != nil {
				t.Error(err)
				return
			}
			theirs, err := s.theirOffer(t, set, f.listener, file)
			if err != nil {
				t.Errorf("%s: Kafka's tool: %v", name, err)
			}
			ours, err := s.ourOffer(t, f.listener, file)
			if err != nil {
				t.Errorf("%s: %v (%s)", name, err, client.Hint(err))
			}
			compare(t, name, ours, theirs)
		})
	}
	wg.Wait()
}

func (s *secured) theirOffer(t *testing.T, set jars.Set, listener, file string) (map[int16]schema.Versions, error) {
	cmd := exec.Command("java", "-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", set.Classpath,
		"org.apache.kafka.tools.BrokerApiVersionsCommand", "--bootstrap-server", s.addr(listener), "--command-config", file)
	var out strings.Builder
	p := cmdOutput{cmd, &out}
	if err := p.run(t); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, out.String())
	}
	offer := map[int16]schema.Versions{}
	for _, m := range toolLine.FindAllStringSubmatch(out.String(), -1) {
		key, _ := strconv.Atoi(m[1])
		lo, _ := strconv.Atoi(m[2])
		hi, err := strconv.Atoi(m[3])
		if err != nil {
			hi = lo // one version
		}
		offer[int16(key)] = schema.Versions{Lo: int16(lo), Hi: int16(hi)}
	}
	return offer, nil
}

// cmdOutput is a command whose output is wanted, stopped with the test.
type cmdOutput struct {
	cmd *exec.Cmd
	out *strings.Builder
}

func (c cmdOutput) run(t *testing.T) error {
	c.cmd.Stdout, c.cmd.Stderr = c.out, c.out
	p, err := proc.Start(c.cmd)
	if err != nil {
		return err
	}
	select {
	case <-p.Done():
	case <-t.Context().Done():
		p.Kill()
	}
	return p.Err()
}

func (s *secured) ourOffer(t *testing.T, listener, file string) (map[int16]schema.Versions, error) {
	p, err := client.LoadProperties(file)
	if err != nil {
		return nil, err
	}
	cfg, err := p.Config()
	if err != nil {
		return nil, err
	}
	conn, err := client.Dial(t.Context(), s.codec, s.addr(listener), cfg)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	offer, err := conn.Versions(t.Context())
	if err != nil {
		return nil, err
	}
	return offer.APIs, nil
}

func compare(t *testing.T, name string, ours, theirs map[int16]schema.Versions) {
	t.Helper()
	if len(ours) < 50 || len(ours) != len(theirs) {
		t.Errorf("%s: %d APIs, Kafka's tool says %d", name, len(ours), len(theirs))
	}
	for key, v := range ours {
		if theirs[key] != v {
			t.Errorf("%s: API %d: %v, Kafka's tool says %v", name, key, v, theirs[key])
		}
	}
}
