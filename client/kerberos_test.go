package client_test

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/kscope/kscope/client"
)

// kerberosNode has GSSAPI, as far as that is asked for.
func kerberosNode() *fakeNode {
	return &fakeNode{mechanisms: map[string]func() saslSide{"GSSAPI": func() saslSide {
		return func([]byte) ([]byte, bool, error) { return nil, false, errRefused }
	}}}
}

// realmOf writes a krb5.conf that names a KDC.
func realmOf(t *testing.T, kdc string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "krb5.conf")
	text := "[libdefaults]\n default_realm = TEST\n dns_lookup_kdc = false\n udp_preference_limit = 1\n[realms]\n TEST = {\n  kdc = " + kdc + "\n }\n"
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestTicketsThatCannotBeHad(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	dir, realm := t.TempDir(), realmOf(t, l.Addr().String())
	empty := filepath.Join(dir, "empty")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	addr := kerberosNode().start(t)
	for want, ticket := range map[string]client.Ticket{
		"no-such.conf": {Config: "no-such.conf"},
		"ticket cache " + empty + ": the file is damaged": {Config: realm, Cache: empty},
		"ticket cache FILE:no-such-cache: ":               {Config: realm, Cache: "FILE:no-such-cache"},
		"keytab no-such-keytab: ":                         {Config: realm, Principal: "a", Keytab: "no-such-keytab"},
		"log in to the realm: ":                           {Config: realm, Principal: "a", Password: client.Hide("hush")},
	} {
		_, err := client.Dial(t.Context(), codec(), addr, client.Config{SASL: client.Kerberos(ticket)})
		e := (*client.Error)(nil)
		if !errors.As(err, &e) || e.Step != client.Authenticate {
			t.Errorf("%s: got %v", want, err)
			continue
		}
		hint := ""
		if ticket.Password.Reveal() != "" {
			hint = "the realm's KDC does not answer"
		}
		expect(t, err, want, hint)
	}
}

// TestCancelWhileTheRealmIsSilent: the library that asks it knows no contexts.
func TestCancelWhileTheRealmIsSilent(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		if c, err := l.Accept(); err == nil {
			cancel()
			<-t.Context().Done()
			c.Close()
		}
	}()
	ticket := client.Ticket{Config: realmOf(t, l.Addr().String()), Principal: "a", Password: client.Hide("hush")}
	if _, err := client.Dial(ctx, codec(), kerberosNode().start(t), client.Config{SASL: client.Kerberos(ticket)}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
