package adminapi

import (
	"context"
	"fmt"
	"io"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/http/api/envelope"
	"gateway/http/api/listing"
	"gateway/http/service"
	"gateway/projections/audit/books"
	"gateway/projections/sheet"

	"github.com/gin-gonic/gin"
)

const contentCSV = "text/csv; charset=utf-8"

// AdjustBalance is POST /admin/clients/{id}/adjustments.
func (a *Admin) AdjustBalance(c *gin.Context, id ID) {
	envelope.HandleCreation(c, id, parseAdjustment,
		func(ctx context.Context, creation service.Creation, r AdjustmentRequest) (service.Created, error) {
			return a.Acts.AdjustBalance(ctx, creation, r.Amount.Value, r.Reason)
		})
}

func parseAdjustment(body []byte) (AdjustmentRequest, error) {
	r, err := envelope.ParseOptional[AdjustmentRequest](body)
	return r, domain.Together(err, balance.AdjustCmd{Amount: r.Amount.Value, Reason: r.Reason}.Check())
}

// GetBalanceOfClient is GET /admin/clients/{id}/balance. It answers with the current balance from the read
// models, or with the balance at a given moment, computed from the log; as JSON or as a CSV file.
func (a *Admin) GetBalanceOfClient(c *gin.Context, id ID, params GetBalanceOfClientParams) {
	ctx := c.Request.Context()
	if params.At == "" && params.Format == "json" {
		now, err := a.Queries.Balance(ctx, id)
		envelope.Respond(c, now, err)
		return
	}
	at, err := a.Balances.Calendar.Moment("at", params.At, true)
	var statement books.Statement
	if err == nil {
		statement, err = a.Balances.At(ctx, id, at)
	}
	respondCSV(c, params.Format, fmt.Sprintf("balance-%d.csv", id), statement, err)
}

// ListBalanceHistoryOfClient is GET /admin/clients/{id}/balance-history: a page of the
// movements, oldest first, or a CSV file with all of them.
func (a *Admin) ListBalanceHistoryOfClient(c *gin.Context, id ID, params ListBalanceHistoryOfClientParams) {
	in, err := books.Between(a.Balances.Calendar, "from", params.From, "to", params.To)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	ctx := c.Request.Context()
	if params.Format != "csv" {
		list, err := a.Cursors.Open(c, listing.Request{
			Name: "balance history", Filter: []any{id, in}, Page: params.Page, PerPage: params.PerPage, After: params.After,
		})
		if err != nil {
			envelope.Fail(c, err)
			return
		}
		movements, total, err := a.Balances.History(ctx, id, in, list.Page)
		listing.Respond(c, list, movements, movements, total, err)
		return
	}
	envelope.Download(c, fmt.Sprintf("balance-history-%d.csv", id), contentCSV, func(out io.Writer) error {
		w := sheet.NewWriter(out)
		write, err := books.MovementCSV(w)
		if err == nil {
			err = a.Balances.WholeHistory(ctx, id, in, write)
		}
		if err == nil {
			w.Flush()
			err = w.Error()
		}
		return err
	})
}

// GetTrialBalance is GET /admin/trial-balance, as JSON or as a CSV file.
func (a *Admin) GetTrialBalance(c *gin.Context, params GetTrialBalanceParams) {
	at, err := a.Balances.Calendar.Moment("at", params.At, true)
	var trial books.TrialBalance
	if err == nil {
		trial, err = a.Balances.TrialBalance(c.Request.Context(), at, params.Clients == "sum")
	}
	respondCSV(c, params.Format, "trial-balance.csv", trial, err)
}

// respondCSV answers with a CSV file or with JSON, as format says.
func respondCSV(c *gin.Context, format, name string, data interface{ CSV(out io.Writer) error }, err error) {
	if err != nil || format == "json" {
		envelope.Respond(c, data, err)
		return
	}
	envelope.Download(c, name, contentCSV, data.CSV)
}
