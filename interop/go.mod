module github.com/kscope/kscope/interop

go 1.26.0

replace github.com/kscope/kscope => ../

require github.com/gofrs/flock v0.13.2

require golang.org/x/sys v0.49.0 // indirect
