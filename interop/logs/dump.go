package logs

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"time"

	"github.com/kscope/kscope/interop/internal/proc"
	"github.com/kscope/kscope/interop/jars"
)

// Dumper is Kafka's own reader of segments, DumpLogSegments, ready to run.
type Dumper struct {
	java string
	args []string
}

// NewDumper gets the tool's jars of a release from 4.0 on.
func NewDumper(ctx context.Context, release string) (*Dumper, error) {
	java, err := jars.Tool("java")
	if err != nil {
		return nil, err
	}
	set, err := jars.Fetch(ctx, "org.apache.kafka:kafka_2.13:"+release, "org.apache.kafka:kafka-tools:"+release)
	if err != nil {
		return nil, err
	}
	// Those of kafka-run-class.sh, without the shell that it costs.
	flags := []string{"-Xmx256M", "-server", "-XX:+UseG1GC", "-XX:MaxGCPauseMillis=20", "-XX:InitiatingHeapOccupancyPercent=35",
		"-XX:+ExplicitGCInvokesConcurrent", "-Djava.awt.headless=true", "-cp", set.Classpath, "org.apache.kafka.tools.DumpLogSegments"}
	return &Dumper{java: java, args: flags}, nil
}

// Dump runs the tool on a file, writes what it prints to out, and returns how
// long that took from the start of the process to its end. options are such as
// "--deep-iteration" and "--print-data-log".
func (d *Dumper) Dump(ctx context.Context, out io.Writer, file string, options ...string) (time.Duration, error) {
	cmd := exec.Command(d.java, append(append(append([]string{}, d.args...), "--files", file), options...)...)
	failure := proc.NewTail(2 << 10)
	cmd.Stdout, cmd.Stderr = out, failure
	begin := time.Now()
	p, err := proc.Start(cmd)
	if err != nil {
		return 0, err
	}
	stop := context.AfterFunc(ctx, p.Kill)
	defer stop()
	if err := p.Err(); err != nil {
		return 0, fmt.Errorf("DumpLogSegments %s: %w: %s", file, err, failure)
	}
	return time.Since(begin), nil
}
