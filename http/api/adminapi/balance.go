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
	"gateway/projections/readmodel/readtable"
	"gateway/projections/sheet"

	"github.com/gin-gonic/gin"
)

const contentCSV = "text/csv; charset=utf-8"

func (a *Admin) adjustBalance(ctx context.Context, creation service.Creation, r AdjustmentRequest) (service.Created, error) {
	return a.Acts.AdjustBalance(ctx, creation, r.Amount.Value, r.Reason)
}

func parseAdjustment(body []byte) (AdjustmentRequest, error) {
	r, err := envelope.ParseOptional[AdjustmentRequest](body)
	return r, domain.Together(err, balance.AdjustCmd{Amount: r.Amount.Value, Reason: r.Reason}.Check())
}

func (a *Admin) writeOff(ctx context.Context, creation service.Creation, r WriteOffRequest) (service.Created, error) {
	return a.Acts.WriteOff(ctx, creation, r.Reason)
}

func parseWriteOff(body []byte) (WriteOffRequest, error) {
	return envelope.ParseOptional[WriteOffRequest](body)
}

// getBalanceOfClient answers with the current balance from the read
// models, or with the balance at a given moment, computed from the log; as JSON or as a CSV file.
func (a *Admin) getBalanceOfClient(c *gin.Context, id ID, params GetBalanceOfClientParams) {
	ctx := c.Request.Context()
	if params.At == "" && params.Format == "json" {
		now, err := a.Queries.Balance(ctx, id)
		envelope.Respond(c, now, err)
		return
	}
	at, err := a.Balances.Moment(c.Request.Context(), "at", params.At, true)
	var statement books.Statement
	if err == nil {
		statement, err = a.Balances.At(ctx, id, at)
	}
	respondCSV(c, params.Format, fmt.Sprintf("balance-%d.csv", id), statement, err)
}

// listBalanceHistoryOfClient answers with a page of the movements, oldest first, or a CSV file with all of them.
func (a *Admin) listBalanceHistoryOfClient(c *gin.Context, id ID, params ListBalanceHistoryOfClientParams) {
	in, err := a.Balances.Between(c.Request.Context(), "from", params.From, "to", params.To)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	ctx := c.Request.Context()
	if params.Format != "csv" {
		request := listing.Request{Name: "balance history", Filter: []any{id, in}, Page: params.Shown(), After: params.After}
		listing.Answer(c, a.Cursors, request, func(ctx context.Context, page readtable.Page) ([]books.Movement, int64, error) {
			return a.Balances.History(ctx, id, in, page)
		})
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

// getTrialBalance answers with the trial balance, as JSON or as a CSV file.
func (a *Admin) getTrialBalance(c *gin.Context, params GetTrialBalanceParams) {
	at, err := a.Balances.Moment(c.Request.Context(), "at", params.At, true)
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
