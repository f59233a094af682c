package admin

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"time"

	"gateway/http/envelope"
	"gateway/projections/audit/books"

	"github.com/gin-gonic/gin"
)

const contentCSV = "text/csv; charset=utf-8"

// bookReader reads the books from the log; the read model only says where in the log to look.
func (a *Admin) bookReader() books.Reader {
	return books.Reader{Log: a.Log, Blocks: a.Queries.MovementBlocks}
}

// GetBalanceOfClient gives the balance now or, with at, what it was.
func (a *Admin) GetBalanceOfClient(c *gin.Context, id ID, params GetBalanceOfClientParams) {
	if params.At == "" && params.Format == "json" {
		one(c, id, a.Queries.Balance)
		return
	}
	statement, err := a.balanceAt(c.Request.Context(), id, params.At)
	if err != nil || params.Format == "json" {
		answer(c, statement, err)
		return
	}
	envelope.Download(c, fmt.Sprintf("balance-%d.csv", id), contentCSV, statement.CSV)
}

func (a *Admin) balanceAt(ctx context.Context, id int64, moment string) (books.Statement, error) {
	at, err := a.momentOf(moment)
	if err != nil {
		return books.Statement{}, err
	}
	reader := a.bookReader()
	if err := reader.CheckClient(ctx, id); err != nil {
		return books.Statement{}, err
	}
	totals, err := reader.BalanceAt(ctx, id, at)
	return books.NewStatement(id, at, totals), err
}

// ListBalanceHistoryOfClient gives a client's movements, oldest first, as auditors read them:
// a page of them, or a file with all.
func (a *Admin) ListBalanceHistoryOfClient(c *gin.Context, id ID, params ListBalanceHistoryOfClientParams) {
	in, err := books.Between("from", params.From, "to", params.To)
	if err == nil {
		err = a.bookReader().CheckClient(c.Request.Context(), id)
	}
	switch {
	case err != nil:
		envelope.Fail(c, err)
	case params.Format == "csv":
		a.downloadHistory(c, id, in)
	default:
		a.listHistory(c, id, in, envelope.Page{Number: params.Page, PerPage: params.PerPage})
	}
}

func (a *Admin) listHistory(c *gin.Context, id int64, in books.Range, page envelope.Page) {
	entries, total, err := a.bookReader().Page(c.Request.Context(), id, in, page.Offset(), int64(page.PerPage))
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.List(c, each(entries, func(e books.Entry) books.Movement { return e.Movement }), page, total)
}

func (a *Admin) downloadHistory(c *gin.Context, id int64, in books.Range) {
	envelope.Download(c, fmt.Sprintf("balance-history-%d.csv", id), contentCSV, func(out io.Writer) error {
		w := csv.NewWriter(out)
		write, err := books.MovementCSV(w)
		if err == nil {
			err = a.bookReader().History(c.Request.Context(), id, in, write)
		}
		if err == nil {
			w.Flush()
			err = w.Error()
		}
		return err
	})
}

// GetTrialBalance reads the whole log, so one is made at a time.
func (a *Admin) GetTrialBalance(c *gin.Context, params GetTrialBalanceParams) {
	at, err := a.momentOf(params.At)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	ctx := c.Request.Context()
	select {
	case a.trials <- struct{}{}:
		defer func() { <-a.trials }()
	case <-ctx.Done():
		envelope.Fail(c, ctx.Err())
		return
	}
	trial, err := a.bookReader().TrialBalance(ctx, at, nil)
	if err != nil || params.Format == "json" {
		answer(c, trial, err)
		return
	}
	envelope.Download(c, "trial-balance.csv", contentCSV, trial.CSV)
}

// momentOf is the parameter at, by default now.
func (a *Admin) momentOf(moment string) (time.Time, error) {
	at, err := books.Moment("at", moment, true)
	if at.IsZero() {
		at = a.Now()
	}
	return at, err
}
