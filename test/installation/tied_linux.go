package installation

import "syscall"

// tied ends a process with this one, however this one ends.
func tied() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
