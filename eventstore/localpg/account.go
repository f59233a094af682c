package localpg

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
	"time"
)

// account is the system user that PostgreSQL runs as. PostgreSQL refuses to run as root.
type account struct {
	uid, gid uint32
	switched bool // the gateway runs as root and PostgreSQL as this user
}

// accountFor returns the gateway's own user, unless that is root: then the owner of the cluster, or the user
// postgres for a cluster that is not created yet (data is ""). Error: ErrNotInstalled if there is no user
// postgres.
func accountFor(data string) (account, error) {
	if os.Geteuid() != 0 {
		return account{uid: uint32(os.Geteuid()), gid: uint32(os.Getegid())}, nil
	}
	if data != "" {
		info, err := os.Stat(data)
		if err != nil {
			return account{}, err
		}
		stat := info.Sys().(*syscall.Stat_t)
		return account{uid: stat.Uid, gid: stat.Gid, switched: true}, nil
	}
	u, err := user.Lookup("postgres")
	if _, unknown := errors.AsType[user.UnknownUserError](err); unknown {
		return account{}, ErrNotInstalled
	}
	if err != nil {
		return account{}, err
	}
	uid, err := strconv.ParseUint(u.Uid, 10, 32)
	if err != nil {
		return account{}, fmt.Errorf("user postgres: %w", err)
	}
	gid, err := strconv.ParseUint(u.Gid, 10, 32)
	if err != nil {
		return account{}, fmt.Errorf("user postgres: %w", err)
	}
	return account{uid: uint32(uid), gid: uint32(gid), switched: true}, nil
}

// command prepares a program to run as the account.
func (a account) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	// The account may not be allowed to enter the gateway's working directory.
	cmd.Dir = "/"
	// The gateway's own environment is not passed on: it holds secrets, and may hold PGDATA and the like.
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "TZ=UTC"}
	// The new session makes Ctrl-C reach only the gateway.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.WaitDelay = time.Second
	if a.switched {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: a.uid, Gid: a.gid}
	}
	return cmd
}

// canEnter reports whether the account can enter the directory, by trying it.
func (a account) canEnter(ctx context.Context, dir string) (bool, error) {
	err := a.command(ctx, "/bin/sh", "-c", `cd -- "$0"`, dir).Run()
	if _, refused := errors.AsType[*exec.ExitError](err); refused && ctx.Err() == nil {
		return false, nil
	}
	return err == nil, err
}

// giveDir makes the account the owner of a directory.
func (a account) giveDir(dir string) error {
	if !a.switched {
		return nil
	}
	return os.Chown(dir, int(a.uid), int(a.gid))
}

func ownerOf(info fs.FileInfo) uint32 { return info.Sys().(*syscall.Stat_t).Uid }
