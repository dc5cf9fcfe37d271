package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/kscope/kscope/client"
)

// connectTo gives what flags ask for, with nothing to read from stdin.
func connectTo(t *testing.T, args ...string) (client.Config, string, error) {
	t.Helper()
	in, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	said, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer said.Close()
	cmd := &cobra.Command{Use: "x"}
	f := (&app{in: in, out: said, err: said}).addConnect(cmd)
	if err := cmd.ParseFlags(args); err != nil {
		t.Fatal(err)
	}
	cfg, err := f.config()
	text, _ := os.ReadFile(said.Name())
	return cfg, string(text), err
}

// files writes files into a folder, a certificate and its key among them.
func files(t *testing.T, more map[string]string) (dir string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"localhost"}}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	more["cert.pem"] = string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert}))
	more["key.pem"] = string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}))
	for name, text := range more {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestConnectFlags(t *testing.T) {
	t.Chdir(files(t, map[string]string{"secret": "hush\n",
		"sasl.properties": "security.protocol=SASL_PLAINTEXT\nsasl.mechanism=PLAIN\nclient.id=tool\nrequest.timeout.ms=7000\n" +
			`sasl.jaas.config=x.PlainLoginModule required username="a" password="b";`}))
	t.Setenv("SSLKEYLOGFILE", "")
	for args, check := range map[string]func(client.Config) bool{
		"": func(c client.Config) bool { return c.TLS == nil && c.SASL == nil && c.ClientID == "kscope" },
		"--client-id me --timeout 2s": func(c client.Config) bool {
			return c.ClientID == "me" && c.Timeout == 2*time.Second && c.ConnectTimeout == c.Timeout
		},
		"--tls":                     func(c client.Config) bool { return c.TLS.RootCAs == nil && !c.TLS.InsecureSkipVerify },
		"--ca cert.pem --sni other": func(c client.Config) bool { return c.TLS.RootCAs != nil && c.TLS.ServerName == "other" },
		"--cert cert.pem --key key.pem": func(c client.Config) bool {
			return len(c.TLS.Certificates) == 1 && c.TLS.Certificates[0].Leaf.DNSNames[0] == "localhost"
		},
		"--insecure":         func(c client.Config) bool { return c.TLS.InsecureSkipVerify && c.TLS.VerifyConnection == nil },
		"--tls-key-log keys": func(c client.Config) bool { return c.TLS.KeyLogWriter != nil },
		"--sasl plain --user a --password-file secret":               func(c client.Config) bool { return c.SASL.Name == "PLAIN" && c.TLS == nil },
		"--tls --sasl SCRAM-SHA-512 --user a --password-file secret": func(c client.Config) bool { return c.SASL.Name == "SCRAM-SHA-512" && c.TLS != nil },
		"--sasl OAUTHBEARER --password-file secret":                  func(c client.Config) bool { return c.SASL.Name == "OAUTHBEARER" },
		"--sasl GSSAPI": func(c client.Config) bool { return c.SASL.Name == "GSSAPI" },
		"--command-config sasl.properties": func(c client.Config) bool {
			return c.SASL.Name == "PLAIN" && c.TLS == nil && c.ClientID == "tool" && c.Timeout == 7*time.Second
		},
		"--command-config sasl.properties --tls":                                    func(c client.Config) bool { return c.SASL.Name == "PLAIN" && c.TLS != nil },
		"--command-config sasl.properties --sasl GSSAPI --client-id me":             func(c client.Config) bool { return c.SASL.Name == "GSSAPI" && c.TLS == nil && c.ClientID == "me" },
		"--command-config sasl.properties --ca cert.pem --sasl GSSAPI --timeout 1s": func(c client.Config) bool { return c.SASL.Name == "GSSAPI" && c.TLS != nil && c.Timeout == time.Second },
	} {
		if cfg, said, err := connectTo(t, strings.Fields(args)...); err != nil || !check(cfg) {
			t.Errorf("%s: %+v, %v", args, cfg, err)
		} else if strings.Contains(said, "whoever has the traffic can read it") != strings.Contains(args, "key-log") {
			t.Errorf("%s: said %q", args, said)
		}
	}
}

func TestConnectFlagsRefused(t *testing.T) {
	t.Setenv(passwordVariable, "")
	t.Chdir(files(t, map[string]string{"bad.properties": "\nsecurity.protocol=TLS"}))
	for args, want := range map[string]string{
		"--cert cert.pem":              "--cert and --key go together: --key is missing",
		"--key key.pem":                "--cert and --key go together: --cert is missing",
		"--cert key.pem --key key.pem": "--cert, --key: ssl.keystore.key: expected a key that signs, and a certificate for it",
		"--ca none":                    "--ca: ssl.truststore.location: open none",
		"--ca key.pem":                 "--ca: ssl.truststore.location: there is no certificate in it",
		"--sasl SCRAM --user a":        "--sasl \"SCRAM\" is not one of PLAIN, SCRAM-SHA-256",
		"--sasl PLAIN":                 "--sasl PLAIN needs --user",
		"--sasl PLAIN --user a":        "--sasl PLAIN needs a secret: --password-file, or $KSCOPE_PASSWORD",
		"--sasl PLAIN --user a --password-file none": "--password-file: open none",
		"--command-config none":                      "--command-config: open none",
		"--command-config bad.properties":            "bad.properties: line 2: security.protocol: \"TLS\" is none of",
	} {
		if cfg, _, err := connectTo(t, strings.Fields(args)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v", args, cfg, err)
		}
	}
}

func TestPasswordFromEnvironment(t *testing.T) {
	t.Setenv(passwordVariable, "hush")
	if cfg, _, err := connectTo(t, "--sasl", "PLAIN", "--user", "a"); err != nil || cfg.SASL.Name != "PLAIN" {
		t.Errorf("%+v, %v", cfg, err)
	}
}
