package books

import (
	"io"
	"strconv"
	"time"

	"gateway/domain/jsontext"
	"gateway/projections/sheet"

	"github.com/shopspring/decimal"
)

// The CSV files have the same fields as the JSON, under the same names. New columns are added at the end.

// MovementCSV writes the heading and returns a function that writes a movement.
// Postings are written as `account=amount`, separated by spaces. The caller flushes
// the writer.
func MovementCSV(w *sheet.Writer) (func(Movement) error, error) {
	err := w.Write([]string{
		"position", "at", "kind", "reference", "amount", "saldo_after", "postings", "who", "why", "value_date", "approved_by",
	})
	return func(m Movement) error { return w.Write(m.row()) }, err
}

func (m Movement) row() []string {
	var postings []byte
	for i, p := range m.Postings {
		if i > 0 {
			postings = append(postings, ' ')
		}
		postings = append(append(postings, p.Account...), '=')
		postings = jsontext.AppendDecimal(postings, p.Amount)
	}
	return []string{
		strconv.FormatInt(m.Position, 10), m.At.UTC().Format(time.RFC3339Nano), m.Kind, m.Reference,
		number(m.Amount), number(m.BalanceAfter), string(postings), m.Who, m.Why,
		m.ValueDate.UTC().Format(time.RFC3339Nano), m.ApprovedBy,
	}
}

func number(d decimal.Decimal) string { return string(jsontext.AppendDecimal(nil, d)) }

// CSV writes the statement as a heading and a row.
func (s Statement) CSV(out io.Writer) error {
	return sheet.NewWriter(out).WriteAll([][]string{
		{"client_id", "at", "saldo", "saldo_yang_bisa_ditarik", "ditahan", "belum_settle", "piutang"},
		{
			strconv.FormatInt(s.ClientID, 10), s.At.Format(time.RFC3339Nano), s.Balance.String(),
			s.Available.String(), s.Held.String(), s.Unsettled.String(), s.Receivable.String(),
		},
	})
}

// CSV writes a heading, a row for each account, and the row `sum`.
func (t TrialBalance) CSV(out io.Writer) error {
	rows := [][]string{{"account", "balance"}}
	for _, a := range t.Accounts {
		rows = append(rows, []string{a.Account, a.Balance.String()})
	}
	return sheet.NewWriter(out).WriteAll(append(rows, []string{"sum", t.Sum.String()}))
}
