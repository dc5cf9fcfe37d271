package layout

// Relation says that a value is to be read with another: the field called To
// of the innermost struct around it that has one.
type Relation struct {
	Kind RelationKind
	To   string
	As   string // what both together are: "offset"
}

// RelationKind says how two values are read together.
type RelationKind uint8

// The relations.
const (
	Unrelated  RelationKind = iota
	Delta                   // the value counts from that of To
	Countdown               // the value of the last element stands for that of To, those before it for less
	Overridden              // the value of To counts in its place
	Told                    // the value of To says what these bytes are
)
