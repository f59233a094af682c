package main

import (
	"fmt"

	"gateway/domain/projection"
	"gateway/projections/rebuild"

	"github.com/spf13/cobra"
)

func projectionsRollbackCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "rollback NAME",
		Short: "Let the tables serve again that the last rebuild replaced",
		Long: "Let the tables serve again that the last rebuild replaced. They are brought up to date first; those that serve now\n" +
			"are kept in their place, so that a second rollback undoes the first.",
		Args: cobra.ExactArgs(1),
		RunE: withRebuilder(projection.Rollback, func(cmd *cobra.Command, r *rebuild.Rebuilder, args []string) error {
			done, err := r.Rollback(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: the former tables serve again, at event %d\n", done.Name, done.Position)
			return err
		}),
	}
}
