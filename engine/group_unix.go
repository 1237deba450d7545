//go:build unix

package engine

import (
	"os/exec"
	"syscall"
)

// apart makes a command the first of a process group of its own: Ctrl-C in the terminal is
// ours to deal with, and all that it starts can be ended with it.
func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithUs(cmd.SysProcAttr)
}

// kill ends a command and all of its group, if they are still there. The command must not have
// been waited for: its number is still its own.
func kill(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// newGuard starts a guard, nil where there is no shell for it.
func newGuard() *guard {
	cmd := exec.Command("sh", "-c", guardScript)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	in, err := cmd.StdinPipe()
	if err != nil || cmd.Start() != nil {
		return nil
	}
	return &guard{cmd, in}
}
