package merchant

import (
	"context"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/sequence"
	"gateway/domain/transaction"
	"gateway/eventstore"
	"gateway/http/envelope"
	"gateway/http/service"
	"gateway/http/service/idempotency"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// RecordTransaction is POST /transactions.
func (a *API) RecordTransaction(c *gin.Context) {
	a.create(c, idempotency.Creator{Kind: sequence.Transaction, Prefix: "TRX", Make: a.makeRecord})
}

func (a *API) makeRecord(ctx context.Context, r idempotency.Creation) (any, error) {
	body, err := envelope.Parse[TransactionRequest](r.Body)
	if err != nil {
		return nil, err
	}
	appID, err := a.onlyApp(ctx, r.Client)
	if err != nil {
		return nil, err
	}
	cmd := transaction.RecordCmd{
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
	out, err := service.Execute(ctx, a.Core, transaction.Aggregate, transaction.Stream(r.Client, cmd.TransactionID),
		func(s transaction.State) ([]domain.Event, error) { return transaction.Record(s, cmd) }, eventstore.ExpectNew)
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

func recordedView(e transaction.Recorded) readmodel.Transaction {
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

// ListTransactions is GET /transactions.
func (a *API) ListTransactions(c *gin.Context, params ListTransactionsParams) {
	a.listOwn(c, "", envelope.Page{Number: params.Page, PerPage: params.PerPage})
}

// ListMyTransactions is GET /me/transactions.
func (a *API) ListMyTransactions(c *gin.Context, params ListMyTransactionsParams) {
	a.listOwn(c, params.Status, envelope.Page{Number: params.Page, PerPage: params.PerPage})
}

// listOwn lists the client's transactions, of one status unless it is empty.
func (a *API) listOwn(c *gin.Context, status string, page envelope.Page) {
	rows, total, err := a.Queries.Transactions(c.Request.Context(), clientOf(c), status, readmodel.Page(page))
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.List(c, rows, page, total)
}

// GetTransaction is GET /transactions/{id}.
func (a *API) GetTransaction(c *gin.Context, id ID) {
	t, err := a.Queries.Transaction(c.Request.Context(), clientOf(c), id)
	answer(c, t, err)
}

// GetMyTransaction is GET /me/transactions/{id}.
func (a *API) GetMyTransaction(c *gin.Context, id ID) { a.GetTransaction(c, id) }

// GetTransactionByExternalID is GET /transactions/external/{externalId}.
func (a *API) GetTransactionByExternalID(c *gin.Context, id ExternalID) {
	t, err := a.Queries.TransactionByExternal(c.Request.Context(), clientOf(c), id)
	answer(c, t, err)
}
