package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"gateway/cmd/gateway/wiring"
	"gateway/domain/connection"
	"gateway/eventstore"
	"gateway/http/outbound/providers"
	"gateway/http/service/connectionservice"
	"gateway/projections/audit/reconcile"

	"github.com/spf13/cobra"
)

func providerListCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the connections to providers, with what is open there",
		Long: "List the connections of the configuration and of the log: the provider, whether new payments and payouts are made\n" +
			"(on, off), what the log says (bound, left, - for none), whether the provider lists its books, the payments and payouts\n" +
			"that are open, the money that is not settled, the sum of the accounts provider:<connection>:clearing and\n" +
			"provider:<connection>:payouts, and the channels. It reads the whole log.",
		Args: cobra.NoArgs,
		RunE: withTools(func(cmd *cobra.Command, t *wiring.Tools, _ []string) error {
			all, err := readConnections(cmd.Context(), t)
			if err != nil {
				return err
			}
			return printConnections(cmd.OutOrStdout(), all)
		}),
	}
}

// shownConnection is a connection of the configuration, of the log, or of both.
type shownConnection struct {
	name string
	// configured is false if only the log names the connection, and named if only the configuration does.
	configured, named bool
	info              providers.Info
	binding           connection.Binding
	standing          reconcile.Standing
}

// readConnections reads all connections: those of the configuration in its order, then the others of the log.
func readConnections(ctx context.Context, t *wiring.Tools) (all []shownConnection, err error) {
	set, closeProviders, err := t.Providers(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closeProviders()) }()
	companies := wiring.CompaniesOf(set)
	log, err := connectionservice.Named(ctx, t.Log, companies)
	if err != nil {
		return nil, err
	}
	names := set.Names()
	for _, info := range set.Info() {
		c := shownConnection{name: info.Name, configured: true, info: info}
		c.binding, c.named = log.Binding(info.Name)
		all = append(all, c)
	}
	for _, b := range log.All() {
		if _, configured := companies[b.Connection]; !configured {
			names = append(names, b.Connection)
			all = append(all, shownConnection{name: b.Connection, named: true, binding: b})
		}
	}
	head, err := t.Log.Store().Head(ctx)
	if err != nil {
		return nil, err
	}
	m := newMeter("events", head.Commit)
	standings, err := reconcile.Standings(ctx, t.Log, names, func(p eventstore.Position) { m.set(p.Commit) })
	m.end(err)
	for i := range all {
		all[i].standing = standings[all[i].name]
	}
	return all, err
}

func (c shownConnection) provider() string {
	if c.configured {
		return c.info.Provider
	}
	return c.binding.Provider
}

func (c shownConnection) state() string {
	switch {
	case !c.configured:
		return "missing"
	case c.info.Off:
		return "off"
	}
	return "on"
}

func (c shownConnection) log() string {
	switch {
	case !c.named:
		return "-"
	case c.binding.Released:
		return "left"
	}
	return "bound"
}

func (c shownConnection) books() string {
	switch {
	case !c.configured:
		return "-"
	case c.info.Lists:
		return "listed"
	}
	return "not listed"
}

func printConnections(out io.Writer, all []shownConnection) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "CONNECTION\tPROVIDER\tSTATE\tLOG\tBOOKS\tPAYMENTS\tPAYOUTS\tUNSETTLED\tCLEARING\tCHANNELS")
	for _, c := range all {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%d\t%d\t%s\t%s\t%s\n", c.name, c.provider(), c.state(), c.log(), c.books(), c.standing.Payments,
			c.standing.Payouts, c.standing.UnsettledAmount.StringFixed(2), c.standing.Clearing.StringFixed(2), strings.Join(c.info.Channels, " "))
	}
	return table.Flush()
}
