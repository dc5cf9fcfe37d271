package engine

import (
	"context"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"
)

// Names of the files that a program is built with.
const (
	moduleName  = "playground.wasm.zst"
	supportName = "wasm_exec.js"
)

// Pack compiles the engine and writes into dir what a program with the build
// tag engine has inside. The module is in zstd there, which takes a quarter less
// than gzip.
func Pack(ctx context.Context, dir string) error {
	p, err := compile(ctx)
	if err != nil {
		return err
	}
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, moduleName), w.EncodeAll(p.module, nil), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, supportName), p.support, 0o644)
}

// unpack is the reverse of what Pack does to a module.
func unpack(module []byte) ([]byte, error) {
	r, err := zstd.NewReader(nil)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.DecodeAll(module, nil)
}
