package sample_test

import (
	"slices"
	"testing"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/sample"
	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/tape"
	"github.com/kscope/kscope/wire"
)

// A tag that another version of the struct knows is no unknown tag: Kafka's
// FetchRequestData 13, given tag 0 of version 17, says that it is not valid.
func TestUnknownTagsAreUnknownInAllVersions(t *testing.T) {
	of := func(v int16) *layout.Layout {
		m := &schema.Message{
			Name: "XRequest", Type: schema.Request, Valid: schema.Versions{Lo: 0, Hi: 2}, Flexible: schema.Versions{Lo: 0, Hi: 2},
			Fields: []*schema.Field{
				{Name: "Later", Type: schema.FieldType{Elem: "int8"}, Versions: schema.Versions{Lo: 2, Hi: 2}, Tagged: schema.Versions{Lo: 2, Hi: 2}, Tag: 300},
				{Name: "Plain", Type: schema.FieldType{Elem: "int8"}, Versions: schema.Versions{Lo: 0, Hi: 2}, Tagged: schema.Versions{Lo: 1, Hi: 2}, Tag: 310},
			},
		}
		l, err := layout.Compile(m, v)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	var tp tape.Tape
	unknown := 0
	for v := range int16(3) {
		l := of(v)
		for seed := range uint64(40) {
			b, err := l.Append(nil, sample.Source(sample.Random(seed)), nil)
			if err != nil {
				t.Fatal(err)
			}
			tp.Decode(l, b)
			tags := unknownTags(&tp)
			unknown += len(tags)
			if i := slices.IndexFunc(tags, func(tag uint32) bool { return tag <= 310 }); i >= 0 {
				t.Fatalf("version %d, seed %d: unknown tag %d", v, seed, tags[i])
			}
		}
	}
	if unknown == 0 {
		t.Error("no instance has unknown tags")
	}
}

func unknownTags(tp *tape.Tape) (tags []uint32) {
	for _, n := range tp.Nodes {
		if op, info := tp.Lookup(n.Op); op.Kind == layout.Tagged && info.Field == nil {
			tag, _ := wire.ReadUvarint(tp.Data, int(n.Off))
			tags = append(tags, tag)
		}
	}
	return tags
}
