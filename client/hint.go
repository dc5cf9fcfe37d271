package client

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"syscall"

	"github.com/kscope/kscope/explain"
	"github.com/kscope/kscope/internal/prose"
)

// hint says what to try after an error of a step. Settings are named as Kafka's
// files have them.
func (c *Conn) hint(s Step, err error) string {
	closed := errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
	size := (*SizeError)(nil)
	switch {
	case errors.Is(err, context.Canceled):
		return ""
	case errors.As(err, &size) && bytes.HasPrefix(size.Start, []byte{tlsAlert, tlsMajor}):
		return "the port speaks TLS: security.protocol is SSL or SASL_SSL there"
	case errors.As(err, &size):
		return explain.Foreign(size.Start)
	case s == Resolve && !timedOut(err):
		return "is the name right, and one that this machine can look up? names inside clusters often are not"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "nothing listens there: is the node up, and the port one of its listeners?"
	case s == Connect && timedOut(err):
		return "nobody answers there: a wrong address, or a firewall in between"
	case s == Encrypt && closed:
		return "plain listeners close on a TLS hello: if this is one, security.protocol is PLAINTEXT or SASL_PLAINTEXT"
	case s == Encrypt && timedOut(err):
		return "is this a TLS listener? if not, security.protocol is PLAINTEXT or SASL_PLAINTEXT"
	case (s == Receive || s == Send) && closed:
		return c.closedHint()
	case s == Authenticate:
		return kerberosHint(err.Error())
	}
	return tlsHint(err)
}

// kerberosHint is for what a realm refuses; its library tells in words alone.
func kerberosHint(text string) string {
	for _, known := range []struct{ word, hint string }{
		{"KDC_ERR_C_PRINCIPAL_UNKNOWN", "the realm does not know who connects: see principal in sasl.jaas.config"},
		{"KDC_ERR_S_PRINCIPAL_UNKNOWN", "the realm does not know the node: the first part of its principal is sasl.kerberos.service.name, the second the host as it is dialled"},
		{"KDC_ERR_PREAUTH_FAILED", "the password, or the key in the keytab, is not that of the principal"},
		{"integrity verification failed", "the password, or the key in the keytab, is not that of the principal"},
		{"KRB_AP_ERR_SKEW", "the clocks of this machine and of the realm are apart"},
		{"communication error with KDC", "the realm's KDC does not answer: see kdc in krb5.conf ($KRB5_CONFIG)"},
		{"communicate with KDC", "the realm's KDC does not answer: see kdc in krb5.conf ($KRB5_CONFIG)"},
	} {
		if strings.Contains(text, known.word) {
			return known.hint
		}
	}
	return ""
}

// What a TLS node says to who does not speak TLS begins with these bytes (RFC
// 8446, 5.1).
const (
	tlsAlert = 0x15
	tlsMajor = 0x03
)

// closedHint is for a node that closes instead of answering.
func (c *Conn) closedHint() string {
	switch {
	case c.cfg.TLS == nil && c.cfg.SASL == nil && !c.answered:
		return "listeners for TLS or SASL close on requests that come without: set security.protocol to SSL, SASL_PLAINTEXT or SASL_SSL if this is one"
	case c.cfg.TLS == nil && !c.answered:
		return "TLS listeners close on plain requests: set security.protocol to SASL_SSL if this is one"
	case c.cfg.SASL == nil:
		return "SASL listeners answer ApiVersions alone to who has not authenticated, and close on other requests; nodes close on damaged ones too"
	}
	return "nodes close on requests that are damaged, larger than socket.request.max.bytes, or not for their listener"
}

// tlsHint is for what TLS refuses, on either side.
func tlsHint(err error) string {
	var (
		record  tls.RecordHeaderError
		unknown x509.UnknownAuthorityError
		host    x509.HostnameError
		invalid x509.CertificateInvalidError
		op      *net.OpError
	)
	switch {
	case errors.As(err, &record):
		if words := explain.Foreign(record.RecordHeader[:]); words != "" {
			return words
		}
		return "the port does not speak TLS: security.protocol is PLAINTEXT or SASL_PLAINTEXT there"
	case errors.As(err, &unknown):
		return unknownHint(unknown.Cert)
	case errors.As(err, &host):
		return hostHint(host)
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return fmt.Sprintf("the certificate is for %s to %s; is the clock right?",
			invalid.Cert.NotBefore.UTC().Format("2006-01-02 15:04"), invalid.Cert.NotAfter.UTC().Format("2006-01-02 15:04 MST"))
	case errors.As(err, &op) && op.Op == "remote error":
		return alertHint(op.Err.Error())
	case strings.Contains(err.Error(), "protocol version"):
		return "the node speaks other versions of TLS than ssl.enabled.protocols allows"
	}
	return ""
}

func unknownHint(cert *x509.Certificate) string {
	if cert == nil {
		return ""
	}
	if cert.Subject.String() == cert.Issuer.String() {
		return fmt.Sprintf("the certificate %s is its own authority: put it into ssl.truststore.location to trust it", cert.Subject)
	}
	return fmt.Sprintf("the certificate %s was issued by %s: put that one's certificate into ssl.truststore.location", cert.Subject, cert.Issuer)
}

func hostHint(e x509.HostnameError) string {
	names := e.Certificate.DNSNames
	for _, ip := range e.Certificate.IPAddresses {
		names = append(names, ip.String())
	}
	const off = "an empty ssl.endpoint.identification.algorithm turns the check off"
	if len(names) == 0 {
		return fmt.Sprintf("the certificate %s has no subject alternative names, and the common name is not looked at; %s", e.Certificate.Subject, off)
	}
	return fmt.Sprintf("the certificate is for %s: dial one of these, or ask for it as the server name; %s", prose.List(names), off)
}

// alertHint is for a TLS alert that the node sent.
func alertHint(alert string) string {
	switch {
	case strings.Contains(alert, "certificate required"), strings.Contains(alert, "bad certificate"), strings.Contains(alert, "unknown certificate"):
		return "the node refuses the client's certificate, or misses one: ssl.keystore.location has what to show, and the node's truststore must know its issuer"
	case strings.Contains(alert, "protocol version"):
		return "the node speaks other versions of TLS than ssl.enabled.protocols allows"
	case strings.Contains(alert, "handshake failure"):
		return "both sides have no cipher suite in common, or the node misses a client certificate (ssl.keystore.location)"
	}
	return ""
}
