// Package lint holds the house rules as a program, run by its own test:
//
//	go test ./internal/lint
//
// # The rules
//
//	imports   the packages stand in one order, and import only what is above
//	docs      doc.go says what a package does; exported names are documented;
//	          public packages have an Example that runs
//	sizes     files, functions and nesting stay small
//	state     no init, no package-level variable that changes
//	calls     no panic, os.Exit, fmt.Print, reflect, unsafe, time.Sleep but
//	          where the lists here say so, with a reason
//	errors    error texts begin in lower case and have no full stop
//	words     no unfinished business, nothing about the place where it was made
//	laws      every law of the product is a test with the law's name
//	deps      RATIONALE.md says why each module is needed
//
// Rules look at syntax only (go/parser), so that they need no build and see
// the interop module too. Each is tested on a small tree in testdata that
// breaks it, with a golden file of what must be found there.
package lint
