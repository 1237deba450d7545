package engine

import "syscall"

// dieWithUs lets a child be killed when the thread that starts it ends (see [Host]).
func dieWithUs(a *syscall.SysProcAttr) { a.Pdeathsig = syscall.SIGKILL }
