package agreement_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/interop/oracle"
	"github.com/kscope/kscope/schema"
)

// unconverted are messages of Kafka 2.8 that have classes but no JSON converters,
// so that nothing there can be asked about them. Their layouts of 2.8 are held
// through those of the release beside them, from which they differ in a default
// at most.
var unconverted = map[string]catalog.Release{
	"GroupMetadataKey": "3.9", "GroupMetadataValue": "3.9", "OffsetCommitKey": "3.9", "OffsetCommitValue": "3.9",
	"TransactionLogKey": "4.4", "TransactionLogValue": "4.4",
}

// TestCatalogHasTheMessages compares what the catalog says a release has with
// the classes that the release has.
func TestCatalogHasTheMessages(t *testing.T) {
	eachRelease(t, func(b *trial) {
		var kafka, ours []string
		for _, m := range b.list {
			kafka = append(kafka, fmt.Sprintf("%s %s key %d versions %d-%d", m.Name, m.Type, m.APIKey, m.Lowest, m.Highest))
		}
		for _, e := range b.codec.Catalog.Messages() {
			s, ok := e.At(b.codec.Release)
			if r := unconverted[e.Name]; ok && r != "" && b.codec.Release == "2.8" {
				b.sameLayoutAs(r, e)
				continue
			}
			if ok {
				ours = append(ours, fmt.Sprintf("%s %s key %d versions %d-%d", e.Name, e.Type, e.Key, s.Versions.Lo, s.Versions.Hi))
			}
		}
		b.same("messages", ours, kafka)
	})
}

// sameLayoutAs fails unless another release has the same layouts, defaults
// aside, in all versions of this one.
func (b *trial) sameLayoutAs(r catalog.Release, e catalog.Entry) {
	b.Helper()
	here, _ := e.At(b.codec.Release)
	for v := here.Versions.Lo; v <= here.Versions.Hi; v++ {
		m, _, err := b.codec.Catalog.Schema(e.Name, v, b.codec.Release)
		if err != nil {
			b.Fatal(err)
		}
		other, _, err := b.codec.Catalog.Schema(e.Name, v, r)
		if err != nil {
			b.Fatal(err)
		}
		for _, d := range schema.Compare(m, v, other, v) {
			if d.Kind != schema.DefaultValue && d.Kind != schema.Identity {
				b.Errorf("%s %d is not as in %s: %v", e.Name, v, r, d)
			}
		}
	}
}

// TestCatalogHasTheAPIs compares names, versions and headers with Kafka's
// ApiKeys, and the listeners as the newest release has them.
func TestCatalogHasTheAPIs(t *testing.T) {
	eachRelease(t, func(b *trial) {
		apis, err := b.oracle.APIKeys(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		headers := 0
		var kafka, ours []string
		for _, k := range apis {
			if k.Latest < k.Oldest {
				continue // a removed one, of which 4.x keeps the name
			}
			kafka = append(kafka, b.describeAPI(k.ID, k.Name, k.Oldest, k.Latest, k.Unstable, listeners(k)))
			headers += b.sameHeaders(k)
		}
		for _, a := range b.codec.Catalog.APIs() {
			api, err := b.codec.Catalog.APIByName(fmt.Sprint(a.Key), b.codec.Release)
			if err != nil {
				continue // not in this release
			}
			span, _ := api.Request.At(b.codec.Release)
			s, err := b.codec.Spec(api.Request.Name, span.Versions.Lo)
			if err != nil {
				b.Fatal(err)
			}
			ours = append(ours, b.describeAPI(a.Key, api.Request.APIName(), int(span.Versions.Lo), int(span.Versions.Hi), span.Unstable, s.Schema.Listeners))
		}
		b.same("APIs", ours, kafka)
		b.Logf("%d versions have Kafka's headers", headers)
	})
}

func (b *trial) newest() bool { return b.codec.Release == b.codec.Catalog.Latest() }

func (b *trial) describeAPI(key int, name string, lo, hi int, unstable bool, listeners []string) string {
	text := fmt.Sprintf("%d %s %d-%d unstable %v", key, name, lo, hi, unstable)
	if b.newest() {
		text += fmt.Sprint(" ", slices.Sorted(slices.Values(listeners)))
	}
	return text
}

// listeners are those of k, spelled as in schemas.
func listeners(k oracle.APIKey) []string {
	spelling := map[string]string{"BROKER": "broker", "CONTROLLER": "controller", "ZK_BROKER": "zkBroker"}
	var out []string
	for _, l := range k.Listeners {
		out = append(out, cmp.Or(spelling[l], l))
	}
	return out
}

func (b *trial) sameHeaders(k oracle.APIKey) int {
	for i := range k.RequestHeaders {
		v := int16(k.Oldest + i)
		request, response, err := b.codec.Catalog.HeaderVersions(k.ID, v)
		if err != nil || int(request) != k.RequestHeaders[i] || int(response) != k.ResponseHeaders[i] {
			b.Errorf("%s %d: headers %d and %d, Kafka has %d and %d; %v", k.Name, v, request, response, k.RequestHeaders[i], k.ResponseHeaders[i], err)
		}
		s, err := b.codec.APISpec(k.ID, v, schema.Request)
		if err != nil || s.HeaderVersion != k.RequestHeaders[i] {
			b.Errorf("%s %d: %v", k.Name, v, err)
		}
	}
	return len(k.RequestHeaders)
}

// TestCatalogHasTheErrors compares error codes: names for every release;
// whether to retry, and the exception, as the newest has them.
func TestCatalogHasTheErrors(t *testing.T) {
	eachRelease(t, func(b *trial) {
		codes, err := b.oracle.Errors(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		var kafka, ours []string
		for _, e := range codes {
			line := fmt.Sprintf("%d %s", e.Code, e.Name)
			if b.newest() {
				line += fmt.Sprintf(" %s %v", e.Exception, e.Retriable)
			}
			kafka = append(kafka, line)
		}
		for _, e := range b.codec.Catalog.Errors() {
			if b.codec.Release.Before(e.Since) {
				continue
			}
			line := fmt.Sprintf("%d %s", e.Code, nameThen(e, b.codec.Release))
			if b.newest() {
				line += fmt.Sprintf(" %s %v", e.Exception, e.Retriable)
			}
			ours = append(ours, line)
		}
		b.same("error codes", ours, kafka)
	})
}

// nameThen is the name that a code had in a release.
func nameThen(e catalog.ErrorCode, r catalog.Release) string {
	for _, f := range e.Former {
		if !f.Until.Before(r) {
			return f.Name
		}
	}
	return e.Name
}

// same compares two lists whatever their order.
func (b *trial) same(what string, ours, kafka []string) {
	b.Helper()
	for _, line := range ours {
		if !slices.Contains(kafka, line) {
			b.Errorf("only ours: %s", line)
		}
	}
	for _, line := range kafka {
		if !slices.Contains(ours, line) {
			b.Errorf("only Kafka's: %s", line)
		}
	}
	if len(ours) != len(kafka) || len(kafka) == 0 {
		b.Errorf("%d %s, Kafka has %d", len(ours), what, len(kafka))
	}
	b.Logf("%d %s are Kafka's", len(ours), what)
}
