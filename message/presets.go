package message

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/layout"
)

// AddPresets adds to a body in JSON the catalog's presets for the fields that it
// leaves out and the version has. It also says which those are. What is no JSON
// object stays as it is, for Encode to refuse.
func (c *Codec) AddPresets(s *Spec, text []byte) ([]byte, []catalog.Preset) {
	given := map[string]json.RawMessage{}
	if json.Unmarshal(text, &given) != nil {
		return text, nil
	}
	if _, ok := given["_raw"]; ok {
		return text, nil
	}
	var added []catalog.Preset
	// At the end, so that places in errors stay right.
	body, _ := bytes.CutSuffix(bytes.TrimSpace(text), []byte("}"))
	body = bytes.Clone(body)
	for _, p := range c.Catalog.Presets(s.Name) {
		key := layout.Key(p.Field)
		if _, ok := s.Body.Find(0, p.Field); !ok || given[key] != nil {
			continue
		}
		if len(given)+len(added) > 0 {
			body = append(body, ',')
		}
		body = fmt.Appendf(body, "%q:%s", key, p.JSON)
		added = append(added, p)
	}
	if len(added) == 0 {
		return text, nil
	}
	return append(body, '}'), added
}
