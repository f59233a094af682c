package main

import (
	"gateway/cmd/gateway/config"
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
