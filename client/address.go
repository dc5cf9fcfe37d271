package client

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
)

// DefaultPort is where Kafka listens unless it is told otherwise.
const DefaultPort = "9092"

// Addresses reads addresses with commas between, as bootstrap.servers has them,
// and gives each as "host:port". Unlike Kafka it takes one without a port, for
// that at DefaultPort. IPv6 addresses stand in brackets.
func Addresses(text string) (all []string, err error) {
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		addr, err := address(part)
		if err != nil {
			return nil, fmt.Errorf("address %q: %w", part, err)
		}
		all = append(all, addr)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("address %q: expected host:port", text)
	}
	return all, nil
}

func address(text string) (string, error) {
	host, port, err := net.SplitHostPort(text)
	switch {
	case strings.Contains(text, "://"):
		before, after, _ := strings.Cut(text, "://")
		return "", fmt.Errorf("expected host:port, found %s:// in front; is it %s?", before, after)
	case strings.Count(text, ":") > 1 && text[0] != '[':
		return "", errors.New("expected host:port; an IPv6 address stands in brackets, as in [::1]:" + DefaultPort)
	case err != nil && !strings.HasSuffix(text, ":"): // no port
		host, port, err = net.SplitHostPort(text + ":" + DefaultPort)
	}
	if err != nil || host == "" || strings.ContainsAny(host, " \t/") {
		return "", errors.New("expected host:port")
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
		return "", fmt.Errorf("expected a port from 1 to 65535, found %q", port)
	}
	return net.JoinHostPort(host, port), nil
}
