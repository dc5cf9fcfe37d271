package schema

import (
	"encoding/base64"
	"fmt"
	"strconv"
)

// IsPrimitive reports whether a type name is one of Kafka's primitives.
func IsPrimitive(name string) bool {
	switch name {
	case "bool", "int8", "int16", "uint16", "int32", "uint32", "int64", "float64",
		"string", "bytes", "uuid", "records":
		return true
	}
	return false
}

// CanBeNull reports whether the wire has a null for the type: strings, bytes,
// records, arrays and structs do, numbers and uuids do not.
func (t FieldType) CanBeNull() bool {
	switch t.Elem {
	case "string", "bytes", "records":
		return true
	}
	return t.Array || t.IsStruct()
}

// ParseInt reads a default of the integer type named, in decimal or, after
// 0x, in hexadecimal. Empty text is 0, as Kafka has it. The error says which
// range the type has.
func ParseInt(typ, text string) (int64, error) {
	lo, hi, ok := intRange(typ)
	if !ok {
		return 0, fmt.Errorf("%s is no integer type", typ)
	}
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 0, 64)
	if err != nil || n < lo || n > hi {
		return 0, fmt.Errorf("%q is not an %s (%d to %d)", text, typ, lo, hi)
	}
	return n, nil
}

func intRange(typ string) (lo, hi int64, ok bool) {
	switch typ {
	case "int8", "int16", "int32", "int64":
		bits, _ := strconv.Atoi(typ[3:])
		return -1 << (bits - 1), 1<<(bits-1) - 1, true
	case "uint16":
		return 0, 1<<16 - 1, true
	case "uint32":
		return 0, 1<<32 - 1, true
	}
	return 0, 0, false
}

// checkDefault says whether the default can be read as a value of the type.
func checkDefault(f *Field) error {
	if !f.HasDefault || f.Default == "" || f.Default == "null" && f.Type.CanBeNull() {
		return nil
	}
	if f.Type.Array || f.Type.IsStruct() || f.Type.Elem == "bytes" || f.Type.Elem == "records" {
		return fmt.Errorf("has the default %q, but %s can have none but null", f.Default, f.Type)
	}
	var err error
	switch f.Type.Elem {
	case "string":
	case "bool":
		if f.Default != "true" && f.Default != "false" {
			err = fmt.Errorf("%q is neither true nor false", f.Default)
		}
	case "float64":
		_, err = strconv.ParseFloat(f.Default, 64)
	case "uuid":
		var raw []byte
		raw, err = base64.RawURLEncoding.DecodeString(f.Default)
		if err == nil && len(raw) != 16 {
			err = fmt.Errorf("a uuid has 16 bytes, not %d", len(raw))
		}
	default:
		_, err = ParseInt(f.Type.Elem, f.Default)
	}
	if err != nil {
		return fmt.Errorf("has a bad default: %w", err)
	}
	return nil
}
