package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func TestTheUsageLineOfACommandNamesItsFlags(t *testing.T) {
	t.Parallel()
	var check func(cmd *cobra.Command)
	check = func(cmd *cobra.Command) {
		cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name != "help" && f.Name != "version" && !strings.Contains(cmd.Use, "--"+f.Name) {
				t.Errorf("%s: the line %q lacks --%s", cmd.CommandPath(), cmd.Use, f.Name)
			}
		})
		for _, c := range cmd.Commands() {
			check(c)
		}
	}
	check(rootCommand())
}
