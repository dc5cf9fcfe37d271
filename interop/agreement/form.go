package agreement

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/kscope/kscope/interop/oracle"
)

// tagsKey is the member of our JSON form that holds unknown tagged fields.
const tagsKey = "_taggedFields"

// Join puts the unknown tagged fields of v where our JSON form has them. JSON
// without any is returned as it is, so that its order of members stays.
func Join(v oracle.Value) ([]byte, error) {
	if len(v.Unknown) == 0 {
		return v.JSON, nil
	}
	tree, err := parse(v.JSON)
	if err != nil {
		return nil, err
	}
	for _, tag := range v.Unknown {
		owner, ok := find(tree, tag.Path).(map[string]any)
		if !ok {
			return nil, fmt.Errorf("no object at %q", tag.Path)
		}
		list, _ := owner[tagsKey].([]any)
		owner[tagsKey] = append(list, map[string]any{
			"tag": tag.Tag, "data": base64.StdEncoding.EncodeToString(tag.Data),
		})
	}
	return json.Marshal(tree)
}

// Split is the opposite of Join: it takes the unknown tagged fields out of JSON
// in our form.
func Split(ours []byte) (oracle.Value, error) {
	if !bytes.Contains(ours, []byte(tagsKey)) {
		return oracle.Value{JSON: ours}, nil
	}
	tree, err := parse(ours)
	if err != nil {
		return oracle.Value{}, err
	}
	var v oracle.Value
	if err := take(tree, "", &v.Unknown); err != nil {
		return v, err
	}
	v.JSON, err = json.Marshal(tree)
	return v, err
}

// take moves all _taggedFields below node to out.
func take(node any, path string, out *[]oracle.UnknownTag) error {
	switch n := node.(type) {
	case map[string]any:
		list, _ := n[tagsKey].([]any)
		for _, e := range list {
			tag, err := unknownTag(e, path)
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			*out = append(*out, tag)
		}
		delete(n, tagsKey)
		for _, key := range slices.Sorted(maps.Keys(n)) {
			if err := take(n[key], strings.TrimPrefix(path+"."+key, "."), out); err != nil {
				return err
			}
		}
	case []any:
		for i, e := range n {
			if err := take(e, fmt.Sprintf("%s[%d]", path, i), out); err != nil {
				return err
			}
		}
	}
	return nil
}

func unknownTag(e any, path string) (oracle.UnknownTag, error) {
	var t struct {
		Tag  uint32
		Data []byte
	}
	text, err := json.Marshal(e)
	if err == nil {
		err = json.Unmarshal(text, &t)
	}
	return oracle.UnknownTag{Path: path, Tag: t.Tag, Data: t.Data}, err
}

// find follows a path such as topics[0].partitions[3] from the root.
func find(node any, path string) any {
	for path != "" {
		end := strings.IndexAny(path[1:], ".[") + 1
		if end == 0 {
			end = len(path)
		}
		step := strings.TrimPrefix(path[:end], ".")
		path = path[end:]
		if index, ok := strings.CutPrefix(step, "["); ok {
			i, err := strconv.Atoi(strings.TrimSuffix(index, "]"))
			list, _ := node.([]any)
			if err != nil || i >= len(list) {
				return nil
			}
			node = list[i]
			continue
		}
		object, _ := node.(map[string]any)
		node = object[step]
	}
	return node
}

// Compare says where two JSON texts differ first, "" if they have the same
// members and values. Integers are compared as they are written, all digits of
// them; numbers with a point or an exponent as floats of 64 bits.
func Compare(a, b []byte) (string, error) {
	x, err := parse(a)
	if err != nil {
		return "", err
	}
	y, err := parse(b)
	if err != nil {
		return "", err
	}
	return compare(x, y, ""), nil
}

func compare(a, b any, path string) string {
	switch x := a.(type) {
	case map[string]any:
		if y, ok := b.(map[string]any); ok {
			return compareObjects(x, y, path)
		}
	case []any:
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			break
		}
		for i := range x {
			if d := compare(x[i], y[i], fmt.Sprintf("%s[%d]", path, i)); d != "" {
				return d
			}
		}
		return ""
	case json.Number:
		if y, ok := b.(json.Number); ok && sameNumber(x.String(), y.String()) {
			return ""
		}
	default:
		if a == b {
			return ""
		}
	}
	return fmt.Sprintf("%s: %s or %s", path, short(a), short(b))
}

func compareObjects(x, y map[string]any, path string) string {
	for _, key := range slices.Sorted(maps.Keys(x)) {
		other, ok := y[key]
		if !ok {
			return fmt.Sprintf("%s.%s: %s or nothing", path, key, short(x[key]))
		}
		if d := compare(x[key], other, path+"."+key); d != "" {
			return d
		}
	}
	for _, key := range slices.Sorted(maps.Keys(y)) {
		if _, ok := x[key]; !ok {
			return fmt.Sprintf("%s.%s: nothing or %s", path, key, short(y[key]))
		}
	}
	return ""
}

func sameNumber(a, b string) bool {
	if !strings.ContainsAny(a, ".eE") || !strings.ContainsAny(b, ".eE") {
		return a == b
	}
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	return errX == nil && errY == nil && x == y
}

func short(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	if len(text) > 80 {
		return string(text[:80]) + "..."
	}
	return string(text)
}

// parse reads JSON without losing digits.
func parse(text []byte) (any, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var tree any
	if err := d.Decode(&tree); err != nil {
		return nil, fmt.Errorf("%w in %s", err, text)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("more than one value in %s", text)
	}
	return tree, nil
}
