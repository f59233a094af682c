package api

import (
	"context"
	"encoding/json"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/money"
	"gateway/domain/recorded"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/http/backend"
	"gateway/http/envelope"
	"gateway/http/idempotent"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// recordRequest is the body of POST /transactions. client_id is not read: the key
// says whose transaction it is.
type recordRequest struct {
	Total          money.Input     `json:"total" bind:"required"`
	TransactionID  string          `json:"transaction_id"`
	ExternalID     string          `json:"external_id"`
	NetPayment     money.Input     `json:"net_payment"`
	TransactionLog json.RawMessage `json:"transaction_log" bind:"object"`
	Status         string          `json:"status"`
}

func (a *API) recordTransaction(c *gin.Context) {
	a.create(c, idempotent.Creator{Kind: sequence.Transaction, Prefix: "TRX", Make: a.makeRecord})
}

func (a *API) makeRecord(ctx context.Context, r idempotent.Creation) (any, error) {
	body, err := envelope.Parse[recordRequest](r.Body)
	if err != nil {
		return nil, err
	}
	appID, err := a.onlyApp(ctx, r.Client)
	if err != nil {
		return nil, err
	}
	cmd := recorded.RecordCmd{
		ID: r.ID, ClientID: r.Client, TransactionID: body.TransactionID, ExternalID: body.ExternalID, AppID: appID,
		Total: body.Total.Value, TransactionLog: body.TransactionLog, Status: body.Status, At: a.Now(),
	}
	if cmd.TransactionID == "" {
		cmd.TransactionID = r.Reference
	}
	if cmd.Status == "" {
		cmd.Status = "PENDING"
	}
	if body.NetPayment.Set {
		cmd.NetPayment = &body.NetPayment.Value
	}
	out, err := backend.Do(ctx, a.Backend, recorded.Aggregate, recorded.Stream(r.Client, cmd.TransactionID),
		func(s recorded.State) ([]domain.Event, error) { return recorded.Record(s, cmd) }, eventstore.ExpectNew)
	if err != nil {
		return nil, err
	}
	return recordedView(out.State.Recorded), nil
}

// onlyApp is the client's app when it has just one, else 0: a recorded transaction
// names none.
func (a *API) onlyApp(ctx context.Context, client int64) (int64, error) {
	apps, err := a.appsOf(ctx, client)
	if err != nil || len(apps) != 1 {
		return 0, err
	}
	return apps[0].ID, nil
}

func (a *API) appsOf(ctx context.Context, client int64) ([]account.App, error) {
	owner, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(client))
	return owner.Apps, err
}

func recordedView(e recorded.Recorded) readmodel.Transaction {
	t := readmodel.Transaction{
		ID: e.ID, TransactionID: e.TransactionID, ExternalID: present(e.ExternalID), ClientID: e.ClientID,
		Channel: "recorded", Total: e.Total, NetPayment: e.NetPayment, Status: e.Status,
		TransactionLog: e.TransactionLog, CreatedAt: e.At, UpdatedAt: e.At,
	}
	if e.AppID != 0 {
		t.AppID = &e.AppID
	}
	return t
}

func (a *API) listTransactions(c *gin.Context) {
	a.listOwn(c, "")
}

// listOwnByStatus is the portal's list; a client_id in its query is not read.
func (a *API) listOwnByStatus(c *gin.Context) {
	status, err := envelope.Text("status", c.Query("status"))
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	a.listOwn(c, status)
}

// listOwn lists the client's transactions, of one status unless it is empty.
func (a *API) listOwn(c *gin.Context, status string) {
	page, err := envelope.PageOf(c)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	rows, total, err := a.Queries.Transactions(c.Request.Context(), clientOf(c), status, readmodel.Page(page))
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.List(c, rows, page, total)
}

func (a *API) getTransaction(c *gin.Context) {
	id, err := envelope.ID(c, "id")
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	t, err := a.Queries.Transaction(c.Request.Context(), clientOf(c), id)
	answer(c, t, err)
}

func (a *API) getTransactionByExternal(c *gin.Context) {
	id, err := envelope.Text("externalId", c.Param("externalId"))
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	t, err := a.Queries.TransactionByExternal(c.Request.Context(), clientOf(c), id)
	answer(c, t, err)
}
