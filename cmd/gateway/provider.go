package main

import "github.com/spf13/cobra"

func providerCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "provider",
		Short: "Ask about the payment provider",
	}
	requireSubcommand(cmd)
	cmd.AddCommand(providerCheckCommand(), providerReadFromCommand())
	return cmd
}
