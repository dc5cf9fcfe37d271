package layout

import (
	"fmt"
	"strconv"

	"github.com/kscope/kscope/schema"
	"github.com/kscope/kscope/wire"
)

// Default is the value that a field has when none is given. The zero Default
// is zero, empty or false, and for a struct the one of all defaults.
type Default struct {
	Null  bool
	Int   int64 // integers and bool
	Float float64
	Text  string // strings as they are, uuids as 16 bytes
}

// DefaultOf reads a field's default by the rules of Kafka's generator: a
// records field is null by default, whatever its schema says, and arrays,
// bytes and structs know only "null" and empty.
func DefaultOf(f *schema.Field, v int16) (Default, error) {
	if !f.HasDefault || f.Default == "" {
		return Default{Null: f.Type.Elem == "records" && !f.Type.Array && f.Nullable.Has(v)}, nil
	}
	bad := func() (Default, error) {
		return Default{}, fmt.Errorf("default %q does not fit type %s", f.Default, f.Type)
	}
	if f.Default == "null" {
		return Default{Null: true}, nil
	}
	if f.Type.Array || f.Type.IsStruct() {
		return bad()
	}
	switch f.Type.Elem {
	case "string":
		return Default{Text: f.Default}, nil
	case "bool":
		b, err := strconv.ParseBool(f.Default)
		if err != nil {
			return bad()
		}
		if b {
			return Default{Int: 1}, nil
		}
		return Default{}, nil
	case "float64":
		x, err := strconv.ParseFloat(f.Default, 64)
		if err != nil {
			return bad()
		}
		return Default{Float: x}, nil
	case "uuid":
		id, err := wire.ParseUUID(f.Default)
		if err != nil {
			return bad()
		}
		return Default{Text: string(id[:])}, nil
	}
	n, err := schema.ParseInt(f.Type.Elem, f.Default)
	if err != nil {
		return bad()
	}
	return Default{Int: n}, nil
}
