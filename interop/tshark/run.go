package tshark

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"github.com/kscope/kscope/interop/internal/proc"
	"github.com/kscope/kscope/interop/need"
)

// Find returns the path of tshark. Where everything is needed (package need) and
// we are root on a system with apt-get, it is installed when it is missing. The
// error is need.ErrTool, or that of apt-get.
func Find(ctx context.Context) (string, error) {
	path, err := exec.LookPath("tshark")
	if err == nil {
		return path, nil
	}
	if _, err := exec.LookPath("apt-get"); err != nil || !need.Everything() || os.Geteuid() != 0 {
		return "", fmt.Errorf("tshark: %w", need.ErrTool)
	}
	install := exec.Command("apt-get", "install", "-y", "--no-install-recommends", "tshark")
	install.Env = append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
	if err := proc.Run(ctx, install); err != nil {
		return "", err
	}
	return exec.LookPath("tshark")
}

// Packet is what tshark says of one packet. Fields that it does not show are
// empty.
type Packet struct {
	Length        string // of the frame, without its size
	APIKey        string // of the request, or of the request that a response answers
	Version       string // likewise
	CorrelationID string
	Remarks       []string // of its experts
}

// fields are what Dissect asks for; requests and responses have key and version
// under different names.
var fields = []string{"kafka.len", "kafka.request_key", "kafka.response_key", "kafka.request.version", "kafka.response.version",
	"kafka.correlation_id", "_ws.expert.message"}

// Dissect has tshark read a capture and returns its packets in order.
func Dissect(ctx context.Context, tshark, pcap string) ([]Packet, error) {
	args := []string{"-r", pcap, "-T", "fields", "-E", "separator=/t", "-E", "aggregator=|"}
	for _, f := range fields {
		args = append(args, "-e", f)
	}
	cmd := exec.CommandContext(ctx, tshark, args...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("tshark: %w: %s", err, stderr.String())
	}
	var packets []Packet
	for line := range strings.Lines(string(out)) {
		v := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(v) != len(fields) {
			return nil, fmt.Errorf("tshark: %d columns in %q", len(v), line)
		}
		p := Packet{Length: v[0], APIKey: v[1] + v[2], Version: v[3] + v[4], CorrelationID: v[5]}
		if v[6] != "" {
			p.Remarks = strings.Split(v[6], "|")
		}
		packets = append(packets, p)
	}
	return packets, nil
}
