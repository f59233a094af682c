package main

import (
	"errors"
	"fmt"

	"gateway/cmd/gateway/app"
	"gateway/projections/audit"

	"github.com/spf13/cobra"
)

func auditCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Questions that an auditor asks, answered from the log itself",
		Long: "Questions that an auditor asks, answered from the log itself and not from a read model.\n" +
			"The commands work beside a running gateway and without one; none of them changes anything.",
	}
	cmd.AddCommand(verifyCommand(), historyCommand(), balanceCommand(), trialBalanceCommand())
	return cmd
}

// withTools runs a command on the installation that the environment names.
func withTools(run func(cmd *cobra.Command, t *app.Tools, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) (err error) {
		config, err := app.Load()
		if err != nil {
			return err
		}
		t, err := app.OpenTools(cmd.Context(), config)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, t.Close(cmd.Context())) }()
		return run(cmd, t, args)
	}
}

func verifyCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Hold all invariants against the installation; exit 1 when one is broken",
		Args:  cobra.NoArgs,
		RunE: withTools(func(cmd *cobra.Command, t *app.Tools, _ []string) error {
			report, err := audit.Verify(cmd.Context(), t.Installation())
			if err != nil {
				return err
			}
			if asJSON {
				err = printJSON(cmd.OutOrStdout(), report)
			} else {
				_, err = fmt.Fprint(cmd.OutOrStdout(), report)
			}
			if err == nil && !report.OK() {
				err = fmt.Errorf("%d findings", len(report.Findings))
			}
			return err
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the report as JSON")
	return cmd
}
