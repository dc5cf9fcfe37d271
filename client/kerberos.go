package client

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/jcmturner/gokrb5/v8/asn1tools"
	krb5 "github.com/jcmturner/gokrb5/v8/client"
	"github.com/jcmturner/gokrb5/v8/config"
	"github.com/jcmturner/gokrb5/v8/credentials"
	"github.com/jcmturner/gokrb5/v8/gssapi"
	"github.com/jcmturner/gokrb5/v8/iana/chksumtype"
	"github.com/jcmturner/gokrb5/v8/iana/keyusage"
	"github.com/jcmturner/gokrb5/v8/keytab"
	"github.com/jcmturner/gokrb5/v8/messages"
	"github.com/jcmturner/gokrb5/v8/types"
)

// The mechanism GSSAPI is Kerberos in the frame of RFC 4752, without a security
// layer: a ticket for the node's service, then one wrapped token in each
// direction about that layer. The node proves who it is by the wrapping, which
// takes the key that the ticket hides.

// Ticket says how to get a Kerberos ticket for a node. One of Keytab, Cache and
// Password is needed.
type Ticket struct {
	Service   string // first part of the node's principal, as kafka in kafka/host@REALM
	Principal string // who connects: name or name@REALM; not needed with Cache
	Keytab    string // file
	Cache     string // file of tickets that kinit got
	Password  Secret
	Config    string // krb5.conf; "" is $KRB5_CONFIG or /etc/krb5.conf
}

// TicketCache is where kinit keeps tickets: $KRB5CCNAME, or the usual file of
// this user.
func TicketCache() string {
	return cmp.Or(os.Getenv("KRB5CCNAME"), filepath.Join(os.TempDir(), "krb5cc_"+strconv.Itoa(os.Getuid())))
}

// Kerberos shows a ticket. Keys must be of AES: RFC 4121 gives the tokens' form.
func Kerberos(t Ticket) *Mechanism {
	return &Mechanism{"GSSAPI", func(ctx context.Context, host string) (conversation, error) {
		type result struct {
			talk conversation
			err  error
		}
		done := make(chan result, 1)
		// The library knows no contexts; its own waits are bounded.
		go func() {
			talk, err := t.begin(host)
			done <- result{talk, err}
		}()
		select {
		case r := <-done:
			return r.talk, r.err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}}
}

func (t Ticket) begin(host string) (conversation, error) {
	c, err := t.client()
	if err != nil {
		return nil, err
	}
	defer c.Destroy()
	if err := c.Login(); err != nil {
		return nil, fmt.Errorf("log in to the realm: %w", err)
	}
	service := t.Service + "/" + host
	ticket, key, err := c.GetServiceTicket(service)
	if err != nil {
		return nil, fmt.Errorf("ticket for %s: %w", service, err)
	}
	first, err := initialToken(c, ticket, key)
	if err != nil {
		return nil, err
	}
	return gss(first, key), nil
}

// client reads what the ticket is got with.
func (t Ticket) client() (*krb5.Client, error) {
	name := cmp.Or(t.Config, os.Getenv("KRB5_CONFIG"), "/etc/krb5.conf")
	cfg, err := config.Load(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if t.Cache != "" {
		return t.cached(cfg)
	}
	user, realm, ok := strings.Cut(t.Principal, "@")
	if !ok {
		realm = cfg.LibDefaults.DefaultRealm
	}
	if t.Keytab == "" {
		return krb5.NewWithPassword(user, realm, t.Password.Reveal(), cfg, krb5.DisablePAFXFAST(true)), nil
	}
	keys, err := keytab.Load(t.Keytab)
	if err != nil {
		return nil, fmt.Errorf("keytab %s: %w", t.Keytab, err)
	}
	return krb5.NewWithKeytab(user, realm, keys, cfg, krb5.DisablePAFXFAST(true)), nil
}

// cached takes tickets that somebody else has got. The library panics on damaged
// files.
func (t Ticket) cached(cfg *config.Config) (c *krb5.Client, err error) {
	defer func() {
		if recover() != nil {
			c, err = nil, fmt.Errorf("ticket cache %s: the file is damaged", t.Cache)
		}
	}()
	cache, err := credentials.LoadCCache(strings.TrimPrefix(t.Cache, "FILE:"))
	if err == nil {
		c, err = krb5.NewFromCCache(cache, cfg, krb5.DisablePAFXFAST(true))
	}
	if err != nil {
		return nil, fmt.Errorf("ticket cache %s: %w", t.Cache, err)
	}
	return c, nil
}

// gss is the conversation behind the ticket.
func gss(first []byte, key types.EncryptionKey) conversation {
	const noLayer = 1 // bit of RFC 4752, 3.3
	answered := false
	return func(challenge []byte) ([]byte, error) {
		switch {
		case first != nil:
			token := first
			first = nil
			return token, nil
		case answered:
			return nil, nil
		case len(challenge) == 0:
			return []byte{}, nil // the node has accepted the ticket, and goes on
		}
		var w gssapi.WrapToken
		if err := w.Unmarshal(challenge, true); err != nil {
			return nil, err
		}
		if ok, err := w.Verify(key, keyusage.GSSAPI_ACCEPTOR_SEAL); !ok {
			return nil, fmt.Errorf("the node's proof is wrong: %w", err)
		}
		if len(w.Payload) < 4 || w.Payload[0]&noLayer == 0 {
			return nil, errors.New("the node wants a security layer, which Kafka does not have")
		}
		answer, err := gssapi.NewInitiatorWrapToken([]byte{noLayer, 0, 0, 0}, key) // layer, no size
		if err != nil {
			return nil, err
		}
		answered = true
		return answer.Marshal()
	}
}

// initialToken is the AP-REQ in the frame of RFC 2743, 3.1.
func initialToken(c *krb5.Client, ticket messages.Ticket, key types.EncryptionKey) ([]byte, error) {
	who, err := types.NewAuthenticator(c.Credentials.Domain(), c.Credentials.CName())
	if err != nil {
		return nil, err
	}
	who.Cksum = types.Checksum{CksumType: chksumtype.GSSAPI, Checksum: bindings()}
	request, err := messages.NewAPReq(ticket, key, who)
	if err != nil {
		return nil, err
	}
	body, err := request.Marshal()
	if err != nil {
		return nil, err
	}
	inner := append([]byte(kerberosAPReq), body...)
	return append(append([]byte{0x60}, asn1tools.MarshalLengthBytes(len(inner))...), inner...), nil // APPLICATION 0
}

// kerberosAPReq is what a first token begins with: the OID of Kerberos,
// 1.2.840.113554.1.2.2, and the number of the token (RFC 4121, 4.1).
const kerberosAPReq = "\x06\x09\x2a\x86\x48\x86\xf7\x12\x01\x02\x02" + "\x01\x00"

// bindings is the checksum of RFC 4121, 4.1.1: no channel bindings, and the
// flags of the context.
func bindings() []byte {
	b := binary.LittleEndian.AppendUint32(nil, 16) // length of the bindings
	b = append(b, make([]byte, 16)...)
	return binary.LittleEndian.AppendUint32(b, gssapi.ContextFlagInteg)
}
