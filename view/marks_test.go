package view

import (
	"maps"
	"testing"

	"github.com/kscope/kscope/schema"
)

func TestMarks(t *testing.T) {
	before := `{ "type": "data", "name": "Hut", "validVersions": "0-1", "flexibleVersions": "1+", "fields": [
	  { "name": "Roof", "type": "string", "versions": "0+", "nullableVersions": "1+" },
	  { "name": "Doors", "type": "int8", "versions": "0" },
	  { "name": "Walls", "type": "[]Wall", "versions": "0+", "fields": [
	    { "name": "Colour", "type": "string", "versions": "1+" } ] },
	  { "name": "Stove", "type": "int32", "versions": "0+", "taggedVersions": "1+", "tag": 0 } ] }`
	m, err := schema.Parse("hut.json", []byte(before))
	if err != nil {
		t.Fatal(err)
	}
	got := Marks(schema.Compare(m, 0, m, 1), 1)
	want := map[string]string{"": "v1: flexible", "Roof": "v1: may be null", "Walls.Colour": "new in v1", "Stove": "v1: tag 0, was untagged"}
	if !maps.Equal(got, want) {
		t.Errorf("marks %q, want %q", got, want)
	}
}

func TestDifference(t *testing.T) {
	for _, c := range []struct {
		schema.Difference
		want string
	}{
		{schema.Difference{Kind: schema.Added, To: "int8"}, "new, int8"},
		{schema.Difference{Kind: schema.Removed, From: "int8"}, "gone, was int8"},
		{schema.Difference{Kind: schema.Moved, From: "before Roof", To: "after it"}, "moved, was before Roof"},
		{schema.Difference{Kind: schema.Retyped, From: "int16", To: "int32"}, "int32, was int16"},
		{schema.Difference{Kind: schema.Nullability, From: "true", To: "false"}, "no longer null"},
		{schema.Difference{Kind: schema.FieldRenamed, From: "Top", To: "Roof"}, "was called Top"},
		{schema.Difference{Kind: schema.DefaultValue, From: "", To: "-1"}, "default -1, was none"},
		{schema.Difference{Kind: schema.Ignorability, From: "false", To: "true"}, "ignorable"},
	} {
		if got := Difference(c.Difference); got != c.want {
			t.Errorf("%s: %q, want %q", c.Difference, got, c.want)
		}
	}
}
