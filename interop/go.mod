module github.com/kscope/kscope/interop

go 1.26.0

replace github.com/kscope/kscope => ../

require (
	github.com/gofrs/flock v0.13.2
	github.com/gopacket/gopacket v1.7.7
	github.com/kscope/kscope v0.0.0-00010101000000-000000000000
	github.com/twmb/franz-go/pkg/kmsg v1.15.1
)

require (
	golang.org/x/net v0.55.0 // indirect
	golang.org/x/sys v0.50.0 // indirect
)
