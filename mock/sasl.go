package mock

import "slices"

// mechanisms are those of SASL that end with the client's first word.
var mechanisms = []any{"PLAIN", "OAUTHBEARER"}

func saslHandshake(r *Request) Body {
	// Version 0 is followed by tokens without headers, which are no requests.
	if r.Version > 0 && slices.Contains(mechanisms, any(r.Body.Text("mechanism"))) {
		return Body{"mechanisms": mechanisms}
	}
	return Body{"errorCode": "UNSUPPORTED_SASL_MECHANISM", "mechanisms": mechanisms}
}

// saslAuthenticate says yes to everybody.
func saslAuthenticate(*Request) Body { return Body{"authBytes": []byte{}} }
