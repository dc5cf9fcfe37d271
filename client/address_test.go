package client_test

import (
	"strings"
	"testing"

	"github.com/kscope/kscope/client"
)

func TestAddresses(t *testing.T) {
	for text, want := range map[string]string{
		"broker-1:9093":           "broker-1:9093",
		"a:1, b:2 ,c,":            "a:1 b:2 c:9092",
		"localhost":               "localhost:9092",
		"127.0.0.1":               "127.0.0.1:9092",
		"[::1]:9093":              "[::1]:9093",
		"[fe80::1%eth0]":          "[fe80::1%eth0]:9092",
		"":                        `address "": expected host:port`,
		" , ":                     `address " , ": expected host:port`,
		":9092":                   `address ":9092": expected host:port`,
		"localhost:":              `address "localhost:": expected a port from 1 to 65535, found ""`,
		"localhost:0":             `address "localhost:0": expected a port from 1 to 65535, found "0"`,
		"a:1,localhost:99999":     `address "localhost:99999": expected a port from 1 to 65535, found "99999"`,
		"localhost:kafka":         `address "localhost:kafka": expected a port from 1 to 65535, found "kafka"`,
		"::1":                     `address "::1": expected host:port; an IPv6 address stands in brackets, as in [::1]:9092`,
		"::1:9092":                `address "::1:9092": expected host:port; an IPv6 address stands in brackets, as in [::1]:9092`,
		"SSL://broker-1:9093":     `address "SSL://broker-1:9093": expected host:port, found SSL:// in front; is it broker-1:9093?`,
		"broker-1:9092 broker-2":  `address "broker-1:9092 broker-2": expected a port from 1 to 65535, found "9092 broker-2"`,
		"broker-1/kafka":          `address "broker-1/kafka": expected host:port`,
		"[::1":                    `address "[::1": expected host:port`,
		"http://localhost:8080/x": `address "http://localhost:8080/x": expected host:port, found http:// in front; is it localhost:8080/x?`,
	} {
		all, err := client.Addresses(text)
		got := strings.Join(all, " ")
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}
