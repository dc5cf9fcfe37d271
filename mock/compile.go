package mock

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/kscope/kscope/internal/near"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/schema"
)

// compile checks a rule. Its errors begin with the rule's place and the name
// that the wrong thing has in rule files.
func (s *Server) compile(r Rule) (*compiled, error) {
	out := &compiled{Rule: r, key: anyAPI, cut: never}
	k := compiler{Server: s, rule: out}
	for _, check := range []func() error{k.api, k.counts, k.source, k.errorName, k.version, k.bytes, k.disconnect, k.paths, k.names} {
		if err := check(); err != nil {
			if r.Place != "" {
				err = fmt.Errorf("%s: %w", r.Place, err)
			}
			return nil, err
		}
	}
	return out, nil
}

type compiler struct {
	*Server
	rule     *compiled
	versions schema.Versions // of the API, that the rule is for
}

func (k *compiler) api() error {
	r := k.rule
	if r.API == "" {
		return nil
	}
	api, err := k.codec.Catalog.APIByName(r.API, "")
	if err != nil {
		return fmt.Errorf("api: %w", err)
	}
	r.key = api.Key
	offered, ok := k.offer[int16(api.Key)]
	if !ok {
		return fmt.Errorf("api: %s is not on offer, so that the rule never fits", api.Name)
	}
	k.versions = offered
	if r.Versions != nil {
		if k.versions = r.Versions.Intersect(offered); k.versions.Empty() {
			return fmt.Errorf("versions: %s has %s on offer, not %s", api.Name, offered, r.Versions)
		}
	}
	return nil
}

func (k *compiler) counts() error {
	r := k.rule
	for name, n := range map[string]int{
		"nth": r.Nth, "times": r.Times, "every": r.Every, "truncate": r.Truncate, "flip": r.Flip,
		"split": r.Split, "repeat": r.Repeat, "delay": int(r.Delay), "pause": int(r.Pause),
	} {
		if n < 0 {
			return fmt.Errorf("%s: expected no negative number, found %d", name, n)
		}
	}
	return nil
}

func (k *compiler) source() error {
	r := k.rule
	switch {
	case r.Answer != "" && r.Body != nil:
		return errors.New("body: answer and body are two answers; give one")
	case r.Answer == "" || slices.Contains([]string{fromNode, fromMirror, fromDefaults}, r.Answer):
		return nil
	}
	if _, err := sample.Parse(r.Answer); err != nil {
		return fmt.Errorf("answer: expected one of %s, found %q%s", strings.Join(Sources(), ", "), r.Answer, near.Hint(near.Some(r.Answer, Sources(), 1)...))
	}
	return nil
}

func (k *compiler) errorName() error {
	r := k.rule
	if r.Error == "" {
		return nil
	}
	if n, err := strconv.ParseInt(r.Error, 10, 16); err == nil {
		r.code = int16(n)
		return nil
	}
	e, ok := k.codec.Catalog.ErrorByName(r.Error)
	if !ok {
		var all []string
		for _, e := range k.codec.Catalog.Errors() {
			all = append(all, e.Name)
		}
		return fmt.Errorf("error: expected the name or number of an error, found %q%s", r.Error, near.Hint(near.Some(r.Error, all, 1)...))
	}
	r.code = e.Code
	return nil
}

func (k *compiler) version() error {
	r := k.rule
	if v := r.HeaderVersion; v != nil && (*v < 0 || *v > 1) {
		return fmt.Errorf("headerVersion: expected 0 or 1, found %d", *v)
	}
	if r.Version == nil {
		return nil
	}
	if r.key == anyAPI {
		return errors.New("version: needs the api that it is a version of")
	}
	if _, err := k.all.APISpec(r.key, *r.Version, schema.Response); err != nil {
		return fmt.Errorf("version: %w", err)
	}
	return nil
}

func (k *compiler) bytes() error {
	r := k.rule
	if r.Raw != nil && (len(r.Trailing) > 0 || r.Truncate > 0 || r.Flip > 0 || r.Size != nil || r.SizeDelta != 0) {
		return errors.New("raw: is sent as it is; trailing, truncate, flip, size and sizeDelta are for frames")
	}
	return nil
}

func (k *compiler) disconnect() error {
	r := k.rule
	switch r.Disconnect {
	case "":
		return nil
	case "before":
		r.cut = 0
	case "after":
		r.cut = whole
	default:
		n, err := strconv.ParseUint(r.Disconnect, 10, 31)
		if err != nil {
			return fmt.Errorf("disconnect: expected before, after or a number of bytes, found %q", r.Disconnect)
		}
		r.cut = int(n)
	}
	return nil
}

func (k *compiler) paths() error {
	for _, path := range slices.Sorted(maps.Keys(k.rule.Set)) {
		steps, err := parsePath(path)
		if err != nil {
			return fmt.Errorf("set: %w", err)
		}
		k.rule.paths = append(k.rule.paths, setter{steps, k.rule.Set[path]})
	}
	return nil
}

// names checks that the fields that the rule names are there, in some version
// that it is for.
func (k *compiler) names() error {
	r := k.rule
	if r.key == anyAPI {
		return nil
	}
	request, err := k.known(schema.Request)
	if err != nil {
		return err
	}
	response, err := k.known(schema.Response)
	if err != nil {
		return err
	}
	if err := request.check(r.Request); err != nil {
		return fmt.Errorf("request: %w", err)
	}
	if err := response.check(r.Body); err != nil {
		return fmt.Errorf("body: %w", err)
	}
	for _, p := range r.paths {
		if err := response.path(p.steps, p.value); err != nil {
			return fmt.Errorf("set: %w", err)
		}
	}
	return nil
}

func (k *compiler) isError(name string) bool {
	_, ok := k.errorCode(name)
	return ok
}

// known gathers the fields of the versions that the rule is for.
func (k *compiler) known(t schema.Type) (*known, error) {
	out := &known{codes: k.isError}
	versions := []int16{k.versions.Hi, k.versions.Lo}
	if v := k.rule.Version; v != nil && t == schema.Response {
		versions = []int16{*v}
	}
	for _, v := range versions {
		s, err := k.codec.APISpec(k.rule.key, v, t)
		if err != nil {
			if s, err = k.all.APISpec(k.rule.key, v, t); err != nil {
				return nil, err
			}
		}
		out.name = s.Name
		out.in = append(out.in, scheme{s.Schema, s.Schema.Fields})
	}
	return out, nil
}
