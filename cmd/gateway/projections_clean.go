package main

import (
	"gateway/domain/projection"
	"gateway/projections/rebuild"

	"github.com/spf13/cobra"
)

func projectionsCleanCommand() *cobra.Command {
	var all, former bool
	cmd := &cobra.Command{
		Use:   "clean NAME... | --all [--former]",
		Short: "Remove the tables that rebuilds keep, and what interrupted ones had built",
		Long: "Remove the tables that rebuilds keep for a rollback, and what interrupted ones had built. With --former also the read\n" +
			"models of other versions of the program, which an upgrade leaves beside those of this one: no instance of another\n" +
			"version can start on them any more.",
		RunE: withModels(projection.Clean, &all, func(cmd *cobra.Command, r *rebuild.Rebuilder, names []string) error {
			if err := r.Clean(cmd.Context(), names); err != nil || !former {
				return err
			}
			return r.CleanFormer(cmd.Context())
		}),
	}
	allFlag(cmd, &all)
	cmd.Flags().BoolVar(&former, "former", false, "also remove the read models of other versions of the program")
	return cmd
}
