package main

import (
	"gateway/cmd/gateway/config"
	"gateway/cmd/gateway/database"
	"gateway/cmd/gateway/logging"
	"gateway/cmd/gateway/wiring"

	"github.com/spf13/cobra"
)

func serveCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "serve",
		Short: "Serve the API, until Ctrl-C or SIGTERM",
		Long: "Serve the API. Without DATABASE_URL a PostgreSQL of the gateway's own is started in DATA_DIR.\n" +
			"In the sandbox (ENVIRONMENT=sandbox, the default) a simulated payment provider is built in.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			config, err := config.Load()
			if err != nil {
				return err
			}
			logging.RedirectLibraries(config)
			return wiring.Run(cmd.Context(), config, wiring.Options{Out: cmd.OutOrStdout(), Version: version})
		},
	}
}

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
