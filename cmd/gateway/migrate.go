package main

import (
	"gateway/cmd/gateway/app"

	"github.com/spf13/cobra"
)

func migrateCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "migrate",
		Short: "Create the databases that are missing, bring their schemas up to date, and end",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			config, err := app.Load()
			if err != nil {
				return err
			}
			return app.Migrate(cmd.Context(), config, cmd.OutOrStdout())
		},
	}
}
