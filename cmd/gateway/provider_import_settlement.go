package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"gateway/cmd/gateway/wiring"
	"gateway/domain/settlementfile"
	"gateway/projections/reactor/bookreactor"

	"github.com/spf13/cobra"
)

func providerImportSettlementCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "import-settlement CONNECTION FILE",
		Short: "Take in a settlement file of a connection that lists no bookings; exit 1 when rows are left out",
		Long: "Take in what a company without a list of bookings has settled, and its fees, from a file in our own CSV form (deploy/PROVIDERS.md\n" +
			"has an example); - is standard input. Its first line names the columns:\n" +
			"  " + strings.Join(settlementfile.Columns(), ",") + "\n" +
			"provider_id, channel and vat may be missing. A row is one booking. id is the company's id of it, once in all files of the\n" +
			"connection. kind is one of " + strings.Join(settlementfile.Kinds(), ", ") + ".\n" +
			"reference is ours: the transaction_id, or the reference of the payout; of our own money the reference of the treasury entry.\n" +
			"provider_id is the company's id of the payment, payout, refund or chargeback. amount is gross; fee is without vat. Amounts are\n" +
			"plain rupiah with at most 2 decimals, times RFC 3339 or days of BUSINESS_TIME_ZONE. settled_at is for payments only.\n" +
			fmt.Sprintf("A file has at most %d rows and %d bytes, in UTF-8; semicolons may separate its columns.\n",
				settlementfile.MaxRows, settlementfile.MaxBytes) +
			"All problems of a file are told at once, and then nothing is taken in. Each row is taken in once: a file may be imported again,\n" +
			"also after the command was killed, and beside a running gateway. Payments become SETTLED, and estimates of fees give way to the\n" +
			"fees. Rows about what the log does not have are left out, and told. Money that is not here is taken in only if the company\n" +
			"confirms it when it is asked.",
		Args: cobra.ExactArgs(2),
		RunE: withTools(func(cmd *cobra.Command, t *wiring.Tools, args []string) (err error) {
			set, closeProviders, err := t.Providers(cmd.Context())
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, closeProviders()) }()
			if err := wiring.CheckSettlementFile(set, args[0]); err != nil {
				return err
			}
			text, err := readAtMost(args[1], settlementfile.MaxBytes)
			if err != nil {
				return err
			}
			rows, problems := settlementfile.Parse(text, args[0], t.Calendar, time.Now())
			if len(problems) > 0 {
				return printProblems(cmd.OutOrStdout(), problems)
			}
			m := newMeter("rows", int64(len(rows)))
			result, err := t.ImportSettlement(cmd.Context(), set, args[0], rows, func(done int) { m.set(int64(done)) })
			m.end(err)
			if err != nil {
				return fmt.Errorf("%w: %d rows were taken in; import the file again", err, result.New)
			}
			return printImport(cmd.OutOrStdout(), result)
		}),
	}
}

// readAtMost reads a file, and a byte more than so many if it has more.
func readAtMost(name string, most int64) (text []byte, err error) {
	file, err := inputFile(name)
	if err != nil {
		return nil, err
	}
	text, err = io.ReadAll(io.LimitReader(file, most+1))
	return text, errors.Join(err, file.Close())
}

func printProblems(out io.Writer, problems []settlementfile.Problem) error {
	for _, p := range problems {
		if _, err := fmt.Fprintf(out, "FOUND  %s\n", p); err != nil {
			return err
		}
	}
	return found("nothing was taken in: the file has %d problems", len(problems))
}

// printImport prints what became of the rows.
func printImport(out io.Writer, r bookreactor.FileResult) error {
	for _, n := range r.Left {
		fmt.Fprintf(out, "FOUND  line %d, %s: %s\n", n.Line, n.ID, n.Text)
	}
	for _, n := range r.ToEnter {
		fmt.Fprintf(out, "ENTER  line %d, %s: %s\n", n.Line, n.ID, n.Text)
	}
	changed := ""
	if r.New == 0 && len(r.Left) == 0 {
		changed = ": nothing changed"
	}
	fmt.Fprintf(out, "%d rows are new, %d were known, %d are left out%s.\n", r.New, r.Known, len(r.Left), changed)
	_, err := fmt.Fprintf(out, "paid Rp %s, fees with VAT Rp %s, net Rp %s (rows that were taken in, now or before)\n",
		r.Gross.StringFixed(2), r.Fees.StringFixed(2), r.Net.StringFixed(2))
	if err == nil && len(r.Left) > 0 {
		err = found("%d rows are left out", len(r.Left))
	}
	return err
}
