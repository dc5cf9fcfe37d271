module example.com/deps

go 1.26

require (
	github.com/known/module v1.2.3
	github.com/unknown/module v1.2.3
	golang.org/x/sys v0.1.0 // indirect
)

require github.com/alone/module v1.0.0
