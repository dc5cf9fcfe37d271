// Package proc starts child processes that cannot outlive the test that needs them.
//
// A child runs in a process group of its own. Kill ends the whole group at
// once and by its id. Where the system allows it (Linux), the kernel kills the
// child when this process ends for whatever reason, so a panic, a test timeout
// or kill -9 leaves nothing behind.
package proc
