package main

import (
	"gateway/projections/rebuild"

	"github.com/spf13/cobra"
)

func projectionsCleanCommand() *cobra.Command {
	var all bool
	cmd := &cobra.Command{
		Use:   "clean NAME... | --all",
		Short: "Remove the tables that rebuilds keep, and what interrupted ones had built",
		RunE: withModels(&all, func(cmd *cobra.Command, r *rebuild.Rebuilder, names []string) error {
			return r.Clean(cmd.Context(), names)
		}),
	}
	allFlag(cmd, &all)
	return cmd
}
