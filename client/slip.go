package client

import (
	"errors"
	"slices"
	"strings"

	"github.com/kscope/kscope/internal/near"
)

// Slips gives the settings about security whose names are none of Kafka's and near
// to one, sorted by name. Kafka and this package leave such a setting alone, and
// so connect in another way than was meant.
func (p *Properties) Slips() (all []*PropertyError) {
	known := securitySettings()
	for _, key := range p.Keys() {
		if slices.Contains(known, key) || !slices.ContainsFunc([]string{"security.", "ssl.", "sasl."}, func(s string) bool { return strings.HasPrefix(key, s) }) {
			continue
		}
		if meant := near.Best(key, known); meant != "" {
			all = append(all, &PropertyError{p.entries[key].where, key, errors.New("Kafka has no such setting, so that it is left alone" + near.Hint(meant))})
		}
	}
	return all
}

// securitySettings are those of Kafka's clients, as AdminClientConfig of 4.4 has
// them.
func securitySettings() []string {
	return strings.Fields(`
		security.protocol security.providers
		ssl.cipher.suites ssl.enabled.protocols ssl.endpoint.identification.algorithm ssl.engine.factory.class
		ssl.key.password ssl.keymanager.algorithm ssl.keystore.certificate.chain ssl.keystore.key
		ssl.keystore.location ssl.keystore.password ssl.keystore.type ssl.protocol ssl.provider
		ssl.secure.random.implementation ssl.trustmanager.algorithm ssl.truststore.certificates
		ssl.truststore.location ssl.truststore.password ssl.truststore.type
		sasl.client.callback.handler.class sasl.jaas.config sasl.kerberos.kinit.cmd
		sasl.kerberos.min.time.before.relogin sasl.kerberos.service.name sasl.kerberos.ticket.renew.jitter
		sasl.kerberos.ticket.renew.window.factor sasl.login.callback.handler.class sasl.login.class
		sasl.login.connect.timeout.ms sasl.login.read.timeout.ms sasl.login.refresh.buffer.seconds
		sasl.login.refresh.min.period.seconds sasl.login.refresh.window.factor sasl.login.refresh.window.jitter
		sasl.login.retry.backoff.max.ms sasl.login.retry.backoff.ms sasl.mechanism
		sasl.oauthbearer.allow.unverified.audience sasl.oauthbearer.allow.unverified.issuer
		sasl.oauthbearer.assertion.algorithm sasl.oauthbearer.assertion.claim.aud
		sasl.oauthbearer.assertion.claim.exp.seconds sasl.oauthbearer.assertion.claim.iss
		sasl.oauthbearer.assertion.claim.jti.include sasl.oauthbearer.assertion.claim.nbf.seconds
		sasl.oauthbearer.assertion.claim.sub sasl.oauthbearer.assertion.file
		sasl.oauthbearer.assertion.private.key.file sasl.oauthbearer.assertion.private.key.passphrase
		sasl.oauthbearer.assertion.template.file sasl.oauthbearer.client.credentials.client.id
		sasl.oauthbearer.client.credentials.client.secret sasl.oauthbearer.clock.skew.seconds
		sasl.oauthbearer.expected.audience sasl.oauthbearer.expected.issuer sasl.oauthbearer.header.urlencode
		sasl.oauthbearer.jwks.endpoint.refresh.ms sasl.oauthbearer.jwks.endpoint.retry.backoff.max.ms
		sasl.oauthbearer.jwks.endpoint.retry.backoff.ms sasl.oauthbearer.jwks.endpoint.url
		sasl.oauthbearer.jwt.retriever.class sasl.oauthbearer.jwt.validator.class sasl.oauthbearer.scope
		sasl.oauthbearer.scope.claim.name sasl.oauthbearer.sub.claim.name sasl.oauthbearer.token.endpoint.url`)
}
