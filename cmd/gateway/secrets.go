package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"

	"gateway/cmd/gateway/wiring"
	"gateway/domain/account"
	"gateway/domain/secondfactor"
	"gateway/domain/secret"
	"gateway/eventstore"
	"gateway/http/service/state"
	"gateway/projections/engine"

	"github.com/spf13/cobra"
)

func secretsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "secrets",
		Short: "List the master secrets, and how much is still derived from each; exit 1 when one is missing",
		Long: "List the master secrets that the configuration has (MASTER_SECRET, MASTER_SECRETS_FORMER, MASTER_SECRET_NEXT) by their\n" +
			"ids, and how many callback secrets, second factors and keys of files are derived from each. A former one may be taken out of\n" +
			"the configuration when all are 0. It shows no secret, works beside a running gateway and reads the whole log. Exit 1 when something is\n" +
			"derived from a master secret that the configuration lacks.",
		Args: cobra.NoArgs,
		RunE: withTools(func(cmd *cobra.Command, t *wiring.Tools, _ []string) error {
			masters, err := t.Masters(cmd.Context())
			if err != nil {
				return err
			}
			head, err := t.Log.Store().Head(cmd.Context())
			if err != nil {
				return err
			}
			uses := masterUses{masters: masters, callbacks: map[int64]string{}, factors: map[string]secondfactor.State{}}
			m := newMeter("events", head.Commit)
			err = engine.ReadPages(cmd.Context(), t.Log.Store(), eventstore.Position{}, head, func(page []eventstore.Recorded) error {
				m.set(page[len(page)-1].Position.Commit)
				for _, e := range engine.DecodePage(t.Log, page) {
					uses.add(e)
				}
				return nil
			})
			m.end(err)
			if err != nil {
				return err
			}
			if uses.files, err = state.New(t.Databases.State).FileMasters(cmd.Context()); err != nil {
				return err
			}
			return uses.print(cmd.OutOrStdout())
		}),
	}
}

// masterUses folds from which master secret each callback secret and second factor is derived.
type masterUses struct {
	masters   secret.Ring
	callbacks map[int64]string // by client
	factors   map[string]secondfactor.State
	// files counts the files, by the id of the master secret.
	files map[string]int
}

func (u masterUses) add(e eventstore.Envelope) {
	switch event := e.Event.(type) {
	case account.Registered:
		u.callbacks[event.ClientID] = event.MasterID
	case account.WebhookSecretRotated:
		u.callbacks[event.ClientID] = event.MasterID
	case secondfactor.Begun, secondfactor.SetUp, secondfactor.Removed:
		u.factors[e.Stream] = secondfactor.Evolve(u.factors[e.Stream], event)
	}
}

func (u masterUses) print(out io.Writer) error {
	type count struct{ callbacks, factors, files int }
	counts := map[string]count{}
	add := func(named string, more count) {
		id := u.idOf(named)
		c := counts[id]
		counts[id] = count{c.callbacks + more.callbacks, c.factors + more.factors, c.files + more.files}
	}
	for _, named := range u.callbacks {
		add(named, count{callbacks: 1})
	}
	for _, s := range u.factors {
		if s.Active != 0 {
			add(s.ActiveMasterID, count{factors: 1})
		}
	}
	for named, n := range u.files {
		add(named, count{files: n})
	}
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "MASTER SECRET\tIS\tCALLBACK SECRETS\tSECOND FACTORS\tFILES")
	row := func(id, is string) {
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%d\n", id, is, counts[id].callbacks, counts[id].factors, counts[id].files)
		delete(counts, id)
	}
	for i, m := range u.masters.All() {
		is := "other"
		if i == 0 {
			is = "current"
		}
		row(m.ID, is)
	}
	missing := slices.Sorted(maps.Keys(counts))
	for _, id := range missing {
		row(id, "MISSING")
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if len(missing) > 0 {
		return found("something is derived from a master secret that is not configured: name it in MASTER_SECRETS_FORMER")
	}
	return nil
}

// idOf returns the id of the master secret that an event uses, even if the event names none.
func (u masterUses) idOf(named string) string {
	if m, err := u.masters.ByID(named); err == nil {
		return m.ID
	}
	return named
}
