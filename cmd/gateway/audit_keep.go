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

// keptRun keeps the report of a command as an audit run.
type keptRun struct {
	auditrunservice.Command
	db *state.DB
}

// beginRun notes when a command begins, and how far the log reaches.
func beginRun(ctx context.Context, t *wiring.Tools, kind string, arguments auditrunservice.Arguments) keptRun {
	name := "unknown"
	if u, err := user.Current(); err == nil {
		name = u.Username
	}
	head, _ := t.Log.Store().Head(ctx) // the command itself fails where the log can't be read
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

// tell says on stderr under which id the report is kept, or why it is not: an auditor's role may read
// only. The command's own result and exit code stay what they are.
func (keptRun) tell(cmd *cobra.Command) func(id int64, err error) {
	return func(id int64, err error) {
		if err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "The report is not kept: %v\n", err)
			return
		}
		fmt.Fprintf(cmd.ErrOrStderr(), "The report is kept as audit run %d.\n", id)
	}
}
