package logs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"github.com/kscope/kscope/interop/jars"
	"github.com/kscope/kscope/interop/oracle"
)

// Size bounds a large segment; the first bound that is reached ends it. Zero is
// no bound.
type Size struct {
	Records int
	Bytes   int64 // of the file
}

// Small is 1 MB.
func Small() Size { return Size{Bytes: 1 << 20} }

// Middle is 400,000 records, which is 54 MB when nothing is compressed.
func Middle() Size { return Size{Records: 400_000} }

// Big is 256 MB.
func Big() Size { return Size{Bytes: 256 << 20} }

// largeRelease writes the large segments; magic 2 is the same in all releases.
const largeRelease = "4.4.0"

// Large returns the path of a segment of magic 2 with one partition's records
// from offset 0 on, from the cache or written by Kafka's MemoryRecordsBuilder:
// about a second for 50 MB. codec is none, gzip, snappy, lz4 or zstd. The file is called as
// a broker would call it, so that Kafka's tools take it.
func Large(ctx context.Context, codec string, size Size) (path string, err error) {
	if size.Records <= 0 && size.Bytes <= 0 {
		return "", errors.New("a large segment without any bound")
	}
	cache, err := jars.CacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "logs", fmt.Sprintf("large-%s-%d-%d-%s", codec, size.Records, size.Bytes, oracle.SegmentKey()))
	path = filepath.Join(dir, "00000000000000000000.log")
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	lock := flock.New(dir + ".lock")
	if _, err := lock.TryLockContext(ctx, 100*time.Millisecond); err != nil {
		return "", fmt.Errorf("lock %s: %w", lock.Path(), err)
	}
	defer func() { _ = lock.Unlock() }()
	if _, err := os.Stat(path); err == nil { // made while we waited
		return path, nil
	}
	return path, writeLarge(ctx, path, codec, size)
}

func writeLarge(ctx context.Context, path, codec string, size Size) error {
	o, err := oracle.StartWarm(ctx, largeRelease)
	if err != nil {
		return err
	}
	defer o.Close()
	if size.Records <= 0 {
		size.Records = math.MaxInt32
	}
	if size.Bytes <= 0 {
		size.Bytes = math.MaxInt64
	}
	tmp := path + ".part"
	if _, _, err := o.Segment(ctx, tmp, codec, size.Records, size.Bytes); err != nil {
		return err
	}
	return os.Rename(tmp, path)
}
