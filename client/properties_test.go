package client_test

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/kscope/kscope/client"
)

func TestParseProperties(t *testing.T) {
	for name, test := range map[string]struct {
		text string
		want map[string]string
	}{
		"separators":               {"a=1\nb:2\nc 3\nd\t=\t4\ne  :  5\nf", map[string]string{"a": "1", "b": "2", "c": "3", "d": "4", "e": "5", "f": ""}},
		"equals":                   {"a==1\nb=c=d\nc:=1", map[string]string{"a": "=1", "b": "c=d", "c": "=1"}},
		"comments":                 {"# a=1\n! b=2\n \t#c=3\nd=4 # no comment\n", map[string]string{"d": "4 # no comment"}},
		"line ends":                {"a=1\r\nb=2\rc=3\n\n\r\n \nd=4", map[string]string{"a": "1", "b": "2", "c": "3", "d": "4"}},
		"continued":                {"a=1,\\\n   2,\\\r\n\t3\nb=\\\n#1\nc=x\\\\\nd=\\", map[string]string{"a": "1,2,3", "b": "#1", "c": `x\`, "d": ""}},
		"comment is not continued": {"# a \\\nb=1", map[string]string{"b": "1"}},
		"escapes":                  {`a=\t\n\r\f\q\\\=` + "\n" + `b\:\=\ c=1` + "\n" + `d=\u00e9\u20AC\ud83d\ude00`, map[string]string{"a": "\t\n\r\fq\\=", "b:= c": "1", "d": "é€😀"}},
		"latin":                    {"a=\xe9\nb=\xc3\xa9", map[string]string{"a": "é", "b": "Ã©"}},
		"last wins":                {"a=1\na=2", map[string]string{"a": "2"}},
		"empty":                    {"", map[string]string{}},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := client.ParseProperties("x", []byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]string{}
			for _, k := range p.Keys() {
				v, _ := p.Get(k)
				got[k] = v
			}
			for k, v := range test.want {
				test.want[k] = strings.TrimFunc(v, func(r rune) bool { return r <= ' ' })
			}
			if !maps.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
	for text, want := range map[string]string{
		"a=1\nb=\\\n\n\nsecret=\\u12": `x: line 5: secret: expected four hex digits behind \u, found fewer`,
		`\uwxyz=1`:                    `x: line 1: expected four hex digits behind \u, found others`,
	} {
		_, err := client.ParseProperties("x", []byte(text))
		expect(t, err, want, "")
	}
}

func configOf(text string) (client.Config, error) {
	p, err := client.ParseProperties("client.properties", []byte(text))
	if err != nil {
		return client.Config{}, err
	}
	return p.Config()
}

func TestConfig(t *testing.T) {
	cfg, err := configOf(`client.id=tool
request.timeout.ms=1500
socket.connection.setup.timeout.ms=200
bootstrap.servers = a:1 , b:2,
client.dns.lookup=use_all_dns_ips
no.such.setting=7
ssl.truststore.location=/nowhere, but nobody looks`)
	if err != nil || cfg.ClientID != "tool" || cfg.Timeout != 1500*time.Millisecond || cfg.ConnectTimeout != 200*time.Millisecond ||
		strings.Join(cfg.Bootstrap, " ") != "a:1 b:2" || cfg.TLS != nil || cfg.SASL != nil {
		t.Errorf("got %+v, %v", cfg, err)
	}
	plain := `sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="alice" password="x";`
	for text, want := range map[string]string{
		"security.protocol=SASL_PLAINTEXT\nsasl.mechanism=PLAIN\n" + plain:         "PLAIN",
		"security.protocol=sasl_ssl\nsasl.mechanism=SCRAM-SHA-512\n" + plain:       "SCRAM-SHA-512",
		"security.protocol=SASL_PLAINTEXT\nsasl.mechanism=SCRAM-SHA-256\n" + plain: "SCRAM-SHA-256",
		"security.protocol=SASL_PLAINTEXT\nsasl.mechanism=OAUTHBEARER\n" +
			`sasl.jaas.config=org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required unsecuredLoginStringClaim_sub="alice";`: "OAUTHBEARER",
		"security.protocol=SASL_PLAINTEXT\nsasl.kerberos.service.name=kafka\n" +
			`sasl.jaas.config=com.sun.security.auth.module.Krb5LoginModule required useKeyTab=true keyTab="a" principal="p@R";`: "GSSAPI",
	} {
		cfg, err := configOf(text)
		if err != nil || cfg.SASL == nil || cfg.SASL.Name != want || (cfg.TLS != nil) != strings.Contains(text, "ssl\n") {
			t.Errorf("%s: %+v, %v", want, cfg, err)
		}
	}
}

func TestConfigRefuses(t *testing.T) {
	const sasl = "security.protocol=SASL_PLAINTEXT\n"
	jaas := func(mechanism, options string) string {
		return sasl + "sasl.mechanism=" + mechanism + "\nsasl.jaas.config=x.LoginModule required " + options + ";"
	}
	for text, want := range map[string]string{
		"\nsecurity.protocol=TLS":                                                     `client.properties: line 2: security.protocol: "TLS" is none of PLAINTEXT, SSL, SASL_PLAINTEXT, SASL_SSL`,
		"request.timeout.ms=soon":                                                     `line 1: request.timeout.ms: expected a number of milliseconds, found "soon"`,
		sasl + "sasl.mechanism=SCRAM-SHA-1":                                           `line 2: sasl.mechanism: "SCRAM-SHA-1" is none of`,
		sasl + "sasl.mechanism=PLAIN":                                                 "client.properties: sasl.jaas.config: it is missing, and PLAIN needs it",
		jaas("PLAIN", `username="a"`):                                                 "line 3: sasl.jaas.config: option password is missing",
		jaas("PLAIN", `password="hush"`):                                              "option username is missing",
		jaas("SCRAM-SHA-256", `username=a password=hush tokenauth=true`):              "delegation tokens",
		jaas("OAUTHBEARER", ``):                                                       "unsecuredLoginStringClaim_sub, which says who connects, is missing",
		jaas("OAUTHBEARER", `unsecuredLoginNumberClaim_n="hush"`):                     "option unsecuredLoginNumberClaim_n is no number",
		jaas("GSSAPI", `useKeyTab=true`):                                              "sasl.kerberos.service.name is missing",
		jaas("GSSAPI", `serviceName=kafka`):                                           "expected useKeyTab=true",
		jaas("GSSAPI", `serviceName=kafka useKeyTab=true keyTab=k`):                   "option principal is missing",
		jaas("PLAIN", "") + "\nsasl.client.callback.handler.class=my.Handler":         "line 4: sasl.client.callback.handler.class: Java classes cannot be run here",
		jaas("OAUTHBEARER", "") + "\nsasl.oauthbearer.token.endpoint.url=http://idp/": `line 4: sasl.oauthbearer.token.endpoint.url: expected a URL of scheme https or file, found "http"`,
		"security.protocol=SSL\nssl.enabled.protocols=SSLv3":                          `line 2: ssl.enabled.protocols: "SSLv3" cannot be had here`,
		"security.protocol=SSL\nssl.enabled.protocols=TLSv1.1,TLSv1.3":                "TLSv1.2 is left out between others",
		"security.protocol=SSL\nssl.protocol=SSLv3":                                   "ssl.protocol",
		"security.protocol=SSL\nssl.cipher.suites=TLS_DHE_RSA_X":                      "none of TLS_DHE_RSA_X can be had here",
		"security.protocol=SSL\nssl.endpoint.identification.algorithm=x":              "is neither https nor empty",
		"security.protocol=SSL\nssl.engine.factory.class=my.Factory":                  "ssl.engine.factory.class: Java classes",
		"security.protocol=SSL\nssl.truststore.location=no/such/file":                 "line 2: ssl.truststore.location: open no/such/file",
		"security.protocol=SSL\nssl.truststore.location=f\nssl.truststore.type=BKS":   `type "BKS" is none of`,
		"security.protocol=SSL\nssl.truststore.certificates=x":                        "ssl.truststore.type is JKS, and must be PEM",
		"config.providers=vault\nconfig.providers.vault.class=my.Vault":               "line 2: config.providers.vault.class: Java classes",
	} {
		_, err := configOf(text)
		if strings.Contains(text, "BKS") {
			want = "open f" // what is not there is said first
		}
		expect(t, err, want, "")
		if err != nil && strings.Contains(err.Error(), "hush") {
			t.Errorf("%v shows a secret", err)
		}
	}
}

func TestConfigProviders(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "secrets.properties")
	for name, text := range map[string]string{file: "id=from a file\n", filepath.Join(dir, "id"): "from a directory\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("KSCOPE_TEST_ID", "from the environment")
	const classes = `config.providers=env,file,directory
config.providers.env.class=org.apache.kafka.common.config.provider.EnvVarConfigProvider
config.providers.file.class=org.apache.kafka.common.config.provider.FileConfigProvider
config.providers.directory.class=org.apache.kafka.common.config.provider.DirectoryConfigProvider
`
	for ref, want := range map[string]string{
		"${env:KSCOPE_TEST_ID}": "from the environment", "<${file:" + file + ":id}>": "<from a file>",
		"${directory:" + dir + ":id}": "from a directory", "${other:x}": "${other:x}",
	} {
		cfg, err := configOf(classes + "client.id=" + ref)
		if err != nil || cfg.ClientID != want {
			t.Errorf("%s: %q, %v", ref, cfg.ClientID, err)
		}
	}
	if cfg, err := configOf("client.id=${env:HOME}"); err != nil || cfg.ClientID != "${env:HOME}" {
		t.Errorf("without providers: %q, %v", cfg.ClientID, err)
	}
	_, err := configOf(classes + "client.id=${env:KSCOPE_NOT_THERE}")
	expect(t, err, "line 5: client.id: provider env: there is no environment variable KSCOPE_NOT_THERE", "")
}

func TestSlips(t *testing.T) {
	for text, want := range map[string]string{
		"security.protocl=SSL": "x: line 1: security.protocl: Kafka has no such setting, so that it is left alone; did you mean security.protocol?",
		"a=1\nsasl.mechanisms=PLAIN\nssl.truststore.pasword=secret": "x: line 2: sasl.mechanisms: Kafka has no such setting, so that it is left alone; did you mean sasl.mechanism? " +
			"x: line 3: ssl.truststore.pasword: Kafka has no such setting, so that it is left alone; did you mean ssl.truststore.password?",
		"security.protocol=SSL\nssl.provider=x\nsecurity.providers=x\nsasl.login.retry.backoff.ms=1": "",
		"clent.id=a\nmy.ssl.key=b\nsasl.x.y=c":                                                       "",
	} {
		p, err := client.ParseProperties("x", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, slip := range p.Slips() {
			got = append(got, slip.Error())
		}
		if all := strings.Join(got, " "); all != want {
			t.Errorf("got %s, want %s", all, want)
		}
	}
}
