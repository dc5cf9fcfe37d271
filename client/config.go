package client

import (
	"cmp"
	"crypto/tls"
	"time"
)

// Config says how to reach a node. The zero value is a plain connection. It
// shows no secret, however it is formatted.
type Config struct {
	ClientID string // of requests that the package makes; "" is null
	// Timeout bounds each step: the TLS handshake, and each exchange. 0 is
	// DefaultTimeout.
	Timeout time.Duration
	// ConnectTimeout bounds resolving and connecting, 0 is Timeout.
	ConnectTimeout time.Duration
	// MaxResponse bounds a response, in bytes without its size. 0 is
	// message.MaxFrame.
	MaxResponse int

	// TLS encrypts the connection; nil leaves it plain. Without a ServerName the
	// host that is dialled is asked for and verified.
	TLS *tls.Config
	// SASL says who connects; nil leaves that out.
	SASL *Mechanism

	// Bootstrap are the addresses, "host:port", that a configuration names.
	// Dial does not look at them.
	Bootstrap []string
}

// DefaultTimeout is that of Kafka's tools: request.timeout.ms.
const DefaultTimeout = 30 * time.Second

func (c *Config) timeout() time.Duration { return cmp.Or(c.Timeout, DefaultTimeout) }

// protocol names the way of connecting as security.protocol does.
func (c *Config) protocol() string {
	return Listener{TLS: c.TLS != nil, SASL: c.SASL != nil}.Protocol()
}

// Times says when each step was done; the zero time for what did not take
// place. Dial gives those up to Authenticated, an exchange the others.
type Times struct {
	Start         time.Time
	Resolved      time.Time // the host name
	Connected     time.Time // TCP
	Encrypted     time.Time // TLS
	Authenticated time.Time // SASL, the last time
	Sent          time.Time
	FirstByte     time.Time
	LastByte      time.Time
}
