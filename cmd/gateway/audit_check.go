package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

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
			"that the log still begins as it was signed then. FILE is - for standard input. The output says what was not checked.\n" +
			"Exit 0 when the file is sound, 1 when it was changed, cut off or signed with another key, 2 when it could not be checked:\n" +
			"no such file, no key, or the file has no proof for that earlier checkpoint, which says nothing against it.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			file, err := inputFile(args[0])
			if err != nil {
				return err
			}
			defer func() { _ = file.Close() }() // it was only read
			earlier := []byte{}
			if since != "" {
				if earlier, err = os.ReadFile(since); err != nil {
					return err
				}
			}
			c, err := notary.Check(file, key, string(earlier), nil)
			switch {
			case errors.Is(err, notary.ErrNotComparable):
				return errors.Join(printChecked(cmd.OutOrStdout(), c, false), err)
			case errors.Is(err, notary.ErrKey):
				return err
			case err != nil:
				return found("%v", err)
			}
			return printChecked(cmd.OutOrStdout(), c, since != "")
		},
	}
	cmd.Flags().StringVar(&key, "key", "", "the verifier key that the operator has published")
	cmd.Flags().StringVar(&since, "since", "", "file of an earlier checkpoint")
	_ = cmd.MarkFlagRequired("key") // fails only for an unknown flag
	return cmd
}

// printChecked prints what was checked, up to which event, and what was not checked.
func printChecked(out io.Writer, c notary.CheckResult, consistent bool) error {
	fmt.Fprintf(out, "The file is as it was signed with this key, and so is its checkpoint over %d events.\n", c.Tree.N)
	fmt.Fprintf(out, "All %d lines are in the log that was signed.\n", c.Lines)
	if h := c.Heading; h.Balance != nil {
		fmt.Fprintf(out, "The statement of client %d is complete up to its last line, and adds up to saldo %s at %s.\n",
			h.ClientID, h.Balance.StringFixed(2), h.At.Format(time.RFC3339))
	}
	if consistent {
		fmt.Fprintln(out, "Nothing before the earlier checkpoint was altered, removed or inserted.")
	} else {
		fmt.Fprintln(out, "Not checked: whether the log was changed before it was signed. "+
			"Give a checkpoint that you kept with --since, to gateway audit prove too.")
	}
	_, err := fmt.Fprintf(out, "Not checked: what came after event %d of the log.\n", c.Tree.N)
	return err
}
