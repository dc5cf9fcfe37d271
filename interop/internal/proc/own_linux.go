package proc

import (
	"os/exec"
	"syscall"
)

func own(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

func kill(cmd *exec.Cmd) {
	// A negative id is the group; ESRCH, when it has just ended, is no news.
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}
