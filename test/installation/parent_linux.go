package installation

import "syscall"

// killedWithParent makes the system kill a child process when this process ends.
func killedWithParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
