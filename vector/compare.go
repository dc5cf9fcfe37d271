package vector

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// compare notes the first place where two JSON values differ. The order of
// members and the spelling of text and numbers do not count.
func (v *verifier) compare(key string, want, got []byte) {
	if bytes.Equal(want, got) {
		return
	}
	d := difference{}
	if d.values("", parseAny(want), parseAny(got)) {
		v.differ(key, d.path, d.want, d.got)
	}
}

func parseAny(text []byte) any {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return absent{}
	}
	return v
}

// absent stands for a value that is not there.
type absent struct{}

type difference struct{ path, want, got string }

// values reports whether want and got differ, and notes where.
func (d *difference) values(path string, want, got any) bool {
	switch w := want.(type) {
	case map[string]any:
		if g, ok := got.(map[string]any); ok {
			return d.objects(path, w, g)
		}
	case []any:
		if g, ok := got.([]any); ok {
			return d.arrays(path, w, g)
		}
	case json.Number:
		if g, ok := got.(json.Number); ok && sameNumber(string(w), string(g)) {
			return false
		}
	default:
		if want == got { // string, bool, nil, absent
			return false
		}
	}
	d.path, d.want, d.got = path, show(want), show(got)
	return true
}

func (d *difference) objects(path string, want, got map[string]any) bool {
	keys := slices.Collect(maps.Keys(want))
	for key := range got {
		if _, ok := want[key]; !ok {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		if d.values(strings.TrimPrefix(path+"."+key, "."), memberOf(want, key), memberOf(got, key)) {
			return true
		}
	}
	return false
}

func memberOf(object map[string]any, key string) any {
	if v, ok := object[key]; ok {
		return v
	}
	return absent{}
}

func (d *difference) arrays(path string, want, got []any) bool {
	for i := range min(len(want), len(got)) {
		if d.values(fmt.Sprintf("%s[%d]", path, i), want[i], got[i]) {
			return true
		}
	}
	if len(want) == len(got) {
		return false
	}
	d.path, d.want, d.got = path, fmt.Sprintf("%d elements", len(want)), fmt.Sprintf("%d", len(got))
	return true
}

// sameNumber compares integers by their digits, because float64 has too few for
// int64, and others by value.
func sameNumber(a, b string) bool {
	if a == b {
		return true
	}
	if !strings.ContainsAny(a+b, ".eE") {
		return false
	}
	x, errA := strconv.ParseFloat(a, 64)
	y, errB := strconv.ParseFloat(b, 64)
	return errA == nil && errB == nil && x == y
}

func show(v any) string {
	if _, ok := v.(absent); ok {
		return "nothing"
	}
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return shorten(text)
}
