package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"time"

	"gateway/cmd/gateway/app"
	"gateway/domain"
	"gateway/eventstore"
	"gateway/projections/notary"

	"github.com/spf13/cobra"
)

func auditProveCommand() *cobra.Command {
	var position, client int64
	var at, since string
	cmd := &cobra.Command{
		Use:   "prove --position N | --client ID [--at T]",
		Short: "Print an event, or a client's statement, with proofs that it is in the signed log",
		Long: "Print an event, or the statement of a client (every event of its balance up to a moment), each line with the proof\n" +
			"that it is in the log that the checkpoint in the first line signs. gateway audit check holds the file against a key,\n" +
			"offline. With --since FILE, a checkpoint kept from before, the file also proves that nothing before that was changed.",
		Args: cobra.NoArgs,
		RunE: withReadModels(func(cmd *cobra.Command, t *app.Tools, _ []string) error {
			if (position == 0) == (client == 0) {
				return errors.New("give either --position or --client")
			}
			when, err := moment(t.Calendar, at)
			if err != nil {
				return err
			}
			p := proofRequest{t: t, position: position, client: client, at: when, since: since}
			return p.write(cmd.Context(), cmd.OutOrStdout())
		}),
	}
	cmd.Flags().Int64Var(&position, "position", 0, "position of one event")
	cmd.Flags().Int64Var(&client, "client", 0, "id of the client")
	cmd.Flags().StringVar(&at, "at", "", "the last moment of the statement, now by default")
	cmd.Flags().StringVar(&since, "since", "", "file of an earlier checkpoint")
	return cmd
}

// proofRequest asks for a file with the proof of one event, or with a client's statement up
// to a moment. since names the file of an earlier checkpoint, or is empty.
type proofRequest struct {
	t                *app.Tools
	position, client int64
	at               time.Time
	since            string
}

func (p proofRequest) write(ctx context.Context, out io.Writer) error {
	text, head, key, err := signCheckpoint(ctx, p.t)
	if err != nil {
		return err
	}
	heading := notary.NewHeading(text, key)
	prover := p.t.Tree().Prove(ctx, head)
	if err := p.addConsistency(prover, &heading, key); err != nil {
		return err
	}
	w := bufio.NewWriterSize(out, 1<<16)
	if p.client != 0 {
		err = p.writeStatement(ctx, prover, w, heading)
	} else {
		err = p.writeEvent(ctx, prover, w, heading)
	}
	return errors.Join(err, w.Flush())
}

// writeStatement writes the heading, and the client's events with their proofs.
func (p proofRequest) writeStatement(ctx context.Context, prover *notary.Prover, out io.Writer, heading notary.Heading) error {
	through, err := bookReader(p.t).HeadAt(ctx, p.at)
	if err != nil {
		return err
	}
	at := p.at
	if at.IsZero() {
		at = time.Now()
	}
	return prover.Statement(ctx, out, heading, p.client, at, through)
}

// writeEvent writes the heading, and the event with its proof.
func (p proofRequest) writeEvent(ctx context.Context, prover *notary.Prover, out io.Writer, heading notary.Heading) error {
	events, err := p.t.Log.Store().ReadAll(ctx, eventstore.Position{Commit: p.position - 1, Prepare: p.position - 1}, 1)
	if err != nil {
		return err
	}
	if len(events) == 0 || events[0].Position.Commit != p.position {
		return domain.Refuse(domain.NotFound, "no_event", "there is no event at position %d", p.position)
	}
	return prover.Event(ctx, out, heading, events[0])
}

// addConsistency adds to the heading the proof that the log still begins as the earlier
// checkpoint says, if there is one.
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
