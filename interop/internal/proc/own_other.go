//go:build !linux

package proc

import "os/exec"

// own does nothing here: no portable call ties a child's life to ours.
func own(*exec.Cmd) {}

func kill(cmd *exec.Cmd) {
	_ = cmd.Process.Kill()
}
