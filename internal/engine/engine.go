package engine

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed" // loader.js
	"encoding/base64"
	"encoding/json"
	"fmt"
)

//go:embed loader.js
var loader []byte

// parts is what a script is made of.
type parts struct {
	module  []byte // WebAssembly
	support []byte // Go's script that runs it
}

// Script gives the script: from the parts that this program has inside, else
// from a module compiled now. say is told before that, because it may take a
// while.
func Script(ctx context.Context, say func(string)) ([]byte, error) {
	p, ok, err := inside()
	if err != nil {
		return nil, fmt.Errorf("the playground's engine: %w", err)
	}
	if !ok {
		say("compiling the playground's engine (go build ./cmd/playground); make build makes a kscope that has it inside")
		if p, err = compile(ctx); err != nil {
			return nil, fmt.Errorf("the playground's engine: %w", err)
		}
	}
	return p.script()
}

// script joins the parts: a call of the loader with Go's script and the module
// as texts.
func (p parts) script() ([]byte, error) {
	support, err := json.Marshal(string(p.support))
	if err != nil {
		return nil, err
	}
	module, err := compressed(p.module)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.Grow(len(loader) + len(support) + base64.StdEncoding.EncodedLen(len(module)) + 100)
	out.Write(bytes.TrimRight(loader, ";\n"))
	out.WriteString("(")
	out.Write(support)
	out.WriteString(`,"`)
	out.WriteString(base64.StdEncoding.EncodeToString(module))
	out.WriteString("\");\n")
	return out.Bytes(), nil
}

// compressed is what browsers can inflate: they know gzip and nothing better.
func compressed(b []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(b); err != nil {
		return nil, err
	}
	err = w.Close()
	return out.Bytes(), err
}
