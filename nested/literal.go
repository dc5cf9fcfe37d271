package nested

import (
	"encoding/binary"
	"fmt"

	"github.com/kscope/kscope/layout"
	"github.com/kscope/kscope/tape"
)

// What formats that only code describes are put together from, and how their
// version is found.

// number is a field of a fixed size.
func number(name string, kind layout.Kind, about string) layout.Part {
	types := map[layout.Kind]string{layout.Int8: "int8", layout.Int16: "int16", layout.Uint16: "uint16", layout.Int32: "int32", layout.Int64: "int64", layout.UUID: "uuid"}
	return layout.Part{Name: name, Type: types[kind], Kind: kind, About: about}
}

// list is an array of structs.
func list(name, elem, about string, parts ...layout.Part) layout.Part {
	return layout.Part{Name: name, Type: "[]" + elem, Kind: layout.Array, About: about, Parts: []layout.Part{
		{Name: elem, Type: elem, Kind: layout.Struct, Parts: parts},
	}}
}

// runShort runs the layout of the int16 version that the bytes begin with.
func runShort(t *tape.Tape, what string, versions []*layout.Layout) error {
	b := t.Upcoming()
	if len(b) < 2 {
		return tooShort(what, 2, len(b))
	}
	return runVersion(t, what, int64(int16(binary.BigEndian.Uint16(b))), versions)
}

// runLong is runShort for an int32 version.
func runLong(t *tape.Tape, what string, versions []*layout.Layout) error {
	b := t.Upcoming()
	if len(b) < 4 {
		return tooShort(what, 4, len(b))
	}
	return runVersion(t, what, int64(int32(binary.BigEndian.Uint32(b))), versions)
}

// runVersion runs the layout of a version; versions without one are nil.
func runVersion(t *tape.Tape, what string, v int64, versions []*layout.Layout) error {
	if v < 0 || v >= int64(len(versions)) || versions[v] == nil {
		return fmt.Errorf("version %d of %s is not known", v, what)
	}
	t.Run(versions[v])
	return nil
}
