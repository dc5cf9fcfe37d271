package coverage

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kscope/kscope/interop/tshark"
	"github.com/kscope/kscope/message"
)

// Wireshark asks the dissector of the tshark at a path. It writes one file
// below dir.
func Wireshark(ctx context.Context, path, dir string, codec *message.Codec) (*Opinion, error) {
	all, err := exchanges(codec)
	if err != nil {
		return nil, err
	}
	packets, err := dissect(ctx, path, filepath.Join(dir, "coverage.pcap"), all)
	if err != nil {
		return nil, err
	}
	version, err := wiresharkVersion(ctx, path)
	if err != nil {
		return nil, err
	}
	o := newOpinion(version)
	for i, x := range all {
		request, response := packets[2*i], packets[2*i+1]
		verdict := Unknown
		if !has(request, unsupported) {
			verdict = judge(x.request, x.Request, x.correlation, request)
		}
		if x.counts {
			of(o.Requests, x.request.APIKey).note(x.request.Version, verdict)
		}
		if verdict == Unknown || has(response, lost) {
			continue
		}
		response.Remarks = slices.DeleteFunc(response.Remarks, unsupported) // about versions that an answer offers
		of(o.Responses, x.response.APIKey).note(x.response.Version, judge(x.response, x.Response, x.correlation, response))
	}
	return o, nil
}

// unsupported is what the dissector says of versions that it does not know.
func unsupported(remark string) bool {
	return strings.HasPrefix(remark, "Unsupported ") || strings.HasPrefix(remark, "Unknown ")
}

// lost is what it says of a response whose request it could not read.
func lost(remark string) bool { return remark == "Request missing" }

func has(p tshark.Packet, remark func(string) bool) bool {
	return slices.ContainsFunc(p.Remarks, remark)
}

func dissect(ctx context.Context, path, file string, all []exchange) ([]tshark.Packet, error) {
	f, err := os.Create(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	list := make([]tshark.Exchange, len(all))
	for i, x := range all {
		list[i] = x.Exchange
	}
	if err := tshark.WritePcap(f, list); err != nil {
		return nil, err
	}
	packets, err := tshark.Dissect(ctx, path, file)
	if err == nil && len(packets) != 2*len(all) {
		err = fmt.Errorf("tshark: %d packets of %d", len(packets), 2*len(all))
	}
	return packets, err
}

// wiresharkVersion is "Wireshark 4.0.17".
func wiresharkVersion(ctx context.Context, path string) (string, error) {
	out, err := exec.CommandContext(ctx, path, "--version").Output()
	if err != nil {
		return "", fmt.Errorf("tshark: %w", err)
	}
	words := strings.Fields(string(out)) // TShark (Wireshark) 4.0.17 ...
	i := slices.Index(words, "(Wireshark)")
	if i < 0 || i+1 >= len(words) {
		return "", fmt.Errorf("tshark: no version in %.80q", out)
	}
	return "Wireshark " + strings.TrimRight(words[i+1], "."), nil
}

// judge says what the dissector made of a frame that it knows.
func judge(s *message.Spec, frame []byte, correlation int32, p tshark.Packet) Verdict {
	if len(p.Remarks) > 0 || p.Length != fmt.Sprint(len(frame)-4) || p.APIKey != fmt.Sprint(s.APIKey) ||
		p.Version != fmt.Sprint(s.Version) || p.CorrelationID != fmt.Sprint(correlation) {
		return Misread
	}
	return Read
}
