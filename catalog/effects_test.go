package catalog

import (
	"maps"
	"strings"
	"testing"
)

// TestEffects holds that every API of every release has its row, and that rows
// speak of what there is.
func TestEffects(t *testing.T) {
	c := Builtin()
	rows := maps.Clone(c.effects().rules)
	for _, api := range c.APIs() {
		rules := rows[api.Name]
		if len(rules) == 0 {
			t.Errorf("%s has no row", api.Name)
			continue
		}
		for i, r := range rules {
			if (i == len(rules)-1) != (len(r.When) == 0) {
				t.Errorf("%s: the last row alone has no condition", api.Name)
			}
			if (r.Effect == Reads) != (r.Text == "") {
				t.Errorf("%s %s: %q", api.Name, r.Effect, r.Text)
			}
			for _, w := range r.When {
				if !hasField(t, c, api, w.Path) {
					t.Errorf("%s has no field %s", api.Request.Name, w.Path)
				}
			}
		}
		delete(rows, api.Name)
	}
	for name := range rows {
		t.Errorf("%s is no API, or has a newer name", name)
	}
}

// TestPresets holds that presets are for fields that there are.
func TestPresets(t *testing.T) {
	c := Builtin()
	for message, presets := range c.presets() {
		for _, p := range presets {
			api, err := c.APIByName(strings.TrimSuffix(message, "Request"), "")
			if err != nil || !hasField(t, c, api, p.Field) || p.Why == "" {
				t.Errorf("%s.%s: %v", message, p.Field, err)
			}
		}
	}
	if got := c.Presets("MetadataRequest"); len(got) != 1 || got[0].JSON != "false" {
		t.Errorf("%+v", got)
	}
}

// hasField looks in all editions, because fields go.
func hasField(t *testing.T, c *Catalog, api API, path string) bool {
	t.Helper()
	all, err := c.Editions(api.Request.Name)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		if fieldAt(e.Schema, path) != nil {
			return true
		}
	}
	return false
}

// TestEffectsThatWrite goes by names alone: what is called so cannot but
// write, and what only describes cannot.
func TestEffectsThatWrite(t *testing.T) {
	c := Builtin()
	writing := []string{"Alter", "Create", "Delete", "Add", "Remove", "Update", "Begin", "End", "Vote", "Write", "Init",
		"Unregister", "Join", "Leave", "Sync", "Produce", "Elect", "Renew", "Expire", "Assign", "Allocate"}
	for _, api := range c.APIs() {
		got := c.Effect(api.Name)
		for _, w := range writing {
			if strings.HasPrefix(api.Name, w) && got != Writes {
				t.Errorf("%s %s", api.Name, got)
			}
		}
		for _, w := range []string{"Describe", "List"} {
			if strings.HasPrefix(api.Name, w) && got != Reads {
				t.Errorf("%s %s", api.Name, got)
			}
		}
	}
	for name, want := range map[string]Effect{"Fetch": Writes, "AlterIsr": Writes, "ApiVersions": Reads, "SaslHandshake": State, "Nonsense": Writes} {
		if got := c.Effect(name); got != want {
			t.Errorf("%s %s, not %s", name, got, want)
		}
	}
}

func TestEffectConditions(t *testing.T) {
	rules := Builtin().Effects("Metadata")
	if w := rules[1].When; len(rules) != 3 || len(w) != 1 || w[0].Open || w[0].Value != "false" {
		t.Errorf("%+v", rules)
	}
	if w := Builtin().Silent("Produce"); len(w) != 1 || w[0].Path != "Acks" || len(Builtin().Silent("Fetch")) > 0 {
		t.Errorf("%+v", w)
	}
	if w := Builtin().Effects("1")[0].When; len(w) != 2 || !w[0].Open || w[1].Path != "ReplicaState.ReplicaId" {
		t.Errorf("%+v", w)
	}
}
