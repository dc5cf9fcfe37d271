package conform

import "github.com/kscope/kscope/internal/prose"

const saslServer = "org.apache.kafka.common.security.authenticator.SaslServerAuthenticator"

// The checks of SASL need a connection that has it, and begin before that has
// told who connects.
func saslChecks() []Check {
	return []Check{
		{ID: "sasl.versions", Title: "ApiVersions is answered before anybody has authenticated", Level: Must,
			Reason: "clients learn by it how they may authenticate", Source: "KIP-152", APIs: []string{apiVersions}, run: saslVersions},
		{ID: "sasl.first", Title: "a request of somebody who has not authenticated ends the connection", Level: Must,
			Reason: "the port is closed to strangers for a reason", Source: saslServer, APIs: []string{"Metadata"}, run: saslFirst},
		{ID: "sasl.mechanism", Title: "a mechanism that the node lacks gets UNSUPPORTED_SASL_MECHANISM and those that it has", Level: Must,
			Reason: "it tells users what to set", Source: "KIP-43", APIs: []string{"SaslHandshake@1"}, run: saslMechanism},
	}
}

// stranger opens a connection without authenticating.
func (t *try) stranger() *line {
	if t.cfg.SASL == nil {
		t.skip("the connection has no SASL")
	}
	open := t.cfg
	open.SASL = nil
	return t.dialAs(open)
}

func saslVersions(t *try) {
	span := t.span(apiVersions)
	for v := span.Lo; v <= span.Hi; v++ {
		t.stranger().ask(apiVersions, v, software()).fine("ErrorCode") // Kafka takes one a connection
	}
	t.saw("versions %s", span)
}

func saslFirst(t *try) {
	l := t.stranger()
	l.send(l.frame("Metadata", t.newest("Metadata"), object{"topics": list{}}))
	l.closed()
}

func saslMechanism(t *try) {
	r := t.stranger().ask("SaslHandshake", t.newest("SaslHandshake"), object{"mechanism": "KSCOPE"})
	r.code("ErrorCode", "UNSUPPORTED_SASL_MECHANISM")
	n := r.count("Mechanisms")
	if n == 0 {
		r.wrong("Mechanisms", "those that the node has", "none")
	}
	t.saw("%s, %s", t.errorText("UNSUPPORTED_SASL_MECHANISM"), prose.Count(n, "mechanism"))
}
