// Package statement answers with a client's statement of a month, as JSON, as a CSV file, or as
// a PDF file to print. The merchant's surface and the administrators' both call it.
package statement

import (
	"encoding/csv"
	"fmt"
	"io"

	"gateway/http/envelope"
	"gateway/http/service/balance"
	"gateway/projections/audit/books"

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
func Answer(c *gin.Context, balances *balance.Balances, r Request) {
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
			w := csv.NewWriter(out)
			if err := m.CSV(w, read); err != nil {
				return err
			}
			w.Flush()
			return w.Error()
		})
	case "pdf":
		printed := Printed{Language: r.Language, Zone: balances.Calendar.Zone(), At: balances.Now()}
		err := read(printed.keep)
		printed.Month = m
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
