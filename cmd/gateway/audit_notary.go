package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"gateway/cmd/gateway/app"
	"gateway/domain"
	"gateway/eventstore"
	"gateway/projections/notary"

	"github.com/spf13/cobra"
)

func checkpointCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "checkpoint",
		Short: "Sign the log as it is now; keep what this prints where nobody here can change it",
		Long: "Sign the log as it is now. Whoever keeps the checkpoint can tell later whether any event before it was altered,\n" +
			"removed or inserted (gateway audit verify --checkpoint, gateway audit check --since). It holds the number of events\n" +
			"and the root of a Merkle tree over them (RFC 6962), signed with Ed25519. The key to check it with goes to stderr.",
		Args: cobra.NoArgs,
		RunE: withReadModels(func(cmd *cobra.Command, t *app.Tools, _ []string) error {
			text, _, key, err := sign(cmd.Context(), t)
			if err != nil {
				return err
			}
			fmt.Fprintln(cmd.ErrOrStderr(), "key:", key.Verifier)
			_, err = fmt.Fprint(cmd.OutOrStdout(), text)
			return err
		}),
	}
}

// sign brings the tree up to the log and signs it.
func sign(ctx context.Context, t *app.Tools) (string, notary.Head, notary.Key, error) {
	key, err := t.CheckpointKey(ctx)
	if err != nil {
		return "", notary.Head{}, key, err
	}
	head, err := t.Log.Store().Head(ctx)
	if err != nil {
		return "", notary.Head{}, key, err
	}
	m := newMeter("events", head.Commit)
	text, signed, err := t.Tree().Sign(ctx, key, func(h notary.Head) { m.set(h.Position.Commit) })
	m.end(err)
	if err == nil && signed.Size == 0 {
		err = errors.New("the log is empty: there is nothing to sign")
	}
	return text, signed, key, err
}

func proveCommand() *cobra.Command {
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
			when, err := momentOrNow(at)
			if err != nil {
				return err
			}
			p := proving{t: t, position: position, client: client, at: when, since: since}
			return p.run(cmd.Context(), cmd.OutOrStdout())
		}),
	}
	cmd.Flags().Int64Var(&position, "position", 0, "position of one event")
	cmd.Flags().Int64Var(&client, "client", 0, "id of the client")
	cmd.Flags().StringVar(&at, "at", "", "the last moment of the statement, now by default")
	cmd.Flags().StringVar(&since, "since", "", "file of an earlier checkpoint")
	return cmd
}

// proving writes one file of proofs.
type proving struct {
	t                *app.Tools
	position, client int64
	at               time.Time
	since            string
}

func (p proving) run(ctx context.Context, out io.Writer) error {
	text, head, key, err := sign(ctx, p.t)
	if err != nil {
		return err
	}
	heading := notary.NewHeading(text, key)
	prover := p.t.Tree().Prove(ctx, head)
	if err := p.join(prover, &heading, key); err != nil {
		return err
	}
	w := bufio.NewWriterSize(out, 1<<16)
	if p.client != 0 {
		err = prover.Statement(ctx, w, heading, p.client, p.at)
	} else {
		err = p.event(ctx, prover, json.NewEncoder(w), heading)
	}
	return errors.Join(err, w.Flush())
}

// event writes the proof of one event.
func (p proving) event(ctx context.Context, prover *notary.Prover, e *json.Encoder, heading notary.Heading) error {
	if err := e.Encode(heading); err != nil {
		return err
	}
	events, err := p.t.Log.Store().ReadAll(ctx, eventstore.Position{Commit: p.position - 1, Prepare: p.position - 1}, 1)
	if err != nil {
		return err
	}
	if len(events) == 0 || events[0].Position.Commit != p.position {
		return domain.Refuse(domain.NotFound, "no_event", "there is no event at position %d", p.position)
	}
	line, err := prover.Line(ctx, events[0])
	if err != nil {
		return err
	}
	return e.Encode(line)
}

// join proves consistency with an earlier checkpoint, if one was given.
func (p proving) join(prover *notary.Prover, heading *notary.Heading, key notary.Key) error {
	if p.since == "" {
		return nil
	}
	earlier, err := os.ReadFile(p.since)
	if err != nil {
		return err
	}
	tree, err := notary.OpenCheckpoint(string(earlier), key.Verifier)
	if err != nil {
		return err
	}
	heading.Earlier = string(earlier)
	heading.Consistency, err = prover.Consistency(tree)
	return err
}

func checkCommand() *cobra.Command {
	var key, since string
	cmd := &cobra.Command{
		Use:   "check FILE --key KEY [--since CHECKPOINT]",
		Short: "Check a file of gateway audit prove, offline and without any database",
		Long: "Check a file of gateway audit prove: the signature of its checkpoint, the proof of every line, and for a statement\n" +
			"that no line is missing and that the lines add up to the balance. With --since, a checkpoint kept from before, also\n" +
			"that the log still begins as it was signed then. FILE is - for standard input.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			file, err := inputFile(args[0])
			if err != nil {
				return err
			}
			defer func() { _ = file.Close() }() // it was read only
			earlier := []byte{}
			if since != "" {
				if earlier, err = os.ReadFile(since); err != nil {
					return err
				}
			}
			c, err := notary.Check(file, key, string(earlier), nil)
			if err != nil {
				return err
			}
			return printChecked(cmd.OutOrStdout(), c, since != "")
		},
	}
	cmd.Flags().StringVar(&key, "key", "", "the verifier key that the operator has published")
	cmd.Flags().StringVar(&since, "since", "", "file of an earlier checkpoint")
	_ = cmd.MarkFlagRequired("key") // fails for an unknown flag only
	return cmd
}

func inputFile(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(os.Stdin), nil
	}
	return os.Open(name)
}

func printChecked(out io.Writer, c notary.Checked, consistent bool) error {
	fmt.Fprintf(out, "The checkpoint over %d events is signed with this key.\n", c.Tree.N)
	if consistent {
		fmt.Fprintln(out, "Nothing before the earlier checkpoint was altered, removed or inserted.")
	}
	fmt.Fprintf(out, "All %d lines are in the log that was signed.\n", c.Lines)
	if c.Heading.Balance == nil {
		return nil
	}
	_, err := fmt.Fprintf(out, "The statement of client %d is complete up to its last line, and adds up to saldo %s.\n",
		c.Heading.ClientID, c.Heading.Balance.StringFixed(2))
	return err
}
