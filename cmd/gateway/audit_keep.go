package main

import (
	"context"
	"fmt"
	"os/user"
	"time"

	"gateway/cmd/gateway/wiring"
	"gateway/http/service/auditrunservice"
	"gateway/http/service/state"
	"gateway/projections/audit/reconcile"
	"gateway/projections/audit/verify"

	"github.com/spf13/cobra"
)

// keptRun stores the report of a command as an audit run.
type keptRun struct {
	auditrunservice.Command
	db *state.DB
}

// beginRun records when a command starts and how far the log reaches.
func beginRun(ctx context.Context, t *wiring.Tools, kind string, arguments auditrunservice.Arguments) keptRun {
	name := "unknown"
	if u, err := user.Current(); err == nil {
		name = u.Username
	}
	head, _ := t.Log.Store().Head(ctx) // if the log cannot be read, the command itself fails
	return keptRun{auditrunservice.Command{
		Kind: kind, Actor: "machine:" + name, Version: version, Arguments: arguments, BeganAt: time.Now().UTC(), Head: head.Commit,
	}, state.New(t.Databases.State)}
}

func (r keptRun) keepVerify(cmd *cobra.Command, report *verify.Report, err error) {
	r.tell(cmd)(r.KeepVerify(cmd.Context(), r.db, report, err))
}

func (r keptRun) keepReconcile(cmd *cobra.Command, report *reconcile.Report, err error) {
	r.tell(cmd)(r.KeepReconcile(cmd.Context(), r.db, report, err))
}

// tell prints to stderr the id under which the report is stored, or why it is not stored, since an auditor's
// role may be read-only. The command's own result and exit code do not change.
func (keptRun) tell(cmd *cobra.Command) func(id int64, err error) {
	return func(id int64, err error) {
		if err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "The report is not kept: %v\n", err)
			return
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "The report is kept as audit run %d.\n", id)
	}
}
