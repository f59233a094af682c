package main

import (
	"github.com/spf13/cobra"
)

func auditCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Questions that an auditor asks, answered from the log itself",
		Long: "Questions that an auditor asks, answered from the log itself and not from a read model.\n" +
			"The commands work beside a running gateway and without one; none of them changes anything.",
	}
	requireSubcommand(cmd)
	cmd.AddCommand(
		auditVerifyCommand(), auditHistoryCommand(), auditBalanceCommand(), auditTrialBalanceCommand(), auditChartCommand(),
		auditCheckpointCommand(), auditProveCommand(), auditCheckCommand(), auditReconcileCommand(),
	)
	return cmd
}
