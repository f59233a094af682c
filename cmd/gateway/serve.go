package main

import (
	"gateway/cmd/gateway/app"

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
			config, err := app.Load()
			if err != nil {
				return err
			}
			app.RedirectLibraries(config)
			return app.Run(cmd.Context(), config, app.Options{Out: cmd.OutOrStdout(), Version: version})
		},
	}
}
