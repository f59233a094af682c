//go:build !linux

package installation

import "syscall"

// killedWithParent does nothing here: when the tests are killed, their child processes
// go on.
func killedWithParent() *syscall.SysProcAttr { return nil }
