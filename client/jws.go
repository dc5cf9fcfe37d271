package client

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"
)

// Unsecured tokens are those that Kafka makes and believes where nobody names a
// login callback handler: claims without a signature (RFC 7515, appendix A.5).
// They are for tests.

// unsecured makes tokens from the options of a login module, as Kafka's
// OAuthBearerUnsecuredLoginCallbackHandler does.
func unsecured(options map[string]string) (TokenSource, error) {
	claims := map[string]any{}
	for name, value := range options {
		if key, ok := strings.CutPrefix(name, "unsecuredLoginStringClaim_"); ok {
			claims[key] = value
		}
		if key, ok := strings.CutPrefix(name, "unsecuredLoginNumberClaim_"); ok {
			n, err := strconv.ParseFloat(value, 64)
			if err != nil {
				return nil, fmt.Errorf("option %s is no number", name)
			}
			claims[key] = n
		}
		if key, ok := strings.CutPrefix(name, "unsecuredLoginListClaim_"); ok && value != "" {
			claims[key] = strings.Split(value[1:], value[:1]) // the first letter says what parts them
		}
	}
	principal := "sub"
	if name := options["unsecuredLoginPrincipalClaimName"]; name != "" {
		principal = name
	}
	if _, ok := claims[principal]; !ok {
		return nil, fmt.Errorf("option unsecuredLoginStringClaim_%s, which says who connects, is missing", principal)
	}
	life := time.Hour
	if text := options["unsecuredLoginLifetimeSeconds"]; text != "" {
		n, err := strconv.ParseUint(text, 10, 31)
		if err != nil {
			return nil, errors.New("option unsecuredLoginLifetimeSeconds is no number of seconds")
		}
		life = time.Duration(n) * time.Second
	}
	return func(context.Context) (Secret, error) {
		now, claims := time.Now(), maps.Clone(claims)
		claims["iat"], claims["exp"] = now.Unix(), now.Add(life).Unix()
		text, err := json.Marshal(claims)
		encode := base64.RawURLEncoding.EncodeToString
		return Hide(encode([]byte(`{"alg":"none"}`)) + "." + encode(text) + "."), err
	}, nil
}
