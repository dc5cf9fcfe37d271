package view

import "github.com/kscope/kscope/layout"

// Tone is how words look that stand around views.
type Tone uint8

// The tones.
const (
	Good    Tone = iota // what is as it should be
	Bad                 // what is not
	Aside               // what is said by the way
	Heading             // what stands above others
)

// Paint gives text in a tone, by escape sequences for terminals; as it is where
// there are to be no colours.
func (o Options) Paint(t Tone, text string) string {
	if !o.Color || text == "" {
		return text
	}
	s := stylePlain
	switch t {
	case Good:
		s = style(layout.Request)
	case Bad:
		s = styleError
	case Aside:
		s = styleFaint
	case Heading:
		s = styleHead
	}
	return "\x1b[" + looks[s].sgr + "m" + text + "\x1b[0m"
}
