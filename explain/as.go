package explain

import (
	"errors"
	"fmt"
	"strings"

	"github.com/kscope/kscope/catalog"
	"github.com/kscope/kscope/internal/near"
	"github.com/kscope/kscope/message"
)

// unitWords are the words for units, with the words that mean the same. The
// value or key of a record is a message with its prefix: a payload.
var unitWords = map[string]message.Unit{
	"frame": message.Frame, "payload": message.Payload, "body": message.Body, "value": message.Payload, "key": message.Payload,
	"records": Records, "batch": Batch, "record": Record,
}

// ParseAs reads what bytes are to be read as: a unit, a primitive, a message
// or API (by name or key), or UNIT:MESSAGE; @VERSION is optional. Case does not
// matter. A name that is not known is an error with suggestions, as is a
// version that the message lacks. Empty text leaves all open.
func (x *Explainer) ParseAs(s string) (As, error) {
	var as As
	text := strings.TrimSpace(s)
	if text == "" {
		return as, nil
	}
	if head, rest, ok := strings.Cut(text, ":"); ok {
		unit, known := unitWords[strings.ToLower(head)]
		if !known || unit == Records || unit == Batch || unit == Record {
			return As{}, fmt.Errorf("unit %q is not one of %s%s", head, strings.Join(message.Units(), ", "), near.Hint(near.Some(head, message.Units(), 1)...))
		}
		as.Unit, text = string(unit), rest
	} else if done, err := parseWord(text); done.Unit != "" || err != nil {
		return done, err
	}
	name, version, err := message.SplitVersion(text)
	if err != nil {
		return As{}, err
	}
	if version >= 0 {
		as.Version, as.HasVersion = int16(version), true
	}
	if as.Message, err = x.messageName(name); err != nil {
		return As{}, err
	}
	if _, err = x.specs(as); err != nil {
		return As{}, err
	}
	return as, nil
}

// parseWord reads a unit or primitive without a message; neither is the zero As.
func parseWord(word string) (As, error) {
	lower := strings.ToLower(word)
	if u, ok := unitWords[lower]; ok {
		if u == message.Body || u == message.Payload && lower != "payload" {
			return As{}, fmt.Errorf("%s needs a message: %s:MetadataRequest@12", lower, lower)
		}
		return As{Unit: string(u)}, nil
	}
	if _, ok := primitive(lower); ok {
		return As{Unit: lower}, nil
	}
	return As{}, nil
}

// messageName finds a message, or an API by name or key, and gives its name as
// the catalog spells it.
func (x *Explainer) messageName(name string) (string, error) {
	entries, err := x.codec.Entries(name)
	switch {
	case err == nil && len(entries) == 1:
		return entries[0].Name, nil
	case err == nil:
		return entries[0].APIName(), nil
	}
	var unknown *catalog.UnknownMessageError
	if errors.As(err, &unknown) && unknown.Release == "" && len(unknown.Suggestions) == 0 {
		err = fmt.Errorf("%w%s", err, near.Hint(near.Some(name, Words(), 3)...))
	}
	return "", err
}

// Words lists what ParseAs takes besides messages and APIs: primitives, and
// units, of which those that end in a colon want a message behind them.
func Words() []string {
	var words []string
	for _, u := range message.Units() {
		words = append(words, u+":")
	}
	for _, u := range []message.Unit{message.Frame, message.Payload, Records, Batch, Record} {
		words = append(words, string(u))
	}
	for _, p := range primitives {
		words = append(words, p.name)
	}
	return words
}

// Complete gives what ParseAs takes and begins with what a user has typed.
func (x *Explainer) Complete(typed string) []string {
	unit, name, ok := strings.Cut(typed, ":")
	if !ok {
		return append(near.Beginning(typed, Words()), x.codec.Complete(typed)...)
	}
	var words []string
	for _, w := range x.codec.Complete(name) {
		words = append(words, unit+":"+w)
	}
	return words
}

// specs gives the message versions that as names; without a version, the
// default ones.
func (x *Explainer) specs(as As) ([]*message.Spec, error) {
	entries, err := x.codec.Entries(as.Message)
	if err != nil {
		return nil, err
	}
	var found []*message.Spec
	for _, e := range entries {
		v := as.Version
		if !as.HasVersion {
			v = x.codec.Catalog.DefaultVersion(e, x.codec.Release)
		}
		s, specErr := x.codec.Spec(e.Name, v)
		if specErr != nil {
			err = specErr
			continue
		}
		found = append(found, s)
	}
	if len(found) == 0 {
		return nil, err
	}
	return found, nil
}

// everySpec lists all versions of all messages that the codec's release has,
// or that any release has.
func (x *Explainer) everySpec() []*message.Spec {
	var all []*message.Spec
	seen := map[string]bool{}
	for _, e := range x.codec.Catalog.Messages() {
		if seen[e.Name] {
			continue
		}
		seen[e.Name] = true
		all = append(all, x.versions(e)...)
	}
	return all
}

// versions lists the versions of one message, the oldest first.
func (x *Explainer) versions(e catalog.Entry) []*message.Spec {
	var all []*message.Spec
	for v := e.Versions().Lo; v <= e.Versions().Hi; v++ {
		if s, err := x.codec.Spec(e.Name, v); err == nil {
			all = append(all, s)
		}
	}
	return all
}
