//go:build !linux

package installation

import "syscall"

// tied is more than other systems can do: when the tests are killed there, what
// they started goes on.
func tied() *syscall.SysProcAttr { return nil }
