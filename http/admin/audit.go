package admin

import (
	"encoding/csv"
	"fmt"
	"io"
	"time"

	"gateway/http/envelope"
	"gateway/projections/audit"

	"github.com/gin-gonic/gin"
)

const contentCSV = "text/csv; charset=utf-8"

// books answer from the log; the read model only says where in it to look.
func (a *Admin) books() audit.Books { return audit.Books{Log: a.Log, Blocks: a.Queries.MovementBlocks} }

// getBalance gives the balance now or, with at, what it was.
func (a *Admin) getBalance(c *gin.Context) {
	id, err := envelope.ID(c, "id")
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	format, err := envelope.Format(c, "csv")
	if err == nil && c.Query("at") == "" && format == "json" {
		balance, err := a.Queries.Balance(c.Request.Context(), id)
		answer(c, balance, err)
		return
	}
	var statement audit.BalanceStatement
	if err == nil {
		statement, err = a.balanceAt(c, id)
	}
	if err != nil || format == "json" {
		answer(c, statement, err)
		return
	}
	envelope.Download(c, fmt.Sprintf("balance-%d.csv", id), contentCSV, statement.CSV)
}

func (a *Admin) balanceAt(c *gin.Context, id int64) (audit.BalanceStatement, error) {
	at, err := a.momentOf(c)
	if err != nil {
		return audit.BalanceStatement{}, err
	}
	ctx, books := c.Request.Context(), a.books()
	if err := books.CheckClient(ctx, id); err != nil {
		return audit.BalanceStatement{}, err
	}
	totals, err := books.BalanceAt(ctx, id, at)
	return audit.Statement(id, at, totals), err
}

// balanceHistory gives a client's movements, oldest first, as auditors read them:
// a page of them, or a file with all.
func (a *Admin) balanceHistory(c *gin.Context) {
	id, err := envelope.ID(c, "id")
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	format, err := envelope.Format(c, "csv")
	var in audit.Range
	if err == nil {
		in, err = audit.Between("from", c.Query("from"), "to", c.Query("to"))
	}
	if err == nil {
		err = a.books().CheckClient(c.Request.Context(), id)
	}
	switch {
	case err != nil:
		envelope.Fail(c, err)
	case format == "csv":
		a.downloadHistory(c, id, in)
	default:
		a.listHistory(c, id, in)
	}
}

func (a *Admin) listHistory(c *gin.Context, id int64, in audit.Range) {
	page, err := envelope.PageOf(c)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	entries, total, err := a.books().Page(c.Request.Context(), id, in, page.Offset(), int64(page.PerPage))
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.List(c, each(entries, func(e audit.Entry) audit.Movement { return e.Movement }), page, total)
}

func (a *Admin) downloadHistory(c *gin.Context, id int64, in audit.Range) {
	envelope.Download(c, fmt.Sprintf("balance-history-%d.csv", id), contentCSV, func(out io.Writer) error {
		w := csv.NewWriter(out)
		write, err := audit.MovementCSV(w)
		if err == nil {
			err = a.books().History(c.Request.Context(), id, in, write)
		}
		if err == nil {
			w.Flush()
			err = w.Error()
		}
		return err
	})
}

// trialBalance reads the whole log, so one is made at a time.
func (a *Admin) trialBalance(c *gin.Context) {
	format, err := envelope.Format(c, "csv")
	var at time.Time
	if err == nil {
		at, err = a.momentOf(c)
	}
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
	trial, err := a.books().TrialBalance(ctx, at, nil)
	if err != nil || format == "json" {
		answer(c, trial, err)
		return
	}
	envelope.Download(c, "trial-balance.csv", contentCSV, trial.CSV)
}

// momentOf is the query's at, by default now.
func (a *Admin) momentOf(c *gin.Context) (time.Time, error) {
	at, err := audit.Moment("at", c.Query("at"), true)
	if at.IsZero() {
		at = a.Now()
	}
	return at, err
}
