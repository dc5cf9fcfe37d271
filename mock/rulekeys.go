package mock

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/kscope/kscope/internal/near"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/schema"
)

// parseRule reads one rule; files that it names lie in dir.
func parseRule(raw []byte, dir string) (r Rule, err error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(raw, &members); err != nil || members == nil {
		return r, errors.New("expected a rule, which is a JSON object")
	}
	all := keys(dir)
	for name, value := range members {
		i := slices.IndexFunc(all, func(k key) bool { return k.name == name })
		if i < 0 {
			var known []string
			for _, k := range all {
				known = append(known, k.name)
			}
			return r, fmt.Errorf("rules have no key %q%s", name, near.Hint(near.Some(name, known, 1)...))
		}
		if err := all[i].set(&r, value); err != nil {
			return r, fmt.Errorf("%s: %w", name, err)
		}
	}
	return r, nil
}

// key is one key of a rule in a file.
type key struct {
	name string
	set  func(*Rule, json.RawMessage) error
}

// keys lists the keys, in the order of the fields of Rule.
func keys(dir string) []key {
	return []key{
		{"api", func(r *Rule, v json.RawMessage) (err error) { r.API, err = word(v); return err }},
		{"versions", func(r *Rule, v json.RawMessage) (err error) { r.Versions, err = versions(v); return err }},
		{"clientId", func(r *Rule, v json.RawMessage) error { return into(v, "text", &r.ClientID) }},
		{"request", func(r *Rule, v json.RawMessage) error { return into(v, "an object", &r.Request) }},
		{"nth", func(r *Rule, v json.RawMessage) error { return ordinal(v, &r.Nth) }},
		{"times", func(r *Rule, v json.RawMessage) error { return ordinal(v, &r.Times) }},
		{"every", func(r *Rule, v json.RawMessage) error { return ordinal(v, &r.Every) }},
		{"answer", func(r *Rule, v json.RawMessage) error { return into(v, "text", &r.Answer) }},
		{"body", func(r *Rule, v json.RawMessage) (err error) { r.Body, err = body(v, dir); return err }},
		{"set", func(r *Rule, v json.RawMessage) error { return into(v, "an object of paths and values", &r.Set) }},
		{"error", func(r *Rule, v json.RawMessage) (err error) { r.Error, err = word(v); return err }},
		{"version", func(r *Rule, v json.RawMessage) error { return into(v, "a version", &r.Version) }},
		{"headerVersion", func(r *Rule, v json.RawMessage) error { return into(v, "0 or 1", &r.HeaderVersion) }},
		{"headerTags", func(r *Rule, v json.RawMessage) (err error) { r.HeaderTags, err = tags(v); return err }},
		{"correlationId", func(r *Rule, v json.RawMessage) error { return into(v, "a number of 32 bits", &r.CorrelationID) }},
		{"size", func(r *Rule, v json.RawMessage) error { return into(v, "a number of 32 bits", &r.Size) }},
		{"sizeDelta", func(r *Rule, v json.RawMessage) error { return into(v, "a number of 32 bits", &r.SizeDelta) }},
		{"truncate", func(r *Rule, v json.RawMessage) error { return into(v, "a number of bytes", &r.Truncate) }},
		{"trailing", func(r *Rule, v json.RawMessage) (err error) { r.Trailing, err = hexBytes(v); return err }},
		{"flip", func(r *Rule, v json.RawMessage) error { return into(v, "a number of bits", &r.Flip) }},
		{"seed", func(r *Rule, v json.RawMessage) error { return into(v, "a number", &r.Seed) }},
		{"raw", func(r *Rule, v json.RawMessage) (err error) { r.Raw, err = hexBytes(v); return err }},
		{"delay", func(r *Rule, v json.RawMessage) (err error) { r.Delay, err = duration(v); return err }},
		{"silence", func(r *Rule, v json.RawMessage) error { return into(v, "true or false", &r.Silence) }},
		{"disconnect", func(r *Rule, v json.RawMessage) (err error) { r.Disconnect, err = word(v); return err }},
		{"split", func(r *Rule, v json.RawMessage) error { return into(v, "a number of bytes", &r.Split) }},
		{"pause", func(r *Rule, v json.RawMessage) (err error) { r.Pause, err = duration(v); return err }},
		{"repeat", func(r *Rule, v json.RawMessage) error { return into(v, "a number", &r.Repeat) }},
		{"swap", func(r *Rule, v json.RawMessage) error { return into(v, "true or false", &r.Swap) }},
	}
}

func into(v json.RawMessage, want string, to any) error {
	d := json.NewDecoder(bytes.NewReader(v))
	d.UseNumber()
	if err := d.Decode(to); err != nil || string(v) == "null" {
		return fmt.Errorf("expected %s, found %s", want, v)
	}
	return nil
}

// ordinal reads a number that counts from 1 on: in a Rule, 0 is one that is not
// given.
func ordinal(v json.RawMessage, to *int) error {
	if err := into(v, "a number", to); err != nil {
		return err
	}
	if *to == 0 {
		return errors.New("expected a number from 1 on, found 0")
	}
	return nil
}

// body reads an object, or the one in the file that "@FILE" names.
func body(v json.RawMessage, dir string) (b Body, err error) {
	const want = `an object, or "@FILE" with one in it`
	if v[0] != '"' {
		err = into(v, want, &b)
		return b, err
	}
	var text string
	if err := into(v, want, &text); err != nil {
		return nil, err
	}
	name, ok := strings.CutPrefix(text, "@")
	if !ok {
		return nil, fmt.Errorf("expected %s, found %s", want, v)
	}
	if !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(content))
	d.UseNumber()
	if err := d.Decode(&b); err != nil {
		return nil, misplaced(name, content, 0, err)
	}
	return b, nil
}

// word reads text, or a number as its text.
func word(v json.RawMessage) (s string, err error) {
	if v[0] != '"' {
		var n json.Number
		err = into(v, "text or a number", &n)
		return n.String(), err
	}
	err = into(v, "text or a number", &s)
	return s, err
}

func versions(v json.RawMessage) (*schema.Versions, error) {
	text, err := word(v)
	if err != nil {
		return nil, err
	}
	got, err := schema.ParseVersions(text)
	return &got, err
}

func duration(v json.RawMessage) (time.Duration, error) {
	var text string
	if err := into(v, `a duration such as "250ms"`, &text); err != nil {
		return 0, err
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		return 0, fmt.Errorf(`expected a duration such as "250ms", found %q`, text)
	}
	return d, nil
}

func hexBytes(v json.RawMessage) ([]byte, error) {
	var text string
	if err := into(v, "hex digits, in quotes", &text); err != nil {
		return nil, err
	}
	b, err := hex.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		return nil, fmt.Errorf("expected hex digits, found %q: %w", text, err)
	}
	return b, nil
}

func tags(v json.RawMessage) (all []layout.ExtraTag, err error) {
	var list []struct {
		Tag  *uint32
		Data string
	}
	const want = `tagged fields such as [{"tag":7,"data":"AQI="}]`
	if err := into(v, want, &list); err != nil {
		return nil, err
	}
	for _, t := range list {
		data, err := base64.StdEncoding.DecodeString(t.Data)
		if err != nil || t.Tag == nil {
			return nil, fmt.Errorf("expected %s, found %s", want, v)
		}
		all = append(all, layout.ExtraTag{Tag: *t.Tag, Data: data})
	}
	return all, nil
}
