// Package statementfile answers with a client's statement of a month, as JSON, as a CSV file, or as
// a PDF file to print. The merchant's surface and the administrators' both call it.
package statementfile

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"gateway/domain"
	"gateway/http/api/envelope"
	"gateway/http/service/balanceservice"
	"gateway/projections/audit/books"
	"gateway/projections/notary"
	"gateway/projections/sheet"

	"github.com/gin-gonic/gin"
)

// Request says which statement, and in which form.
type Request struct {
	ClientID int64
	// Month is given as 2026-01; empty for the month that it is.
	Month string
	// Format is json, csv or pdf.
	Format string
	// Language is that of a PDF file.
	Language string
}

// Answer answers with the statement. Refusals are those of Balances.Month.
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
			return writeSigned(out, balances.SigningKey(), func(w *sheet.Writer) error { return m.CSV(w, read) })
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

// ErrNotOver refuses the signature of a PDF file that may still change.
var ErrNotOver = domain.InvalidField("month", "is not over: only then has the PDF file a signature; the CSV file always has one")

// AnswerSignature answers with the signature of a month's PDF file: the file of the same month and language is the same at
// each call, once the month is over. Format counts for nothing. Refusals: those of Balances.Month, and ErrNotOver.
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

// printMonth reads a month that was begun, to print it.
func printMonth(ctx context.Context, balances *balanceservice.Balances, m books.Month, language string) (Printed, error) {
	printed := Printed{Language: language, Zone: balances.Calendar.Zone()}
	if !m.Complete {
		printed.At = balances.Now()
	}
	err := balances.ReadMonth(ctx, &m, printed.keep)
	printed.Month = m
	return printed, err
}

// writeSigned writes a CSV file, and its signature as the last row.
func writeSigned(out io.Writer, key notary.Key, write func(w *sheet.Writer) error) error {
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
	return last.WriteAll([][]string{books.SignatureRow(s.Format, s.Lines, s.SHA256, s.Signature)})
}

// keep keeps a movement, unless there are too many to print.
func (s *Printed) keep(c books.Change) error {
	if len(s.Changes) < MaxPrinted {
		s.Changes = append(s.Changes, c)
	}
	return nil
}

func fileName(m books.Month, ending string) string {
	return fmt.Sprintf("statement-%d-%s.%s", m.ClientID, m.Month, ending)
}
