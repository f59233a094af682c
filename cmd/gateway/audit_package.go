package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"gateway/cmd/gateway/wiring"
	"gateway/projections/audit/auditpackage"
	"gateway/projections/notary"

	"github.com/spf13/cobra"
)

func auditPackageCommand() *cobra.Command {
	var out string
	var full bool
	cmd := &cobra.Command{
		Use:   "package YYYY-MM --out FILE [--full]",
		Short: "Write all that an auditor takes home of a closed month into one archive",
		Long: "Write all that an auditor takes home of a closed month into one archive: the events, the statements, the fee invoices, the\n" +
			"trial balances, the safeguarding of each day, the proofs, the audit log, a page that checks the archive without a program, and a\n" +
			"README in English and Indonesian that says how to compute each figure again. The same month gives the same bytes at any time.\n" +
			"It asks the read models where the month lies and what the accounts had before it, and compares that with the signed closing; with\n" +
			"--full it uses nothing but the log, and reads all of it. It ends with 1 when the log is not what was closed, and with 2 for a\n" +
			"month that is not closed.",
		Args: cobra.ExactArgs(1),
		RunE: withReadModels(func(cmd *cobra.Command, t *wiring.Tools, args []string) error {
			source, err := packageSource(cmd.Context(), t, full)
			if err != nil {
				return err
			}
			write, err := source.Archive(cmd.Context(), args[0])
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			err = writeFile(out, cmd.OutOrStdout(), func(file io.Writer) error {
				w := bufio.NewWriterSize(file, 1<<16)
				return errors.Join(write(w), w.Flush())
			})
			if errors.Is(err, auditpackage.ErrChanged) {
				err = found("%v", err)
			}
			return err
		}),
	}
	cmd.Flags().StringVar(&out, "out", "", "the file to write; - is the standard output")
	cmd.Flags().BoolVar(&full, "full", false, "use nothing but the log, and read all of it")
	_ = cmd.MarkFlagRequired("out") // fails only for an unknown flag
	return cmd
}

// packageSource returns what packages are made of: with full, the log alone.
func packageSource(ctx context.Context, t *wiring.Tools, full bool) (auditpackage.Source, error) {
	key, err := t.CheckpointKey(ctx)
	if err != nil {
		return auditpackage.Source{}, err
	}
	s := auditpackage.NewSource(t.Log, t.Queries, notary.NewSigner(t.Tree(), key, t.Logger), wiring.TaxRules(t.Config))
	if full {
		s.Books, s.Notary = bookReader(t), notary.Recount{Store: t.Log.Store(), Signer: key}
	}
	return s, nil
}
