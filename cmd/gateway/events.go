package main

import "github.com/spf13/cobra"

func eventsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "events",
		Short: "Back up and restore the log, or let others read it",
	}
	requireSubcommand(cmd)
	cmd.AddCommand(eventsExportCommand(), eventsImportCommand(), eventsCopyCommand(), eventsServeCommand(),
		eventsForeignCommand(), eventsRangesCommand(), eventsSealCommand(), eventsArchiveCommand(), eventsCheckCommand(),
		eventsAcceptOlderCommand(), eventsResumePayoutsCommand())
	return cmd
}
