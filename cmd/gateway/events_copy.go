package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/wiring"
	"gateway/domain/catalogue"
	"gateway/eventstore"
	"gateway/eventstore/transfer"
	"gateway/projections/audit/verify"

	"github.com/spf13/cobra"
)

// gracePeriod is how long gateways that still run on an EventStoreDB log have to notice that it was moved
// away, and to stop (transfer.PollLocation checks every 2 s).
const gracePeriod = 5 * time.Second

func eventsCopyCommand() *cobra.Command {
	var from, to string
	var takeBack bool
	cmd := &cobra.Command{
		Use:   "copy [--from URL] [--to URL] [--take-back]",
		Short: "Move the log to another store, PostgreSQL or EventStoreDB, in either direction",
		Long: "Move the log to another store: postgres://... or esdb://... . An URL that is left out means the log of the\n" +
			"installation that the environment names. Every event is copied with its stream, revision, id and bytes, in the order\n" +
			"of the log, and compared afterwards. Stop every gateway first: it refuses while one runs, and none can be started\n" +
			"meanwhile. It refuses while a payment is not booked yet. It ends with store.moved.v1 in both stores: from then on\n" +
			"the old one refuses to be started on. Broken off, it is run again and goes on where it was; until it has ended the\n" +
			"new store refuses to be started on. Positions change, so the read models have to be built anew: drop their database\n" +
			"before the next start.\n\n" +
			"A move that can't end, because a payment of the log is not booked and was hidden before, or came in from a gateway that\n" +
			"still ran, is undone by --take-back, with the same stores: the old one may be started on again, and books it. Then move again.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if from == "" && to == "" {
				return errors.New("give --from, --to, or both")
			}
			config, err := config.Load()
			if err != nil {
				return err
			}
			if takeBack {
				return takeBackMove(cmd, config, from, to)
			}
			err = moveLog(cmd, config, from, to)
			if cmd.Context().Err() != nil {
				return errors.New("interrupted: run the same command again, it goes on where it was")
			}
			return err
		},
	}
	cmd.Flags().StringVar(&from, "from", "", "the store that is left; the installation's own by default")
	cmd.Flags().StringVar(&to, "to", "", "the store that is moved to; the installation's own by default")
	cmd.Flags().BoolVar(&takeBack, "take-back", false, "undo a move that can't end: the old store is used again")
	return cmd
}

// takeBackMove undoes a move that did not complete.
func takeBackMove(cmd *cobra.Command, config config.Config, from, to string) (err error) {
	ctx := cmd.Context()
	stores, err := wiring.OpenMove(ctx, config, from, to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stores.Close(ctx)) }()
	return stores.RunExclusively(ctx, func(ctx context.Context) error {
		done, err := transfer.Mover{From: stores.From, To: stores.To, Sink: stores.Sink, Now: time.Now}.TakeBack(ctx)
		switch {
		case err != nil:
		case !done:
			fmt.Fprintf(cmd.ErrOrStderr(), "Store %s is not left: gateways may start on it.\n", stores.From.ID())
		default:
			fmt.Fprintf(cmd.ErrOrStderr(), "The move to store %s is taken back. Start the gateway on store %s, let it catch up, and move again.\n",
				stores.To.ID(), stores.From.ID())
		}
		return err
	})
}

func moveLog(cmd *cobra.Command, config config.Config, from, to string) (err error) {
	ctx := cmd.Context()
	stores, err := wiring.OpenMove(ctx, config, from, to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stores.Close(ctx)) }()
	return stores.RunExclusively(ctx, func(ctx context.Context) error {
		head, err := stores.From.Head(ctx)
		if err != nil {
			return err
		}
		files, err := stores.CopyFiles(ctx) // first: they are there when the new store can be started on
		if err != nil {
			return err
		}
		if files > 0 {
			fmt.Fprintf(cmd.ErrOrStderr(), "%d files are copied.\n", files)
		}
		steps := &stepMeter{total: head.Commit}
		mover := transfer.Mover{
			From: stores.From, To: stores.To, Sink: stores.Sink, CheckPosted: checkPosted(steps.set),
			GracePeriod: gracePeriod, Progress: steps.set, Now: time.Now,
		}
		events, err := mover.Move(ctx)
		steps.end(err)
		switch {
		case err != nil:
		case events == 0:
			fmt.Fprintf(cmd.ErrOrStderr(), "Store %s was moved to store %s already.\n", stores.From.ID(), stores.To.ID())
		default:
			fmt.Fprintf(cmd.ErrOrStderr(), "%d events are moved from store %s to store %s.\n"+
				"Now set EVENTSTORE_URL to the new one, leave the database of logins and secrets (STATE_URL) where it is, drop the\n"+
				"read models' database, and start the gateway: it builds them anew.\n", events, stores.From.ID(), stores.To.ID())
		}
		return err
	})
}

// checkPosted returns a function that refuses a log with an unposted payment, which exists when posting lags
// or a client is parked. The watermarks that prevent double posting are positions, which the copied events do
// not keep.
func checkPosted(progress func(step string, p eventstore.Position)) func(context.Context, eventstore.Store) error {
	return func(ctx context.Context, store eventstore.Store) error {
		log := eventstore.NewLog(store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{Owns: catalogue.Owns})
		unposted, err := verify.Unposted(ctx, log, func(p eventstore.Position) { progress("check", p) })
		if err != nil {
			return err
		}
		if len(unposted) > 0 {
			return fmt.Errorf("%s %s: start the gateway and let it catch up, or see what parks the client", unposted[0].Subject, unposted[0].Problem)
		}
		return nil
	}
}

// stepMeter shows a separate meter for each step of the work.
type stepMeter struct {
	total int64
	name  string
	meter *meter
}

func (s *stepMeter) set(step string, p eventstore.Position) {
	if step != s.name {
		s.end(nil)
		s.name, s.meter = step, newMeter(step, s.total)
	}
	s.meter.set(p.Commit)
}

func (s *stepMeter) end(err error) {
	if s.meter != nil {
		s.meter.end(err)
	}
}
