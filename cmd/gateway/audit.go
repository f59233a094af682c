package main

import (
	"github.com/spf13/cobra"
)

func auditCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Questions that an auditor asks, answered from the log itself",
		Long: "Questions that an auditor asks, answered from the log itself and not from a read model.\n" +
			"The commands work beside a running gateway and without one, and none of them changes anything; only close asks a running one.\n" +
			"They end with 0 when the question was answered and nothing is wrong, with 1 when something is wrong, and with 2 when\n" +
			"the question could not be answered, or not wholly.",
	}
	requireSubcommand(cmd)
	cmd.AddCommand(
		auditVerifyCommand(), auditHistoryCommand(), auditBalanceCommand(), auditTrialBalanceCommand(), auditChartCommand(),
		auditCheckpointCommand(), auditProveCommand(), auditCheckCommand(), auditReconcileCommand(),
		auditPackageCommand(), auditCloseCommand(),
	)
	return cmd
}
