package view

import (
	"fmt"
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
	cue   string // CSS that tells a layer apart without its colour; "" for none
}

// Terminals don't tell whether their ground is dark or light. The colours are
// therefore of middle brightness (relative luminance 0.15 to 0.22), where black
// and white both stand off by a contrast of about 4 or more, and they are numbers of
// the fixed 256-colour cube: the first 16 colours are every theme's own, and
// many themes make its yellow or blue unreadable. The CSS colours keep the hue
// and go to the AA contrast of 4.5 on each ground. Cues stand below the text:
// a line above it would seem to belong to the text above.
var looks = [...]look{
	layout.NoLayer:  {"k-undecoded", "38;5;131", "#953a3a", "#eba0a0", "text-decoration:underline wavy"},
	layout.Frame:    {"k-frame", "38;5;243", "#555c66", "#a9b2bf", "font-style:italic;text-decoration:underline dotted"},
	layout.Header:   {"k-header", "38;5;31", "#005f80", "#5cc0e6", "font-style:italic"},
	layout.Request:  {"k-request", "38;5;28", "#0a611b", "#6fcf7e", ""},
	layout.Batch:    {"k-batch", "38;5;130", "#844400", "#eaab5f", "text-decoration:underline double"},
	layout.Record:   {"k-record", "38;5;163", "#a10083", "#f28cdd", "text-decoration:underline dashed"},
	layout.Response: {"k-response", "38;5;27", "#1c48c8", "#8fb2ff", "font-weight:650"},
	layout.TagLayer: {"k-tags", "38;5;98", "#623ab4", "#c0a6ff", "text-decoration:underline solid"},
	layout.Body:     {"k-body", "38;5;29", "#005f43", "#5fd0aa", "text-decoration:underline dotted"},
	stylePlain:      {"k-plain", "", "#1c2128", "#e6e9ee", ""},
	styleError:      {"k-error", "1;38;5;196", "#b40e0e", "#ff938b", ""},
	styleFaint:      {"k-faint", "38;5;243", "#555c66", "#a9b2bf", ""},
	styleHead:       {"k-head", "1", "#1c2128", "#e6e9ee", ""},
}

// ground is what text stands on.
type ground struct{ name, light, dark string }

// grounds are what the CSS colours are made for: pages, panels on them, and
// the marks that a script sets on bytes and lines.
var grounds = [...]ground{
	{"ground", "#ffffff", "#14171c"},
	{"panel", "#f6f8fa", "#1a1e24"},
	{"wash", "#eaf1fb", "#1e2733"}, // what is around
	{"lit", "#fdf0c3", "#35301a"},  // what is pointed at
	{"pin", "#ffe28f", "#403812"},  // what was chosen
	{"new", "#dff3e2", "#17301d"},  // what has changed or was added
	{"gone", "#fbe3e1", "#3a1f20"}, // what was removed
}

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
// data-theme "light" or "dark" decides otherwise; paper is white. Its colours
// are variables for other rules too: --k-ground and the other grounds (panel,
// wash, lit, pin, new, gone), --k-line for borders, --k-link, and one for each
// layer and style, such as --k-request, --k-plain and --k-faint.
func Style() string {
	var b strings.Builder
	light := colors("light", func(light, _ string) string { return light })
	dark := colors("dark", func(_, dark string) string { return dark })
	fmt.Fprintf(&b, ":root{%s}\n", light)
	fmt.Fprintf(&b, "@media (prefers-color-scheme:dark){:root{%s}}\n", dark)
	fmt.Fprintf(&b, "[data-theme=light]{%s}\n[data-theme=dark]{%s}\n", light, dark)
	b.WriteString(cssFrame + compareCSS)
	for _, l := range looks {
		fmt.Fprintf(&b, ".%[1]s{color:var(--%[1]s);%s}\n", l.class, l.cue)
	}
	fmt.Fprintf(&b, "@media print{:root,[data-theme]{%s}.kscope pre{white-space:pre-wrap}}\n", paper())
	return b.String()
}

// colors are the variables of one colour scheme.
func colors(scheme string, of func(light, dark string) string) string {
	vars := "color-scheme:" + scheme
	for _, g := range grounds {
		vars += ";--k-" + g.name + ":" + of(g.light, g.dark)
	}
	for _, l := range looks {
		vars += ";--" + l.class + ":" + of(l.light, l.dark)
	}
	return vars + ";--k-line:" + of("#d5dae1", "#333a44") + ";--k-link:" + of("#0b57b0", "#7db4ff")
}

// paper is black ink on white: layers are told apart by their cues.
func paper() string {
	vars := "color-scheme:light;--k-line:#999;--k-link:#000"
	for _, g := range grounds {
		vars += ";--k-" + g.name + ":#fff"
	}
	for _, l := range looks {
		vars += ";--" + l.class + ":#000"
	}
	return vars
}

const cssFrame = `.kscope{background:var(--k-ground);color:var(--k-plain);line-height:1.4}
.kscope pre{margin:.5rem 0;overflow-x:auto;font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.875rem}
.kscope .k-facts{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1.5rem}
.kscope .k-facts dd{margin:0}
.kscope .k-legend b{margin-right:1rem}
:where(.kscope) b{font-weight:normal}
.kscope b,.kscope .k-grid span{text-decoration-thickness:1px;text-decoration-color:color-mix(in srgb,currentColor 50%,transparent);text-underline-offset:.22em}
:where(.kscope) i{font-style:normal;color:var(--k-faint)}
.kscope .k-error{font-weight:bold}
.kscope [data-off]:hover,.kscope .wash{background:var(--k-wash)}
.kscope .lit{background:var(--k-lit)}
.kscope .pin,.kscope :target{background:var(--k-pin)}
.kscope .flash{background:var(--k-new)}
[data-mark]::after{content:attr(data-mark);margin-left:1ch;padding:0 .6ch;border:1px solid;border-radius:1em;color:var(--k-record);font-size:.8em}
`
