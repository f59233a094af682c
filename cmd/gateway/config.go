package main

import (
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"gateway/cmd/gateway/config"

	"github.com/spf13/cobra"
)

func configCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Check the configuration",
	}
	cmd.AddCommand(configCheckCommand())
	requireSubcommand(cmd)
	return cmd
}

func configCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check",
		Short: "Print the configuration that serve would use, and all that is wrong with it; exit 1 when something is",
		Long: "Print each variable with the value that serve would use; of secrets only that they are set, and of URLs among them\n" +
			"where they lead. Then name every variable that is wrong, and those that are set and not read, such as misspelt ones.\n" +
			"Exit 0 when serve would start with it, 1 when not. It connects to nothing.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			config, wrong := config.Load()
			err := printSettings(cmd.OutOrStdout(), config)
			if wrong == nil { // the error also names the variables that are not read
				printWarnings(cmd.OutOrStdout(), config)
			}
			return errors.Join(wrong, err)
		},
	}
}

func printSettings(out io.Writer, c config.Config) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, s := range c.Settings() {
		value := s.Value
		if value == "" {
			value = "-"
		}
		if s.File != "" {
			value += " from " + s.File
		}
		fmt.Fprintf(t, "%s\t%s\n", s.Name, value)
	}
	return t.Flush()
}

func printWarnings(out io.Writer, c config.Config) {
	for _, w := range c.Warnings() {
		fmt.Fprintln(out, "warning:", w)
	}
}
