package secure_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/kscope/kscope/interop/internal/proc"
	"github.com/kscope/kscope/interop/need"
)

const realm = "KSCOPE.TEST"

// kdc is MIT's, on a port of loopback, with a realm of its own.
type kdc struct {
	dir, addr string
	config    string // krb5.conf
	env       []string
}

func (k *kdc) path(name string) string { return filepath.Join(k.dir, name) }

// kerberosTools are the commands of Debian's krb5-kdc, krb5-admin-server and
// krb5-user.
func kerberosTools() error {
	for _, name := range []string{"krb5kdc", "kdb5_util", "kadmin.local", "kinit"} {
		if _, err := exec.LookPath(name); err != nil {
			return fmt.Errorf("%s: %w", name, need.ErrTool)
		}
	}
	return nil
}

// startKDC makes a realm with a broker's principal and alice's, keytabs of both
// and a password for her.
func startKDC(t *testing.T) *kdc {
	t.Helper()
	k := &kdc{dir: t.TempDir(), addr: freePort(t)}
	k.config = k.path("krb5.conf")
	k.env = append(os.Environ(), "KRB5_CONFIG="+k.config, "KRB5_KDC_PROFILE="+k.path("kdc.conf"))
	k.write(t)
	run(t, k.command("kdb5_util", "create", "-s", "-r", realm, "-P", "master-password"))
	for _, query := range []string{
		"addprinc -randkey kafka/localhost", "ktadd -k " + k.path("kafka.keytab") + " kafka/localhost",
		"addprinc -pw " + password + " " + user, "ktadd -norandkey -k " + k.path("alice.keytab") + " " + user,
	} {
		run(t, k.command("kadmin.local", "-r", realm, "-q", query))
	}
	p, err := proc.Start(k.command("krb5kdc", "-n", "-r", realm))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	k.await(t)
	return k
}

func (k *kdc) write(t *testing.T) {
	t.Helper()
	host, port, _ := net.SplitHostPort(k.addr)
	for name, text := range map[string]string{
		"krb5.conf": fmt.Sprintf("[libdefaults]\n default_realm = %s\n dns_lookup_kdc = false\n dns_lookup_realm = false\n udp_preference_limit = 1\n"+
			"[realms]\n %[1]s = {\n  kdc = %s:%s\n }\n[domain_realm]\n localhost = %[1]s\n", realm, host, port),
		"kdc.conf": fmt.Sprintf("[kdcdefaults]\n kdc_listen = \"\"\n kdc_tcp_listen = %s:%s\n[realms]\n %s = {\n  database_name = %s\n"+
			"  key_stash_file = %s\n  acl_file = %s\n }\n[logging]\n kdc = FILE:%s\n", host, port, realm, k.path("db"), k.path("stash"), k.path("acl"), k.path("kdc.log")),
	} {
		if err := os.WriteFile(k.path(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func (k *kdc) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Env = k.env
	return cmd
}

// await waits until the KDC listens.
func (k *kdc) await(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for {
		var d net.Dialer
		conn, err := d.DialContext(ctx, "tcp", k.addr)
		if err == nil {
			conn.Close()
			return
		}
		select {
		case <-ctx.Done():
			log, _ := os.ReadFile(k.path("kdc.log"))
			t.Fatalf("the KDC does not serve: %v\n%s", err, log)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func run(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if err := proc.Run(t.Context(), cmd); err != nil {
		t.Fatal(err)
	}
}

func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
