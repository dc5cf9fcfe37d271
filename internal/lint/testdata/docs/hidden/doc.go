// Package hidden has nothing that an Example could show.
package hidden

func hidden() {}
