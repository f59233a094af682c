package main

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"gateway/cmd/gateway/wiring"
	"gateway/domain/catalogue"
	"gateway/eventstore"
	"gateway/projections/engine"

	"github.com/spf13/cobra"
)

// listedEvent is an event that another program wrote into the log.
type listedEvent struct {
	Position int64     `json:"position"`
	Stream   string    `json:"stream"`
	Revision int64     `json:"revision"`
	Type     string    `json:"type"`
	At       time.Time `json:"at"`
	// Inside says that the event is in a stream of the gateway.
	Inside bool `json:"inside"`
}

func eventsForeignCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "foreign [--json]",
		Short: "List the events that other programs wrote into the log; exit 1 when one is in a stream of the gateway",
		Long: "List the events that other programs wrote into the log, with their positions. The gateway passes them by: they change\n" +
			"no state, no read model and no balance. An event in a stream of the gateway is marked with !: only the gateway may\n" +
			"write there, so take that right away from the program. The server's own events, whose stream or type begins with $,\n" +
			"are not listed. It works beside a running gateway and reads the whole log. Exit 1 when an event is marked.",
		Args: cobra.NoArgs,
		RunE: withTools(func(cmd *cobra.Command, t *wiring.Tools, _ []string) error {
			list := foreignList{out: cmd.OutOrStdout(), asJSON: asJSON}
			head, err := t.Log.Store().Head(cmd.Context())
			if err != nil {
				return err
			}
			m := newMeter("events", head.Commit)
			err = engine.ReadPages(cmd.Context(), t.Log.Store(), eventstore.Position{}, head, func(page []eventstore.Recorded) error {
				m.set(page[len(page)-1].Position.Commit)
				for _, r := range page {
					if !t.Log.IsForeign(r) {
						continue
					}
					if err := list.add(r); err != nil {
						return err
					}
				}
				return nil
			})
			m.end(err)
			if err != nil {
				return err
			}
			return list.end(cmd.ErrOrStderr())
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a line")
	return cmd
}

// foreignList prints foreign events as they are found.
type foreignList struct {
	out         io.Writer
	asJSON      bool
	all, inside int64
}

func (l *foreignList) add(r eventstore.Recorded) error {
	e := listedEvent{
		Position: r.Position.Commit, Stream: r.Stream, Revision: r.Revision, Type: r.Type, At: r.BookedAt.UTC(),
		Inside: catalogue.Owns(r.Stream),
	}
	l.all++
	mark := " "
	if e.Inside {
		l.inside++
		mark = "!"
	}
	if l.asJSON {
		return json.NewEncoder(l.out).Encode(e)
	}
	_, err := fmt.Fprintf(l.out, "%s %12d  %s  %s  revision %d of %q\n",
		mark, e.Position, e.At.Format(time.RFC3339), e.Type, e.Revision, e.Stream)
	return err
}

func (l *foreignList) end(out io.Writer) error {
	if l.inside > 0 {
		return found("%d of %d foreign events are in streams of the gateway", l.inside, l.all)
	}
	_, err := fmt.Fprintf(out, "%d foreign events\n", l.all)
	return err
}
