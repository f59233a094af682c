package main

import (
	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/database"

	"github.com/spf13/cobra"
)

func migrateCommand() *cobra.Command {
	var grants database.Grants
	cmd := &cobra.Command{
		Use:   "migrate [--serve-role ROLE] [--audit-role ROLE]",
		Short: "Create the databases that are missing, bring their schemas up to date, and end",
		Long: "Create the databases that are missing, bring their schemas up to date, and end. It logs in as MIGRATE_USER with\n" +
			"MIGRATE_PASSWORD, where that is set, in place of the user of DATABASE_URL, EVENTSTORE_URL and STATE_URL: the owner of the schemas.\n\n" +
			"With --serve-role the role of gateway serve gets the rights that it needs: it appends events, can't change or remove\n" +
			"one, and creates nothing in the log's schema. With --audit-role an auditor's role may read what gateway audit reads. The\n" +
			"roles must exist, and the owner must be a superuser or a member of the role of gateway serve, which owns the read models from then on.\n" +
			"Both run with MIGRATE=off.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			config, err := config.Load()
			if err != nil {
				return err
			}
			return database.Migrate(cmd.Context(), config, grants, cmd.OutOrStdout())
		},
	}
	cmd.Flags().StringVar(&grants.Serve, "serve-role", "", "the role of gateway serve, which gets its rights")
	cmd.Flags().StringVar(&grants.Audit, "audit-role", "", "an auditor's role, which gets its rights")
	return cmd
}
