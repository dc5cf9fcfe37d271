package main

import (
	"cmp"
	"crypto/tls"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/kscope/kscope/client"
)

// connectFlags say how to reach a node; call, probe and conform share them.
type connectFlags struct {
	app      *app
	file     string
	clientID string
	timeout  time.Duration

	tls       bool
	ca        string
	cert, key string
	sni       string
	insecure  bool
	keyLog    string

	sasl         string
	user         string
	passwordFile string
}

// passwordVariable is where a password may be, so that it is in no command.
const passwordVariable = "KSCOPE_PASSWORD"

// addConnect gives a command the flags of a connection.
func (a *app) addConnect(cmd *cobra.Command) *connectFlags {
	f := &connectFlags{app: a}
	flags := cmd.Flags()
	flags.StringVar(&f.file, "command-config", "", "properties `file` with settings of a connection, as Kafka's tools take it")
	flags.StringVar(&f.clientID, "client-id", "", "client id of requests (default kscope)")
	flags.DurationVar(&f.timeout, "timeout", 0, "how long to wait for each step (default 30s)")
	flags.BoolVar(&f.tls, "tls", false, "speak TLS; --ca, --cert, --insecure, --sni and --tls-key-log do so too")
	flags.StringVar(&f.ca, "ca", "", "PEM `file` of the authorities to trust, in place of the system's")
	flags.StringVar(&f.cert, "cert", "", "PEM `file` of the certificate to show; with --key")
	flags.StringVar(&f.key, "key", "", "PEM `file` of its private key")
	flags.StringVar(&f.sni, "sni", "", "server `name` to ask for and to verify, in place of the host")
	flags.BoolVar(&f.insecure, "insecure", false, "trust any certificate: whoever sits in between can read and change everything")
	flags.StringVar(&f.keyLog, "tls-key-log", "", "append the keys of TLS to a `file`, with which Wireshark decrypts (default $SSLKEYLOGFILE)")
	flags.StringVar(&f.sasl, "sasl", "", "SASL `mechanism`: "+strings.Join(client.Mechanisms(), ", "))
	flags.StringVar(&f.user, "user", "", "user `name` for SASL")
	flags.StringVar(&f.passwordFile, "password-file", "", "`file` of the password, or of OAUTHBEARER's token (default $"+passwordVariable+", or asked for)")
	complete(cmd, "sasl", client.Mechanisms())
	return f
}

// config is what the file asks for, and the flags in front of it.
func (f *connectFlags) config() (client.Config, error) {
	if f.timeout < 0 {
		return client.Config{}, fmt.Errorf("--timeout %v is below 0", f.timeout)
	}
	p := &client.Properties{}
	if f.file != "" {
		var err error
		if p, err = client.LoadProperties(f.file); err != nil {
			return client.Config{}, fmt.Errorf("--command-config: %w", err)
		}
	}
	for _, slip := range p.Slips() {
		f.app.note("%v", slip)
	}
	if err := f.override(p); err != nil {
		return client.Config{}, err
	}
	cfg, err := p.Config()
	if err != nil {
		return client.Config{}, err
	}
	cfg.ClientID = cmp.Or(f.clientID, cfg.ClientID, "kscope")
	if f.timeout > 0 {
		cfg.Timeout, cfg.ConnectTimeout = f.timeout, f.timeout
	}
	if f.sasl != "" {
		if cfg.SASL, err = f.mechanism(); err != nil {
			return client.Config{}, err
		}
	}
	if cfg.TLS != nil {
		err = f.adapt(cfg.TLS)
	}
	return cfg, err
}

// override puts flags into the settings that they stand for.
func (f *connectFlags) override(p *client.Properties) error {
	flag := f.tlsFlag()
	if flag != "" || f.sasl != "" {
		had, _ := p.Get("security.protocol")
		protocol := "PLAINTEXT"
		if flag != "" || strings.HasSuffix(had, "SSL") {
			protocol = "SSL"
		}
		if f.sasl == "" && strings.HasPrefix(had, "SASL_") { // else the flags say who connects
			protocol = "SASL_" + protocol
		}
		p.Set("security.protocol", protocol, cmp.Or(flag, "--sasl"))
	}
	if f.ca != "" {
		for key, value := range map[string]string{"type": "PEM", "location": f.ca, "certificates": "", "password": ""} {
			p.Set("ssl.truststore."+key, value, "--ca")
		}
	}
	if f.cert == "" && f.key == "" {
		return nil
	}
	chain, err := pemFile("--cert", f.cert)
	if err != nil {
		return err
	}
	key, err := pemFile("--key", f.key)
	if err != nil {
		return err
	}
	for name, value := range map[string]string{"type": "PEM", "location": "", "certificate.chain": chain, "key": key, "password": ""} {
		p.Set("ssl.keystore."+name, value, "--cert, --key")
	}
	return nil
}

// tlsFlag is the first flag that asks for TLS, "" for none.
func (f *connectFlags) tlsFlag() string {
	for _, given := range []struct {
		name string
		is   bool
	}{{"--tls", f.tls}, {"--ca", f.ca != ""}, {"--cert", f.cert != ""}, {"--key", f.key != ""}, {"--sni", f.sni != ""}, {"--insecure", f.insecure},
		{"--tls-key-log", f.keyLog != ""}} {
		if given.is {
			return given.name
		}
	}
	return ""
}

func pemFile(flag, name string) (string, error) {
	if name == "" {
		return "", errors.New("--cert and --key go together: " + flag + " is missing")
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return "", fmt.Errorf("%s: %w", flag, err)
	}
	return string(text), nil
}

// adapt does what Kafka has no settings for.
func (f *connectFlags) adapt(cfg *tls.Config) error {
	cfg.ServerName = f.sni
	if f.insecure {
		cfg.InsecureSkipVerify, cfg.VerifyConnection = true, nil
	}
	name := cmp.Or(f.keyLog, os.Getenv("SSLKEYLOGFILE"))
	if name == "" {
		return nil
	}
	log, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("--tls-key-log: %w", err)
	}
	f.app.note("the keys of this connection go to %s: with them, whoever has the traffic can read it", name)
	cfg.KeyLogWriter = log // until the program ends
	return nil
}

// mechanism says who connects.
func (f *connectFlags) mechanism() (*client.Mechanism, error) {
	name := strings.ToUpper(f.sasl)
	if err := oneOf("--sasl", name, client.Mechanisms()); err != nil {
		return nil, err
	}
	if name == "GSSAPI" && f.user == "" {
		return client.Kerberos(client.Ticket{Service: "kafka", Cache: client.TicketCache()}), nil
	}
	if f.user == "" && name != "OAUTHBEARER" {
		return nil, fmt.Errorf("--sasl %s needs --user", name)
	}
	password, err := f.password(name)
	if err != nil {
		return nil, err
	}
	switch name {
	case "PLAIN":
		return client.Plain(f.user, password.Reveal()), nil
	case "OAUTHBEARER":
		return client.OAuthBearer(client.Token(password), nil), nil
	case "GSSAPI":
		return client.Kerberos(client.Ticket{Service: "kafka", Principal: f.user, Password: password}), nil
	}
	return client.Scram(name, f.user, password.Reveal())
}

// password reads a secret from where no list of processes shows it.
func (f *connectFlags) password(mechanism string) (client.Secret, error) {
	if f.passwordFile != "" {
		text, err := os.ReadFile(f.passwordFile)
		if err != nil {
			return client.Secret{}, fmt.Errorf("--password-file: %w", err)
		}
		return client.Hide(strings.TrimRight(string(text), "\r\n")), nil
	}
	if text := os.Getenv(passwordVariable); text != "" {
		return client.Hide(text), nil
	}
	in := int(f.app.in.Fd())
	if !term.IsTerminal(in) {
		return client.Secret{}, fmt.Errorf("--sasl %s needs a secret: --password-file, or $%s", mechanism, passwordVariable)
	}
	fmt.Fprintf(f.app.err, "%s secret of %s: ", mechanism, cmp.Or(f.user, "the client"))
	text, err := term.ReadPassword(in)
	fmt.Fprintln(f.app.err)
	return client.Hide(string(text)), err
}

// hintFor is what to try after an error, "" where nothing is known: with the
// flags beside the settings that the client names.
func hintFor(err error) string {
	return strings.NewReplacer(
		"security.protocol", "security.protocol (--tls, --sasl)",
		"sasl.mechanism", "sasl.mechanism (--sasl)",
		"sasl.jaas.config has", "sasl.jaas.config (--user, --password-file) has",
		"ssl.truststore.location", "ssl.truststore.location (--ca)",
		"ssl.keystore.location", "ssl.keystore.location (--cert, --key)",
		"the server name", "the server name (--sni)",
	).Replace(client.Hint(err))
}
