// Package statementfile answers with a client's monthly statement as JSON, as a CSV file, or as a printable PDF
// file. Both the merchants' and the administrators' surface call it.
package statementfile

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"gateway/domain"
	"gateway/domain/statement"
	"gateway/domain/words"
	"gateway/http/api/envelope"
	"gateway/http/service/balanceservice"
	"gateway/projections/audit/books"
	"gateway/projections/notary"
	"gateway/projections/sheet"

	"github.com/gin-gonic/gin"
)

// Request selects the statement and its format.
type Request struct {
	ClientID int64
	// Month is written as 2026-01; "" is the current month.
	Month string
	// Format is json, csv or pdf.
	Format string
	// Language is the language of a PDF file; empty is Indonesian.
	Language words.Language
}

// Answer answers with the statement. Its refusals are those of Balances.Month.
func Answer(c *gin.Context, balances *balanceservice.Balances, r Request) {
	ctx := c.Request.Context()
	m, err := balances.Month(ctx, r.ClientID, r.Month)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	read := func(visit func(books.Change) error) error { return balances.ReadMonth(ctx, &m, visit) }
	switch r.Format {
	case "csv":
		envelope.Download(c, fileName(m, "csv"), "text/csv; charset=utf-8", func(out io.Writer) error {
			return WriteSigned(out, balances.SigningKey(), books.MonthColumns(), func(w *sheet.Writer) error { return m.CSV(w, read) })
		})
	case "pdf":
		printed, err := printMonth(ctx, balances, m, r.Language)
		if err != nil {
			envelope.Fail(c, err)
			return
		}
		envelope.Download(c, fileName(m, "pdf"), "application/pdf", printed.PDF)
	default:
		err := read(nil)
		envelope.Respond(c, m, err)
	}
}

// ErrNotOver refuses to sign a PDF file that may still change.
var ErrNotOver = domain.InvalidField("month", "is not over: only then has the PDF file a signature; the CSV file always has one")

// AnswerSignature answers with the signature of a month's PDF file. Once the month is over, the file of a month
// and language is the same at each call, so the signature fits it. Format is ignored. Refusals: those of
// Balances.Month, and ErrNotOver.
func AnswerSignature(c *gin.Context, balances *balanceservice.Balances, r Request) {
	ctx := c.Request.Context()
	m, err := balances.Month(ctx, r.ClientID, r.Month)
	if err == nil && !m.Complete {
		err = ErrNotOver
	}
	var printed Printed
	if err == nil {
		printed, err = printMonth(ctx, balances, m, r.Language)
	}
	var file bytes.Buffer
	if err == nil {
		err = printed.PDF(&file)
	}
	var signature string
	if err == nil {
		signature, err = notary.SignDetached(balances.SigningKey(), fileName(m, "pdf"), file.Bytes())
	}
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.Download(c, fileName(m, "pdf.sig"), "text/plain; charset=utf-8", func(out io.Writer) error {
		_, err := io.WriteString(out, signature)
		return err
	})
}

// printMonth reads the rest of the month m twice, for its sums and for its movements, and prepares it for printing.
func printMonth(ctx context.Context, balances *balanceservice.Balances, m books.Month, language words.Language) (Printed, error) {
	printed := Printed{Language: language, Zone: m.Span.Days.Zone()}
	if !m.Complete {
		printed.At = balances.Now()
	}
	holder, err := balances.Holder(ctx, m)
	if err != nil {
		return printed, err
	}
	printed.Holder, printed.Issuer, printed.Brand = holder, balances.Issuer, balances.Brand
	again := m
	again.Days = nil
	if err := balances.ReadMonth(ctx, &m, nil); err != nil {
		return printed, err
	}
	printed.Month = m
	if m.Complete {
		end, err := balances.MonthEnd(ctx, m)
		if err != nil {
			return printed, err
		}
		printed.Log = end
	}
	if err = balances.ReadMonth(ctx, &again, printed.keep); err != nil {
		return printed, err
	}
	for i, c := range printed.Changes {
		if printed.Changes[i].Order, err = balances.OrderOf(ctx, c.Change); err != nil {
			return printed, err
		}
	}
	return printed, nil
}

// WriteSigned writes a CSV file of so many columns, at least eight, whose last row is its signature. The same rows and
// key give the same bytes. Errors: those of write and out.
func WriteSigned(out io.Writer, key notary.Key, columns int, write func(w *sheet.Writer) error) error {
	signing := notary.NewSigningWriter(out)
	w := sheet.NewWriter(signing)
	if err := write(w); err != nil {
		return err
	}
	if w.Flush(); w.Error() != nil {
		return w.Error()
	}
	s, err := signing.Sign(key)
	if err != nil {
		return err
	}
	last := sheet.NewWriter(out)
	return last.WriteAll([][]string{books.SignatureRow(columns, s.Format, s.Lines, s.SHA256, s.Signature)})
}

// keep counts a reversal, and keeps a movement for printing, unless there are too many already. It leaves out what came
// after the sums were made.
func (s *Printed) keep(c books.Change) error {
	if s.seen == s.Month.Total.Count {
		return nil
	}
	s.seen++
	if c.Line == statement.Reversals {
		s.take(c)
	}
	if len(s.Changes) < MaxPrinted {
		s.Changes = append(s.Changes, Change{Change: c})
	}
	return nil
}

func (s *Printed) take(c books.Change) {
	if s.Taken == nil {
		s.Taken = map[string]statement.Sum{}
	}
	s.Taken[c.Of] = s.Taken[c.Of].Plus(statement.Sum{Count: 1, Amounts: c.Amounts})
}

func fileName(m books.Month, ending string) string {
	return fmt.Sprintf("statement-%d-%s.%s", m.ClientID, m.Month, ending)
}
