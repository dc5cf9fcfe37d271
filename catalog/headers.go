package catalog

import (
	"strconv"
	"strings"

	"github.com/kscope/kscope/internal/facts"
	"github.com/kscope/kscope/schema"
)

// headerRule is a line of headers.txt.
type headerRule struct {
	typ      schema.Type
	key      string // API key or *
	version  string // version, flexible or *
	header   int16
	flexible bool
}

func readHeaderRules() []headerRule {
	var rules []headerRule
	must(facts.Lines("headers.txt", readData("headers.txt"), func(l facts.Line) error {
		parts := strings.Fields(l.Text)
		if len(parts) < 5 {
			return l.Errorf("expected type, key, version, header and source")
		}
		header, err := strconv.Atoi(parts[3])
		rules = append(rules, headerRule{
			schema.Type(parts[0]), parts[1], parts[2], int16(header), parts[2] == "flexible"})
		return err
	}))
	return rules
}

func (r headerRule) fits(typ schema.Type, key, version string, flexible bool) bool {
	return r.typ == typ && (r.key == "*" || r.key == key) &&
		(r.version == "*" || r.version == version || r.flexible && flexible)
}

// HeaderVersions gives the versions of RequestHeader and ResponseHeader that
// go with a version of an API. The numbers are Kafka's since 2.4, so look the
// headers up without a release. A version that no release has is judged by
// the newest schema, which says from where on versions are flexible. The
// error is an *UnknownMessageError.
func (c *Catalog) HeaderVersions(key int, version int16) (request, response int16, err error) {
	api, err := c.API(key)
	if err != nil {
		return 0, 0, err
	}
	name := api.Request.Name
	if name == "" {
		name = api.Response.Name
	}
	flexible := c.history(name).editions[0].Schema.Flexible.Has(version)
	k, v := strconv.Itoa(key), strconv.Itoa(int(version))
	for i := len(c.headers()) - 1; i >= 0; i-- {
		rule := c.headers()[i]
		if rule.fits(schema.Request, k, v, flexible) {
			request = rule.header
		}
		if rule.fits(schema.Response, k, v, flexible) {
			response = rule.header
		}
	}
	return request, response, nil
}
