// Package sample makes instances of messages from their layouts alone.
//
// # Terminology
//
// The smallest instance has zero in all numbers, empty strings and bytes (not
// null), one element in each array, one empty batch in each records field, and
// no tagged fields. The full instance has everything: every tagged field, two
// elements in each array, and values that tell their fields apart. A random
// instance has edge values, nulls, long and empty arrays, text of many scripts
// and unknown tagged fields, as its seed decides.
//
// Edges hold in every field what codecs get wrong: the lowest numbers, the
// highest with lengths that need one byte more, and null everywhere.
//
// All of them are layout.Sources: what writes them is layout.Append.
//
// # Guarantees
//
// An instance depends on the layout, the kind and the seed only, and is
// canonical. Random instances stay below about 100 KB.
package sample
