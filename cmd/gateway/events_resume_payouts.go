package main

import (
	"errors"
	"fmt"
	"time"

	"gateway/cmd/gateway/wiring"
	"gateway/eventstore"

	"github.com/spf13/cobra"
)

func eventsResumePayoutsCommand() *cobra.Command {
	var by string
	cmd := &cobra.Command{
		Use:   "resume-payouts --by NAME",
		Short: "Let payouts be sent again after a restore or an accepted older log",
		Long: "Let payouts be sent again after a restore or an accepted older log. Compare with the provider first: gateway audit\n" +
			"reconcile names payouts that the provider knows and the log lacks. An order that the provider has of a payout which is open here holds that payout until a person adopts\n" +
			"it (GET /admin/withdrawals?trouble=contradicted lists them, and /admin/settlements). It works beside a running gateway, which goes on\n" +
			"within seconds, and records who said so.",
		Args: cobra.NoArgs,
		RunE: withTools(func(cmd *cobra.Command, t *wiring.Tools, _ []string) error {
			if by == "" {
				return errors.New("--by: say who has compared the payouts")
			}
			g, err := eventstore.ReadGeneration(cmd.Context(), t.Log.Store())
			if err != nil {
				return err
			}
			if !g.PayoutsOff {
				_, err = fmt.Fprintln(cmd.OutOrStdout(), "Payouts are not held back.")
				return err
			}
			if g, err = eventstore.ResumePayouts(cmd.Context(), t.Log.Store(), by, time.Now().UTC()); err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "Payouts are sent again, in generation %d of the log.\n", g.Number)
			return err
		}),
	}
	cmd.Flags().StringVar(&by, "by", "", "who has compared the provider's payouts with the log")
	return cmd
}
