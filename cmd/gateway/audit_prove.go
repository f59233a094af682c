package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"gateway/cmd/gateway/wiring"
	"gateway/domain"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/notary"

	"github.com/spf13/cobra"
)

func auditProveCommand() *cobra.Command {
	var position, client int64
	var at, since string
	var wait time.Duration
	cmd := &cobra.Command{
		Use:   "prove --position N | --client ID [--at T] [--since FILE] [--wait DURATION]",
		Short: "Print an event, or a client's statement, with proofs that it is in the signed log",
		Long: "Print an event, or the statement of a client (every event of its balance up to a moment), each line with the proof\n" +
			"that it is in the log that the checkpoint in the first line signs. gateway audit check holds the file against a key,\n" +
			"offline. With --since FILE, a checkpoint kept from before, the file also proves that nothing before that was changed.",
		Args: cobra.NoArgs,
		RunE: withReadModels(func(cmd *cobra.Command, t *wiring.Tools, _ []string) error {
			if (position == 0) == (client == 0) {
				return errors.New("give either --position or --client")
			}
			when, err := moment(cmd.Context(), t, at)
			if err != nil {
				return err
			}
			p := proofRequest{t: t, position: position, client: client, at: when, since: since, wait: wait}
			return p.write(cmd.Context(), cmd.OutOrStdout())
		}),
	}
	cmd.Flags().Int64Var(&position, "position", 0, "position of one event")
	cmd.Flags().Int64Var(&client, "client", 0, "id of the client")
	cmd.Flags().StringVar(&at, "at", "", "the last moment of the statement, or a day or a month, which means its end; now by default")
	cmd.Flags().StringVar(&since, "since", "", "file of an earlier checkpoint")
	waitFlag(cmd, &wait)
	return cmd
}

// proofRequest asks for a file with the proof of one event, or with a client's statement up to a moment.
// since is the file name of an earlier checkpoint, or empty. wait is the patience for notary.Tree.Sign.
type proofRequest struct {
	t                *wiring.Tools
	position, client int64
	at               time.Time
	since            string
	wait             time.Duration
}

func (p proofRequest) write(ctx context.Context, out io.Writer) error {
	signed, key, err := signCheckpoint(ctx, p.t, p.wait)
	if err != nil {
		return err
	}
	heading := notary.NewHeading(signed.Checkpoint, key)
	prover := p.t.Tree().Prove(ctx, signed.Head)
	if err := p.addConsistency(prover, &heading, key); err != nil {
		return err
	}
	w := bufio.NewWriterSize(out, 1<<16)
	if p.client != 0 {
		err = p.writeStatement(ctx, prover, signed, w, heading)
	} else {
		err = p.writeEvent(ctx, prover, w, heading)
	}
	return errors.Join(err, w.Flush())
}

// writeStatement writes the heading and the client's events with their proofs. It refuses a checkpoint that
// ends before the moment of the statement, because movements would be missing.
func (p proofRequest) writeStatement(
	ctx context.Context, prover *notary.Prover, signed notary.Signed, out io.Writer, heading notary.Heading,
) error {
	at, through := p.at, signed.Log
	if at.IsZero() {
		at = time.Now()
	} else if booked, err := bookReader(p.t).HeadAt(ctx, at); err != nil {
		return err
	} else if booked.Before(through) {
		through = booked
	}
	if signed.Position.Before(through) {
		return fmt.Errorf("the statement needs the log up to position %d, and the tree ends at %d: no gateway adds the rest",
			through.Commit, signed.Position.Commit)
	}
	return prover.Statement(ctx, out, heading, p.client, at, through)
}

// writeEvent writes the heading and the event with its proof.
func (p proofRequest) writeEvent(ctx context.Context, prover *notary.Prover, out io.Writer, heading notary.Heading) error {
	r, err := p.event(ctx)
	if err != nil {
		return err
	}
	return prover.Event(ctx, out, heading, r)
}

// event returns the event at the position. It reads from an earlier event that the read models know, because
// EventStoreDB refuses to read from a position without an event. Refusal: no_event.
func (p proofRequest) event(ctx context.Context) (last eventstore.Recorded, err error) {
	from, err := p.t.Queries.EventBefore(ctx, p.position)
	if err != nil {
		return last, err
	}
	through := eventstore.Position{Commit: p.position, Prepare: math.MaxInt64}
	err = engine.ReadPages(ctx, p.t.Log.Store(), from, through, func(page []eventstore.Recorded) error {
		last = page[len(page)-1]
		return nil
	})
	if err == nil && last.Position.Commit != p.position {
		err = domain.Refuse(domain.NotFound, "no_event", "there is no event at position %d", p.position)
	}
	return last, err
}

// addConsistency adds to the heading the proof that the log still starts as the earlier checkpoint says, if
// there is one.
func (p proofRequest) addConsistency(prover *notary.Prover, heading *notary.Heading, key notary.Key) error {
	if p.since == "" {
		return nil
	}
	earlier, err := os.ReadFile(p.since)
	if err != nil {
		return err
	}
	tree, err := key.Open(string(earlier))
	if err != nil {
		return err
	}
	proof, err := prover.Consistency(tree)
	heading.Continue(tree.N, proof)
	return err
}
