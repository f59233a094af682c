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

// account is the system user PostgreSQL runs as. It refuses to run as root.
type account struct {
	uid, gid uint32
	switched bool // we are root and become this user
}

// accountFor is ourselves, unless we are root: then the owner of the cluster, or
// the user postgres for one that is yet to be created.
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
	var unknown user.UnknownUserError
	if errors.As(err, &unknown) {
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
	// Our working directory may be closed to the account.
	cmd.Dir = "/"
	// The environment of the gateway holds secrets, and PGDATA and its kin.
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "TZ=UTC"}
	// A session of its own, so that Ctrl-C reaches the gateway alone.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.WaitDelay = time.Second
	if a.switched {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: a.uid, Gid: a.gid}
	}
	return cmd
}

// canEnter tells whether the account reaches the directory, by trying.
func (a account) canEnter(ctx context.Context, dir string) (bool, error) {
	err := a.command(ctx, "/bin/sh", "-c", `cd -- "$0"`, dir).Run()
	var refused *exec.ExitError
	if errors.As(err, &refused) && ctx.Err() == nil {
		return false, nil
	}
	return err == nil, err
}

// own hands a directory over to the account.
func (a account) own(dir string) error {
	if !a.switched {
		return nil
	}
	return os.Chown(dir, int(a.uid), int(a.gid))
}

func ownerOf(info fs.FileInfo) uint32 { return info.Sys().(*syscall.Stat_t).Uid }
