package periodservice

import (
	"context"
	"io"
	"strconv"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/period"
	"gateway/projections/notary"
	"gateway/projections/sheet"
)

// ErrOpen refuses the statement of a month that is not closed.
var ErrOpen = &domain.Refusal{Kind: domain.Conflict, Code: "period_open", Field: "period", Message: "the month is not closed"}

// Statement returns what writes the statement of a closed month, a CSV file whose last row signs the others. Only the
// event period.closed.v1 and the key that signed its checkpoint decide its bytes. Refusals: invalid_field period, ErrOpen.
func (p Periods) Statement(ctx context.Context, name string) (func(out io.Writer) error, error) {
	m, err := p.month(ctx, name)
	switch {
	case err != nil:
		return nil, err
	case m.Closed == nil:
		return nil, ErrOpen
	}
	return func(out io.Writer) error {
		return writeStatement(out, *m.Closed, p.Notary.Key().Signing(m.Closed.Checkpoint))
	}, nil
}

// writeStatement writes the rows and the signature.
func writeStatement(out io.Writer, c period.Closed, key notary.Key) error {
	signing := notary.NewSigningWriter(out)
	w := sheet.NewWriter(signing)
	if err := w.WriteAll(statementRows(c)); err != nil {
		return err
	}
	signature, err := signing.Sign(key)
	if err != nil {
		return err
	}
	last := sheet.NewWriter(out)
	return last.WriteAll([][]string{{
		"signature", signature.Format, strconv.FormatInt(signature.Lines, 10), "sha256:" + signature.SHA256, "ed25519:" + signature.Signature, "",
	}})
}

func statementRows(c period.Closed) [][]string {
	const decimals = 2
	rows := [][]string{
		{"kind", "name", "opening", "debit", "credit", "closing"},
		{"month", c.Month, c.TimeZone, c.From.UTC().Format(time.RFC3339), c.Until.UTC().Format(time.RFC3339), ""},
		{"events", "", strconv.FormatInt(c.EventsBefore, 10), "", "", strconv.FormatInt(c.Events, 10)},
	}
	for _, l := range c.TrialBalance {
		rows = append(rows, []string{
			"account", l.Account, l.Opening.StringFixed(decimals), l.Debit.StringFixed(decimals), l.Credit.StringFixed(decimals),
			l.Closing.StringFixed(decimals),
		})
	}
	for _, check := range c.Checks {
		rows = append(rows, []string{"check", check.Name, "", "", "", strconv.Itoa(len(check.Findings))})
	}
	for _, a := range c.Accepted {
		rows = append(rows, []string{"accepted_finding", a.Finding, a.Reason, "", "", ""})
	}
	rows = append(rows,
		[]string{period.StatusClosed, c.By, c.ApprovedBy, c.At.UTC().Format(time.RFC3339Nano), "", ""}, []string{"hash", c.Hash, "", "", "", ""})
	for line := range strings.Lines(c.Checkpoint) {
		rows = append(rows, []string{"checkpoint", strings.TrimSuffix(line, "\n"), "", "", "", ""})
	}
	return rows
}
