package secure_test

import (
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"crypto/x509"

	"software.sslmate.com/src/go-pkcs12"

	"github.com/kscope/kscope/interop/internal/proc"
	"github.com/kscope/kscope/interop/jars"
	"github.com/kscope/kscope/interop/need"
)

// storePassword opens every store, for the time of a test.
const storePassword = "store-password"

// stores are files that keytool made: keys of a server and of a client, each
// signed by itself, and what trusts them.
type stores struct {
	dir string
	t   *testing.T
}

func (s *stores) path(name string) string { return filepath.Join(s.dir, name) }

// keytool runs commands, side by side, because each is a JVM.
func (s *stores) keytool(commands ...[]string) {
	s.t.Helper()
	errs := make([]error, len(commands))
	var wg sync.WaitGroup
	for i, args := range commands {
		wg.Go(func() {
			cmd := exec.Command("keytool", append(args, "-J-XX:TieredStopAtLevel=1")...)
			cmd.Dir = s.dir
			errs[i] = proc.Run(s.t.Context(), cmd)
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		s.t.Fatal(err)
	}
}

func makeStores(t *testing.T) *stores {
	t.Helper()
	_, err := jars.Tool("keytool")
	need.Met(t, err)
	s := &stores{dir: t.TempDir(), t: t}
	pair := func(store, kind, name string) []string {
		return []string{"-genkeypair", "-alias", name, "-keyalg", "EC", "-keystore", store, "-storetype", kind, "-dname", "CN=" + name,
			"-ext", "SAN=dns:localhost,ip:127.0.0.1", "-validity", "2", "-storepass", storePassword, "-keypass", storePassword}
	}
	export := func(store, name, file string) []string {
		return []string{"-exportcert", "-rfc", "-alias", name, "-keystore", store, "-file", file, "-storepass", storePassword}
	}
	trust := func(store, kind, file string) []string {
		return []string{"-importcert", "-noprompt", "-alias", "peer", "-file", file, "-keystore", store, "-storetype", kind, "-storepass", storePassword}
	}
	s.keytool(pair("server.p12", "PKCS12", "server"), pair("client.jks", "JKS", "client"))
	s.keytool(export("server.p12", "server", "server.pem"), export("client.jks", "client", "client.pem"),
		[]string{"-importkeystore", "-srckeystore", "client.jks", "-destkeystore", "client.p12", "-deststoretype", "PKCS12",
			"-srcstorepass", storePassword, "-deststorepass", storePassword})
	s.keytool(trust("trust.jks", "JKS", "server.pem"), trust("trust.p12", "PKCS12", "server.pem"), trust("clients.p12", "PKCS12", "client.pem"))
	s.pem()
	return s
}

// pem writes the client's key and certificate as text; keytool gives out no
// keys.
func (s *stores) pem() {
	s.t.Helper()
	data, err := os.ReadFile(s.path("client.p12"))
	if err != nil {
		s.t.Fatal(err)
	}
	key, cert, err := pkcs12.Decode(data, storePassword)
	if err != nil {
		s.t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		s.t.Fatal(err)
	}
	text := append(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert.Raw})...)
	if err := os.WriteFile(s.path("client-key.pem"), text, 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// settings are the lines of a store: which is truststore or keystore.
func (s *stores) settings(which, kind, file string) string {
	text := fmt.Sprintf("ssl.%s.type=%s\nssl.%[1]s.location=%[3]s\n", which, kind, s.path(file))
	if kind != "PEM" {
		text += fmt.Sprintf("ssl.%s.password=%s\n", which, storePassword)
	}
	return text
}
