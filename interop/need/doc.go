// Package need decides what a test does when a tool or a download it stands on
// is missing: it skips and says loudly what was left out, or, where the
// environment promises everything (CI=true or KSCOPE_REQUIRE=1), it fails.
//
// go test prints skip reasons with -v only; that is where to look for
// "LEFT OUT".
package need
