package adminapi

import (
	"context"

	"gateway/domain"
	"gateway/domain/jsontext"
	"gateway/http/api/envelope"
	"gateway/http/api/listing"
	"gateway/http/service/reversalservice"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/story"

	"github.com/gin-gonic/gin"
)

func (a *Admin) listTransactionsOfAll(c *gin.Context, params ListTransactionsOfAllParams) {
	in, selection, err := a.selected(c.Request.Context(), days{params.From, params.To}, params.AmountFrom, params.AmountTo,
		string(params.Sort))
	if err == nil && params.ClientID == 0 && len(params.Metadata) > 0 {
		err = domain.InvalidField("client_id", "is required with metadata")
	}
	if err == nil && in.From.IsZero() && params.Connection != "" {
		err = domain.InvalidField("from", "is required with connection")
	}
	if err == nil && in.From.IsZero() && params.ChannelCode != "" {
		err = domain.InvalidField("from", "is required with channel_code")
	}
	status := params.Status
	if err == nil {
		status, err = a.Queries.StoredStatus(c.Request.Context(), params.ClientID, params.Status)
	}
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	filter := paymentrows.TransactionFilter{
		ClientID: params.ClientID, Status: status, Channel: params.Channel, ExternalID: params.ExternalID, Connection: params.Connection,
		State: string(params.State), Query: params.Q, Metadata: params.Metadata, From: in.From, To: in.To, Only: params.Only,
		ChannelCode: params.ChannelCode,
		Selection:   selection,
	}
	request := listing.Request{
		Name: "all transactions", Filter: filter, Page: params.Shown(), After: params.After, ByAmount: selection.Sort.ByAmount(),
	}
	read := func(ctx context.Context, page readtable.Page) ([]paymentrows.Transaction, int64, error) {
		rows, total, err := a.Queries.AllTransactions(ctx, filter, page)
		for i := range rows {
			rows[i].ShowConnection()
		}
		return a.listed(ctx, rows, total, err)
	}
	listing.AnswerAs(c, a.Cursors, request, namedRows(a, transactionOwner, read), func(rows []paymentrows.Transaction) any {
		return jsontext.Array[paymentrows.Transaction](rows)
	})
}

func (a *Admin) transaction(ctx context.Context, id AnyTransactionID) (paymentrows.SingleTransaction, error) {
	found, err := a.Queries.TransactionOfAny(ctx, id)
	found.ShowConnection()
	found, err = a.Queries.NamePayer(ctx, found, seesCustomers(ctx), err)
	found, err = nameClient(ctx, a, found, transactionOwner, err)
	return found.Single(), err
}

func (a *Admin) getTransactionTimeline(c *gin.Context, id AnyTransactionID, params GetTransactionTimelineParams) {
	found, err := a.Queries.TransactionOfAny(c.Request.Context(), id)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	// Several clients may have recorded a transaction with this id, so the client of the found row selects the one.
	a.timeline(c, "transactions/"+found.TransactionID, found.ClientID, story.Part{After: params.After, Limit: params.Limit})
}

func (a *Admin) listPaymentReports(c *gin.Context, params ListPaymentReportsParams) {
	request := listing.Request{Name: "payment reports", Filter: []any{params.Trouble}, Page: params.Shown(), After: params.After}
	read := func(ctx context.Context, page readtable.Page) ([]paymentrows.PaymentReport, int64, error) {
		return a.Queries.PaymentReportsIn(ctx, params.Trouble, a.Accounts.Now(), page)
	}
	listing.Answer(c, a.Cursors, request, namedRows(a, reportOwner, read))
}

func (a *Admin) assignReversal(ctx context.Context, id ReversalID, r AssignReversalRequest) (any, error) {
	return a.Acts.AssignReversal(ctx, id, reversalservice.Assignment{PaymentID: r.PaymentID, RefundID: r.RefundID, Reason: r.Reason})
}

func (a *Admin) refundSuspense(ctx context.Context, id ID, r SuspenseRefundRequest) (any, error) {
	return a.Acts.RefundSuspense(ctx, id, r.Reason, r.ByHand)
}
