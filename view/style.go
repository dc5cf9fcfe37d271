package view

import (
	"strings"

	"github.com/kscope/kscope/layout"
)

// style is how a piece of text looks. Every layer has one; its number is the
// layer's, so that the table below is the only place that knows colours.
type style uint8

const (
	stylePlain style = iota + style(layout.Body) + 1
	styleError
	styleFaint
	styleHead
)

// look is one style in every form of output.
type look struct {
	class string // of HTML
	sgr   string // parameters of the ANSI escape sequence; "" leaves text as it is
	light string // CSS colour on a light ground
	dark  string // CSS colour on a dark ground
}

// Terminals don't tell whether their ground is dark or light. The colours are
// therefore of middle brightness (relative luminance 0.15 to 0.22), where black
// and white both stand off by a contrast of about 4 or more, and they are numbers of
// the fixed 256-colour cube: the first 16 colours are every theme's own, and
// many themes make its yellow or blue unreadable. The CSS colours keep the hue
// and go to the AA contrast of 4.5 on each ground.
var looks = [...]look{
	layout.NoLayer:  {"k-undecoded", "38;5;131", "#9a3f3f", "#e08a8a"},
	layout.Frame:    {"k-frame", "38;5;243", "#5f6670", "#9aa4b2"},
	layout.Header:   {"k-header", "38;5;31", "#00698c", "#4fb8e0"},
	layout.Request:  {"k-request", "38;5;28", "#0b6b1e", "#5fc46f"},
	layout.Batch:    {"k-batch", "38;5;130", "#8f4a00", "#e6a04d"},
	layout.Record:   {"k-record", "38;5;163", "#b0008f", "#f07ad8"},
	layout.Response: {"k-response", "38;5;27", "#1f4fd8", "#7ea6ff"},
	layout.TagLayer: {"k-tags", "38;5;98", "#6a3fc0", "#b79aff"},
	layout.Body:     {"k-body", "38;5;29", "#00684a", "#4cc9a0"},
	stylePlain:      {"k-plain", "", "#1c2128", "#e6e9ee"},
	styleError:      {"k-error", "1;38;5;196", "#c01010", "#ff7b72"},
	styleFaint:      {"k-faint", "38;5;243", "#5f6670", "#9aa4b2"},
	styleHead:       {"k-head", "1", "#1c2128", "#e6e9ee"},
}

// Grounds that the CSS colours are made for.
const (
	lightGround = "#ffffff"
	darkGround  = "#14171c"
)

// leafStyle is the style of bytes of a layer.
func leafStyle(l layout.Layer) style {
	if l > layout.Body {
		return stylePlain
	}
	return style(l)
}

// nameStyle is the style of the name of a thing: containers that hold several
// layers have none of their own.
func nameStyle(l layout.Layer, container bool) style {
	if l == layout.NoLayer && container {
		return stylePlain
	}
	return leafStyle(l)
}

// Style is the CSS for what HTML and Page.HTML write, on light and on dark
// grounds. The ground follows the reader's setting; an element around with
// data-theme "light" or "dark" decides otherwise.
func Style() string {
	var b strings.Builder
	b.WriteString(cssFrame)
	rules := func(scope, ground string, color func(look) string) {
		b.WriteString(scope + " .kscope{background:" + ground + ";color:" + color(looks[stylePlain]) + "}\n")
		for _, l := range looks {
			b.WriteString(scope + " ." + l.class + "{color:" + color(l) + "}\n")
		}
	}
	light := func(l look) string { return l.light }
	dark := func(l look) string { return l.dark }
	rules(":root", lightGround, light)
	b.WriteString("@media (prefers-color-scheme:dark){\n")
	rules(":root", darkGround, dark)
	b.WriteString("}\n")
	rules(`[data-theme="light"]`, lightGround, light)
	rules(`[data-theme="dark"]`, darkGround, dark)
	return b.String()
}

const cssFrame = `.kscope{padding:1rem;overflow-x:auto;line-height:1.4}
.kscope pre{margin:.5rem 0;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875rem}
.kscope .k-facts{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1.5rem}
.kscope .k-facts dd{margin:0}
.kscope .k-legend span{margin-right:1rem}
.kscope .k-error{font-weight:bold}
.kscope [data-off]:hover{text-decoration:underline}
`
