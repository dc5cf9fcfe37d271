package mock

import (
	"maps"
	"regexp"
	"slices"

	"github.com/kscope/kscope/schema"
)

// apiVersions is the API that every connection begins with.
const apiVersions = 18

// unknownVersions reads what nodes read of an ApiVersions request in a version
// that they do not know; the answer is in version 0 (KIP-511).
func (s *Server) unknownVersions(r *Request) (err error) {
	r.Body = Body{}
	if r.Spec, err = s.codec.APISpec(apiVersions, 0, schema.Request); err != nil {
		return err
	}
	r.Response, err = s.codec.APISpec(apiVersions, 0, schema.Response)
	return err
}

// software is what names and versions of clients may be (KIP-511).
var software = regexp.MustCompile(`^[a-zA-Z0-9](?:[a-zA-Z0-9.-]*[a-zA-Z0-9])?$`)

// named reports whether a field, if the version has it, is a name of software.
func named(b Body, key string) bool {
	name, has := b[key].(string)
	return !has || software.MatchString(name)
}

// apiVersions is the answer to an ApiVersions request, in any version.
func (o Offer) apiVersions(r *Request) Body {
	if !named(r.Body, "clientSoftwareName") || !named(r.Body, "clientSoftwareVersion") {
		return Body{"errorCode": "INVALID_REQUEST"}
	}
	var keys []any
	for _, key := range slices.Sorted(maps.Keys(o)) {
		keys = append(keys, Body{"apiKey": key, "minVersion": o[key].Lo, "maxVersion": o[key].Hi})
	}
	b := Body{"apiKeys": keys}
	if r.Version != r.Response.Version { // see unknownVersions
		b["errorCode"] = "UNSUPPORTED_VERSION"
	}
	return b
}
