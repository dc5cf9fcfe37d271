package site

import (
	"encoding/base64"
	"strconv"

	"github.com/kscope/kscope/jsonform"
	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/record"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
)

// Containers are shown whole, as instances of a small schema.

// exhibit is an instance of a schema: its fields, and a value of them.
type exhibit struct {
	title    string
	schema   string // the fields, in Kafka's JSON
	flexible string // versions
	json     string
}

// exhibits are those of the type with the given name.
func exhibits(name string) []exhibit {
	all, none := "0+", "none"
	const (
		ids    = `{"name":"Ids","type":"[]int32","versions":"0+","nullableVersions":"0+","about":"Numbers."}`
		names  = `{"name":"Names","type":"[]string","versions":"0+","about":"Texts."}`
		pair   = `{"name":"A","type":"int8","versions":"0+"},{"name":"B","type":"int8","versions":"0+"}`
		nested = `{"name":"Inner","type":"Inner","versions":"0+","nullableVersions":"0+","fields":[` + pair + `]}`
		tagged = `{"name":"A","type":"int8","versions":"0+"},` +
			`{"name":"Known","type":"int32","versions":"0+","taggedVersions":"0+","tag":0,"default":"-1","about":"A tagged field that the schema knows."}`
		batches = `{"name":"Records","type":"records","versions":"0+","nullableVersions":"0+","about":"Batches."}`
	)
	arrays := func(flexible string) []exhibit {
		return []exhibit{
			{"two numbers", ids, flexible, `{"ids":[1,300]}`},
			{"two texts", names, flexible, `{"names":["a",""]}`},
			{"empty", ids, flexible, `{"ids":[]}`},
			{"null", ids, flexible, `{"ids":null}`},
		}
	}
	empty := base64.StdEncoding.EncodeToString(record.AppendEmpty(nil))
	records := func(flexible string) []exhibit {
		return []exhibit{
			{"one empty batch", batches, flexible, `{"records":` + strconv.Quote(empty) + `}`},
			{"null", batches, flexible, `{"records":null}`},
		}
	}
	text := func(flexible, nullable, json string) []exhibit {
		field := `{"name":"Name","type":"string","versions":"0+","nullableVersions":"` + nullable + `","about":"A text."}`
		return []exhibit{{"in a message", field, flexible, `{"name":` + json + `}`}}
	}
	binary := func(flexible, nullable, json string) []exhibit {
		field := `{"name":"Data","type":"bytes","versions":"0+","nullableVersions":"` + nullable + `","about":"Bytes."}`
		return []exhibit{{"in a message", field, flexible, `{"data":` + json + `}`}}
	}
	switch name {
	case "string":
		return text(none, none, `"kafka"`)
	case "nullable_string":
		return text(none, all, `null`)
	case "compact_string":
		return text(all, none, `"kafka"`)
	case "compact_nullable_string":
		return text(all, all, `null`)
	case "bytes":
		return binary(none, none, `"AAH/"`)
	case "compact_bytes":
		return binary(all, none, `"AAH/"`)
	case "array":
		return arrays(none)
	case "compact_array":
		return arrays(all)
	case "records":
		return records(none)
	case "compact_records":
		return records(all)
	case "struct":
		return []exhibit{
			{"not flexible: the fields alone", pair, none, `{"a":1,"b":2}`},
			{"flexible: a count of tagged fields at the end", pair, all, `{"a":1,"b":2}`},
			{"a nullable struct that is there", nested, all, `{"inner":{"a":1,"b":2}}`},
			{"a nullable struct that is null", nested, all, `{"inner":null}`},
		}
	case "tagged_fields":
		return []exhibit{
			{"none: the known field has its default, so it is left out", tagged, all, `{"a":1,"known":-1}`},
			{"one that the schema knows", tagged, all, `{"a":1,"known":300}`},
			{"one that only the writer knows", tagged, all, `{"a":1,"_taggedFields":[{"tag":7,"data":"AQID"}]}`},
		}
	}
	return nil
}

// write compiles the schema and gives the layout and the bytes.
func (x exhibit) write(l *record.Layouts) (*layout.Layout, []byte, error) {
	m, err := schema.Parse("example", []byte(`{"type":"data","name":"Example","validVersions":"0","flexibleVersions":"`+x.flexible+
		`","fields":[`+x.schema+`]}`))
	if err != nil {
		return nil, nil, err
	}
	body, err := layout.Compile(m, 0)
	if err != nil {
		return nil, nil, err
	}
	body.Info[0].About = ""
	b, err := jsonform.Encode(nil, body, []byte(x.json), l)
	return body, b, err
}

func (s *Site) shown(t encoding) ([]shownInstance, error) {
	var all []shownInstance
	for i, x := range exhibits(t.name) {
		body, b, err := x.write(s.codec.Records)
		if err != nil {
			return nil, err
		}
		read := &tape.Tape{Nester: s.codec.Records}
		read.Decode(body, b)
		html, err := fragment(read, nil, t.name+"-"+strconv.Itoa(i+1))
		if err != nil {
			return nil, err
		}
		all = append(all, shownInstance{x.title, html})
	}
	return all, nil
}
