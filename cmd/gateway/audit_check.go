package main

import (
	"fmt"
	"io"
	"os"

	"gateway/projections/notary"

	"github.com/spf13/cobra"
)

func auditCheckCommand() *cobra.Command {
	var key, since string
	cmd := &cobra.Command{
		Use:   "check FILE --key KEY [--since CHECKPOINT]",
		Short: "Check a file of gateway audit prove, offline and without any database",
		Long: "Check a file of gateway audit prove: the signature of its checkpoint, the proof of every line, and for a statement\n" +
			"that no line is missing and that the lines add up to the balance. With --since, a checkpoint kept from before, also\n" +
			"that the log still begins as it was signed then. FILE is - for standard input.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			file, err := inputFile(args[0])
			if err != nil {
				return err
			}
			defer func() { _ = file.Close() }() // it was read only
			earlier := []byte{}
			if since != "" {
				if earlier, err = os.ReadFile(since); err != nil {
					return err
				}
			}
			c, err := notary.Check(file, key, string(earlier), nil)
			if err != nil {
				return err
			}
			return printChecked(cmd.OutOrStdout(), c, since != "")
		},
	}
	cmd.Flags().StringVar(&key, "key", "", "the verifier key that the operator has published")
	cmd.Flags().StringVar(&since, "since", "", "file of an earlier checkpoint")
	_ = cmd.MarkFlagRequired("key") // fails for an unknown flag only
	return cmd
}

func printChecked(out io.Writer, c notary.CheckResult, consistent bool) error {
	fmt.Fprintf(out, "The checkpoint over %d events is signed with this key.\n", c.Tree.N)
	if consistent {
		fmt.Fprintln(out, "Nothing before the earlier checkpoint was altered, removed or inserted.")
	}
	fmt.Fprintf(out, "All %d lines are in the log that was signed.\n", c.Lines)
	if c.Heading.Balance == nil {
		return nil
	}
	_, err := fmt.Fprintf(out, "The statement of client %d is complete up to its last line, and adds up to saldo %s.\n",
		c.Heading.ClientID, c.Heading.Balance.StringFixed(2))
	return err
}
