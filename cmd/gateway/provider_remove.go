package main

import (
	"errors"
	"fmt"
	"time"

	"gateway/cmd/gateway/wiring"
	"gateway/domain"
	"gateway/domain/connection"
	"gateway/domain/routing"
	"gateway/eventstore"

	"github.com/spf13/cobra"
)

func providerRemoveCommand() *cobra.Command {
	var by string
	cmd := &cobra.Command{
		Use:   "remove CONNECTION --by NAME",
		Short: "Record that a connection was left, so that the configuration may drop it; exit 1 with the reasons when it can't go",
		Long: "Record that a connection was left, so that the gateway starts without it. It is refused, with all reasons, while the\n" +
			"connection is not off, a rule of the routing names it, a payment or payout is open there, money is not settled, or\n" +
			"the accounts provider:<connection>:clearing and provider:<connection>:payouts are not zero together. Restart every\n" +
			"instance with off: true before. It reads the whole log, and records who said so. The name stays that of its\n" +
			"provider: no other company may get it.",
		Args: cobra.ExactArgs(1),
		RunE: withTools(func(cmd *cobra.Command, t *wiring.Tools, args []string) error {
			if by == "" {
				return errors.New("--by: say who leaves the provider")
			}
			all, err := readConnections(cmd.Context(), t)
			if err != nil {
				return err
			}
			for _, c := range all {
				if c.name == args[0] && c.named {
					return remove(cmd, t, c, by)
				}
			}
			return found("the log names no connection %s: there is nothing to leave, and the configuration may drop it", args[0])
		}),
	}
	cmd.Flags().StringVar(&by, "by", "", "who leaves the provider")
	return cmd
}

func remove(cmd *cobra.Command, t *wiring.Tools, c shownConnection, by string) error {
	if c.binding.Released {
		_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s was left before.\n", c.name)
		return err
	}
	rules, _, err := eventstore.Load(cmd.Context(), t.Log, routing.Aggregate, routing.Stream())
	if err != nil {
		return err
	}
	reasons := c.reasonsToStay()
	for _, number := range routing.Naming(rules.Last.Rules, c.name) {
		reasons = append(reasons, fmt.Sprintf("rule %d of the routing names it (%s): change the rules at /console/routing",
			number, rules.Last.Rules[number-1]))
	}
	for _, reason := range reasons {
		fmt.Fprintf(cmd.OutOrStdout(), "FOUND  %s\n", reason)
	}
	if len(reasons) > 0 {
		return found("%s can't go: %d reasons", c.name, len(reasons))
	}
	ctx := eventstore.WithMetadata(cmd.Context(), eventstore.Metadata{
		Actor: "machine:" + by, RequestID: fmt.Sprintf("command-%d", time.Now().UnixNano()),
	})
	leave := connection.ReleaseCmd{Connection: c.name, By: by, At: time.Now().UTC().Truncate(time.Microsecond)}
	_, err = eventstore.Execute(ctx, t.Log, connection.Aggregate, connection.Stream(), func(s connection.State) ([]domain.Event, error) {
		// A former log names Xendit without an event. That it does, readConnections has found.
		return connection.Release(s.WithFormer(), leave)
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s is left: the configuration may drop it. Its name stays that of %s.\n",
		c.name, c.binding.Provider)
	return err
}

// reasonsToStay lists why the connection can't be left yet.
func (c shownConnection) reasonsToStay() (reasons []string) {
	add := func(format string, args ...any) { reasons = append(reasons, fmt.Sprintf(format, args...)) }
	if c.configured && !c.info.Off {
		add("it is on: set off: true, and restart every instance, so that it gets no more payments and payouts")
	}
	if s := c.standing; s.Payments > 0 {
		add("%d payments wait for money there: they end when they are paid or expire", s.Payments)
	}
	if s := c.standing; s.Payouts > 0 {
		add("%d payouts that were ordered there have not ended", s.Payouts)
	}
	if s := c.standing; s.Reports > 0 {
		add("%d notifications of money wait until the provider was asked about them", s.Reports)
	}
	// A provider without books reports no settlement: its accounts say whether all of the money is explained.
	if s := c.standing; s.Unsettled > 0 && c.info.Lists {
		add("the money of %d payments, Rp %s, is not settled yet", s.Unsettled, s.UnsettledAmount.StringFixed(2))
	}
	if s := c.standing; !s.EstimatedFees.IsZero() {
		add("Rp %s of its fees are estimates: import its settlement files", s.EstimatedFees.StringFixed(2))
	}
	if !c.standing.Clearing.IsZero() {
		add("provider:%s:clearing and provider:%s:payouts are Rp %s together, not zero: %s",
			c.name, c.name, c.standing.Clearing.StringFixed(2), c.advice())
	}
	return reasons
}

// advice tells how the accounts of the connection get to zero.
func (c shownConnection) advice() string {
	if c.info.Lists {
		return "withdraw what is there, enter it as provider_withdrawal (POST /api/v2/admin/treasury), and see " +
			"gateway audit reconcile --connection " + c.name
	}
	return "the books of " + c.binding.Provider + " can't be asked, so import its settlement files, compare with its statements, and enter " +
		"what was withdrawn as a treasury entry (POST /api/v2/admin/treasury)"
}
