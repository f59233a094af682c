package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gateway/cmd/gateway/app"
	"gateway/eventstore"
	"gateway/eventstore/transfer"
	"gateway/projections/audit"
	"gateway/projections/lead"

	"github.com/spf13/cobra"
)

func copyCommand() *cobra.Command {
	var from, to string
	cmd := &cobra.Command{
		Use:   "copy [--from URL] [--to URL]",
		Short: "Move the log to another store, PostgreSQL or EventStoreDB, in either direction",
		Long: "Move the log to another store: postgres://... or esdb://... . An URL that is left out means the log of the\n" +
			"installation that the environment names. Every event is copied with its stream, revision, id and bytes, in the order\n" +
			"of the log, and compared afterwards. Stop every gateway first. The copy refuses while a payment is not booked yet.\n" +
			"It ends with store.moved.v1 in both stores: from then on the old one refuses to be started on. Broken off, it is\n" +
			"begun again. Positions change, so the read models have to be built anew: drop their database before the next start.",
		Args: cobra.NoArgs,
		RunE: withTools(func(cmd *cobra.Command, t *app.Tools, _ []string) error {
			if (from == "") == (to == "") && from == to {
				return errors.New("give --from, --to, or both")
			}
			vacant, err := lead.Vacant(cmd.Context(), t.Databases.State.DB)
			if err == nil && !vacant {
				err = errors.New("a gateway is at work on this installation: stop it first")
			}
			if err != nil {
				return err
			}
			return moveLog(cmd, t, from, to)
		}),
	}
	cmd.Flags().StringVar(&from, "from", "", "the store that is left; the installation's own by default")
	cmd.Flags().StringVar(&to, "to", "", "the store that is moved to; the installation's own by default")
	return cmd
}

func moveLog(cmd *cobra.Command, t *app.Tools, from, to string) (err error) {
	ctx := cmd.Context()
	old, closeOld, err := t.OpenLog(ctx, from)
	if err != nil {
		return fmt.Errorf("--from: %w", err)
	}
	defer func() { err = errors.Join(err, closeOld()) }()
	target, err := t.OpenTarget(ctx, to)
	if err != nil {
		return fmt.Errorf("--to: %w", err)
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	head, err := old.Store().Head(ctx)
	if err != nil {
		return err
	}
	if err := allBooked(ctx, old, head); err != nil {
		return err
	}
	steps := &stepped{total: head.Commit}
	events, err := transfer.Move(ctx, old.Store(), target.Store, target.Sink, time.Now(), steps.set)
	steps.end(err)
	if err == nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "%d events moved from store %s to store %s\n", events, old.Store().ID(), target.Store.ID())
	}
	return err
}

// allBooked refuses a log in which a payment is not booked: posting lags, or a
// client is parked. Its watermark would be lost with its positions.
func allBooked(ctx context.Context, log *eventstore.Log, head eventstore.Position) error {
	m := newMeter("check", head.Commit)
	unposted, err := audit.Unposted(ctx, log, func(p eventstore.Position) { m.set(p.Commit) })
	m.end(err)
	if err != nil {
		return err
	}
	if len(unposted) > 0 {
		return fmt.Errorf("%s %s: start the gateway and let it catch up, or see what parks the client", unposted[0].Subject, unposted[0].Problem)
	}
	return nil
}

// stepped is a meter for each step of the work.
type stepped struct {
	total int64
	name  string
	meter *meter
}

func (s *stepped) set(step string, p eventstore.Position) {
	if step != s.name {
		s.end(nil)
		s.name, s.meter = step, newMeter(step, s.total)
	}
	s.meter.set(p.Commit)
}

func (s *stepped) end(err error) {
	if s.meter != nil {
		s.meter.end(err)
	}
}
