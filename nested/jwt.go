package nested

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"
)

// claims are what a token says that is no secret.
type claims struct {
	Subject string  `json:"sub"`
	Expires float64 `json:"exp"` // seconds since 1970
}

// subject says for whom a bearer token is, and until when, if it is a JSON web
// token (RFC 7519): three parts in base64 with dots between them, of which only
// the last makes it valid.
func subject(token []byte) string {
	parts := bytes.Split(token, []byte("."))
	if len(parts) != 3 {
		return ""
	}
	text, err := base64.RawURLEncoding.AppendDecode(nil, bytes.TrimRight(parts[1], "="))
	var c claims
	if err != nil || json.Unmarshal(text, &c) != nil || c.Subject == "" {
		return ""
	}
	who := fmt.Sprintf("subject %q", c.Subject)
	if c.Expires > 0 && c.Expires < 1<<40 {
		who += ", valid until " + time.Unix(int64(c.Expires), 0).UTC().Format(time.RFC3339)
	}
	return who
}
