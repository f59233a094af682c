//go:build !linux

package installation

import "syscall"

// killedWithParent does nothing on this system: if the tests are killed, their child processes keep running.
func killedWithParent() *syscall.SysProcAttr { return nil }
