package client_test

import (
	"context"
	"crypto/tls"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/kscope/kscope/client"
)

// listeners are fake nodes of each kind.
func listeners(t *testing.T) map[string]string {
	t.Helper()
	secure := &tls.Config{Certificates: []tls.Certificate{newAuthority(t, "test authority").issue(t, named("broker.test"))}}
	addrs := map[string]string{}
	for protocol, n := range map[string]*fakeNode{"PLAINTEXT": {}, "SSL": {tls: secure},
		"SASL_PLAINTEXT": {mechanisms: mechanisms()}, "SASL_SSL": {mechanisms: mechanisms(), tls: secure}} {
		addrs[protocol] = n.start(t)
	}
	return addrs
}

func TestIdentify(t *testing.T) {
	for want, addr := range listeners(t) {
		l, err := client.Identify(t.Context(), codec(), addr, client.Config{})
		if err != nil || l.Protocol() != want || l.SASL != slices.Equal(l.Mechanisms, []string{"PLAIN", "GSSAPI"}) {
			t.Errorf("%s: %+v, %v", want, l, err)
		}
	}
	if l, err := client.Identify(t.Context(), codec(), says(t, "HTTP/1.1 400 Bad Request\r\n"), client.Config{}); err == nil || !strings.Contains(client.Hint(err), "HTTP") {
		t.Errorf("%+v, %v", l, err)
	}
}

// TestDiagnose connects to each kind of listener in each other way.
func TestDiagnose(t *testing.T) {
	anyone := func() *tls.Config { return &tls.Config{InsecureSkipVerify: true} }
	ways := map[string]client.Config{"PLAINTEXT": {}, "SSL": {TLS: anyone()}, "SASL_PLAINTEXT": {SASL: client.Plain(user, password)},
		"SASL_SSL": {TLS: anyone(), SASL: client.Plain(user, password)}}
	diagnosed := 0
	for is, addr := range listeners(t) {
		for was, cfg := range ways {
			err := connected(t.Context(), addr, cfg)
			if (err == nil) != (is == was) {
				t.Errorf("%s to %s: %v", was, is, err)
			}
			if err == nil || !errors.Is(err, client.ErrClosed) {
				continue
			}
			diagnosed++
			hint := client.Hint(client.Diagnose(t.Context(), codec(), cfg, err))
			if !strings.HasPrefix(hint, "the port is a listener for "+is) || !strings.HasSuffix(hint, ", not for "+was+": set security.protocol") {
				t.Errorf("%s to %s: %v, hint %q", was, is, err, hint)
			}
		}
	}
	plain := (&fakeNode{}).start(t)
	conn := dial(t, plain, client.Config{})
	if _, err := conn.Exchange(t.Context(), []byte("\x00\x00\x00\x01a")); err == nil {
		t.Error("a node answered nonsense")
	} else if hint := client.Hint(client.Diagnose(t.Context(), codec(), client.Config{}, err)); !strings.HasPrefix(hint, "the port is a listener for PLAINTEXT, as it was taken for: nodes close on") {
		t.Errorf("%v, hint %q", err, hint)
	}
	err := error(&client.Error{Step: client.Receive, Addr: listeners(t)["SASL_PLAINTEXT"], Err: &client.SizeError{Size: -1}})
	if hint := client.Hint(client.Diagnose(t.Context(), codec(), client.Config{}, err)); hint != "" {
		t.Errorf("a node that misses SASL does not answer nonsense, so no hint: %q", hint)
	}
	if diagnosed < 6 {
		t.Errorf("%d ways were diagnosed", diagnosed)
	}
	other := errors.New("other")
	if err := client.Diagnose(t.Context(), codec(), client.Config{}, other); err != other || client.Hint(err) != "" {
		t.Error(err)
	}
}

// connected connects and asks for something.
func connected(ctx context.Context, addr string, cfg client.Config) error {
	conn, err := client.Dial(ctx, codec(), addr, cfg)
	if err != nil {
		return err
	}
	defer conn.Close()
	return metadata(ctx, conn)
}
