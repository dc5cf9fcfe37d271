package conform

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/kscope/kscope/message"
	"github.com/kscope/kscope/schema"
)

const kip511 = "KIP-511"

func versionChecks() []Check {
	return []Check{
		{ID: "versions.offer", Title: "the node says what it offers", Level: Must,
			Reason: "clients send nothing else before they know", Source: "KIP-35", run: offers},
		{ID: "versions.every", Title: "each version of ApiVersions that is offered gets the same offer", Level: Must,
			Reason: "a client decides by it what it may send", Source: "KIP-35", APIs: []string{apiVersions}, run: everyVersion},
		{ID: "versions.self", Title: "ApiVersions is in its own list, from version 0 on", Level: Must,
			Reason: "clients look there for the version to ask next", Source: "KIP-35", APIs: []string{apiVersions}, run: selfListed},
		{ID: "versions.ranges", Title: "each range begins at 0 or above and does not end before it begins", Level: Must,
			Reason: "a range that holds no version makes the API unusable", Source: "KIP-35", APIs: []string{apiVersions}, run: ranges},
		{ID: "versions.unique", Title: "no API is listed twice", Level: Must,
			Reason: "clients keep one range for each key, and which of the two is chance",
			Source: "org.apache.kafka.common.protocol ApiVersionsResponse", APIs: []string{apiVersions}, run: unique},
		{ID: "versions.known", Title: "ranges lie within what Kafka has defined", Level: Should,
			Reason: "a version that Kafka has yet to define will mean something else", Source: guide + ", API keys",
			APIs: []string{apiVersions}, run: known},
		{ID: "versions.fallback", Title: "a version that is too new gets UNSUPPORTED_VERSION in a version 0 body", Level: Must,
			Reason: "a client that is newer than the node can read nothing else", Source: kip511,
			APIs: []string{apiVersions}, run: fallback},
		{ID: "versions.fallback-range", Title: "the answer to a version that is too new tells the range of ApiVersions", Level: Should,
			Reason: "else the client has to go on with version 0, and tells the node nothing of itself", Source: kip511,
			APIs: []string{apiVersions}, run: fallbackRange},
		{ID: "versions.header", Title: "answers have response header version 0 in flexible versions too", Level: Must,
			Reason: "a client must read the answer before it knows which version it is in", Source: kip511,
			APIs: []string{apiVersions + "@3"}, run: oldHeader},
		{ID: "versions.again", Title: "ApiVersions may be asked again on a connection", Level: Must,
			Reason: "clients do so to fall back, and after they have authenticated", Source: kip511, run: again},
		{ID: "versions.software-name", Title: "a client software name that is none is refused with INVALID_REQUEST", Level: Should,
			Reason: "names become names of metrics, where other letters do harm", Source: kip511,
			APIs: []string{apiVersions + "@3"}, run: softwareField("clientSoftwareName")},
		{ID: "versions.software-version", Title: "a client software version that is none is refused with INVALID_REQUEST", Level: Should,
			Reason: "versions become names of metrics, where other letters do harm", Source: kip511,
			APIs: []string{apiVersions + "@3"}, run: softwareField("clientSoftwareVersion")},
		{ID: "versions.features", Title: "features have names and ranges that hold a level, and none is finalized beyond what is supported", Level: Should,
			Reason: "clients and tools decide by features which protocols to use", Source: "KIP-584",
			APIs: []string{apiVersions + "@3"}, run: features},
	}
}

// offers tells what came of the question that a run begins with.
func offers(t *try) {
	t.wire = t.asked
	if t.offer == nil {
		t.fail("%s", t.silence)
	}
	t.saw("%d APIs", len(t.offer))
}

func everyVersion(t *try) {
	span := t.span(apiVersions)
	var first map[int16]schema.Versions
	for v := span.Lo; v <= span.Hi; v++ {
		r := t.askAt(apiVersions, v, software())
		r.fine("ErrorCode")
		offer := r.offer()
		if first == nil {
			first = offer
		}
		if t.going() && !maps.Equal(first, offer) {
			t.fail("version %d offers something else than version %d: %s", v, span.Lo, t.different(first, offer))
		}
	}
	t.saw("versions %s, %d APIs", span, len(first))
}

// different names an API on which two offers do not agree.
func (n *node) different(a, b map[int16]schema.Versions) string {
	for _, m := range []map[int16]schema.Versions{a, b} {
		for _, key := range slices.Sorted(maps.Keys(m)) {
			if a[key] != b[key] {
				return n.apiName(key)
			}
		}
	}
	return "nothing"
}

// apiName is the name of an API, or its key.
func (n *node) apiName(key int16) string {
	if api, err := n.codec.Catalog.API(int(key)); err == nil {
		return api.Name
	}
	return fmt.Sprintf("API %d", key)
}

// eachOffered goes through the list of the newest answer.
func (t *try) eachOffered(look func(r *reply, at string, key int16, v schema.Versions)) {
	r := t.ask(apiVersions, software())
	all := r.elements("ApiKeys")
	t.saw("%d APIs", len(all))
	for _, at := range all {
		key, versions := r.offeredAt(at)
		look(r, at, key, versions)
	}
}

func selfListed(t *try) {
	found := false
	t.eachOffered(func(r *reply, at string, key int16, v schema.Versions) {
		if t.apiName(key) != apiVersions {
			return
		}
		found = true
		r.is(at+"MinVersion", 0)
		r.least(at+"MaxVersion", int64(r.spec.Version))
		t.saw("versions %s", v)
	})
	if !found {
		t.fail("expected %s in the list, found that it is not", apiVersions)
	}
}

func ranges(t *try) {
	t.eachOffered(func(r *reply, at string, key int16, v schema.Versions) {
		r.least(at+"MinVersion", 0)
		r.least(at+"MaxVersion", int64(v.Lo))
	})
}

func unique(t *try) {
	seen := map[int16]bool{}
	t.eachOffered(func(r *reply, at string, key int16, v schema.Versions) {
		if seen[key] {
			r.wrong(at+"ApiKey", "a key that has not come before", t.apiName(key)+" again")
		}
		seen[key] = true
	})
}

// vendorKeys is where keys begin that Kafka leaves to others.
const vendorKeys = 500

func known(t *try) {
	t.eachOffered(func(r *reply, at string, key int16, v schema.Versions) {
		api, err := t.codec.Catalog.API(int(key))
		switch {
		case err != nil && key >= vendorKeys:
		case err != nil:
			r.wrong(at+"ApiKey", "the key of an API", fmt.Sprint(key))
		case v.Hi > api.Request.Versions().Hi:
			r.wrong(at+"MaxVersion", fmt.Sprintf("a version of %s up to %d", api.Name, api.Request.Versions().Hi), fmt.Sprint(v.Hi))
		}
	})
}

// tooNew asks in a version that nobody has, with the header that the newest one
// has, and reads the answer in version 0.
func (t *try) tooNew() *reply {
	l := t.dial()
	frame := l.hello()
	message.EditHead(frame, message.Frame, func(h *message.RequestHead) { h.Version = math.MaxInt16 })
	l.send(frame)
	r := l.take()
	if t.going() {
		r.read(0)
	}
	r.code("ErrorCode", "UNSUPPORTED_VERSION")
	return r
}

func fallback(t *try) { t.tooNew() }

func fallbackRange(t *try) {
	r := t.tooNew()
	want := t.span(apiVersions)
	got, ok := r.offer()[18] // which is the key of ApiVersions in every version
	if t.going() && (!ok || got != want) {
		r.wrong("ApiKeys", fmt.Sprintf("ApiVersions with versions %s", want), fmt.Sprintf("versions %s", got))
	}
	t.saw("versions %s", got)
}

// oldHeader tells the two headers apart by the byte behind the correlation id:
// version 1 has a count of tags there, version 0 the first byte of an error code.
// Both are 0 as a rule, so that what counts is which of the two ends with the frame.
func oldHeader(t *try) {
	l := t.dial()
	l.send(l.hello())
	r := l.take()
	if !t.going() {
		return
	}
	spec, _ := r.x.spec(t.codec, schema.Response)
	switch {
	case damageFrom(spec, r.x.Answer, bodyAt) == nil:
		t.saw("version %d, header version 0", spec.Version)
	case damageFrom(spec, r.x.Answer, taggedBodyAt) == nil:
		t.fail("%s: expected response header version 0, found version 1", spec)
	default:
		r.read(spec.Version)
	}
}

func again(t *try) {
	for range 3 {
		t.ask(apiVersions, software()).fine("ErrorCode")
	}
}

// softwareField makes a check that a field of ApiVersions 3 and newer takes names
// alone: letters, digits, and dots and dashes between them.
func softwareField(field string) func(*try) {
	return func(t *try) {
		for _, name := range []string{"", "-kscope", "kscope.", "k scope", "kscope\n", "κ"} {
			body := software()
			body[field] = name
			r := t.ask(apiVersions, body)
			r.code("ErrorCode", "INVALID_REQUEST")
		}
		body := software()
		body[field] = "a"
		t.ask(apiVersions, body).fine("ErrorCode")
		body[field] = "kscope-1.0.x"
		t.ask(apiVersions, body).fine("ErrorCode")
		t.saw("6 refused, 2 taken")
	}
}

func features(t *try) {
	r := t.ask(apiVersions, software())
	supported := map[string]schema.Versions{}
	for _, at := range r.elementsAny("SupportedFeatures") {
		name := r.text(at + "Name")
		if name == "" {
			r.wrong(at+"Name", "the name of a feature", `""`)
		}
		lo := r.least(at+"MinVersion", 0)
		supported[name] = schema.Versions{Lo: int16(lo), Hi: int16(r.least(at+"MaxVersion", lo))}
	}
	finalized := r.elementsAny("FinalizedFeatures")
	for _, at := range finalized {
		name := r.text(at + "Name")
		most := supported[name].Hi
		if level := r.least(at+"MaxVersionLevel", r.int(at+"MinVersionLevel")); level > int64(most) {
			r.wrong(at+"MaxVersionLevel", fmt.Sprintf("a level of %s up to %d", name, most), fmt.Sprint(level))
		}
	}
	if len(finalized) > 0 {
		r.least("FinalizedFeaturesEpoch", 0)
	}
	t.saw("%d supported, %d finalized", len(supported), len(finalized))
}
