package merchantapi

import (
	"context"
	"slices"
	"strings"

	"gateway/domain"
	"gateway/domain/calendar"
	"gateway/domain/jsontext"
	"gateway/domain/payment"
	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/api/listing"
	"gateway/http/service/transactionservice"
	"gateway/projections/audit/books"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

func parseTransaction(body []byte) (transactionservice.Request, error) {
	r, err := envelope.Parse[TransactionRequest](body)
	request := transactionservice.Request{
		TransactionID: r.TransactionID, ExternalID: r.ExternalID, Total: r.Total.Value,
		TransactionLog: r.TransactionLog, Status: r.Status,
	}
	if r.NetPayment.Set {
		request.NetPayment = &r.NetPayment.Value
	}
	return request, err
}

func (a *API) transaction(ctx context.Context, client, id int64) (paymentrows.SingleTransaction, error) {
	t, err := a.Queries.Transaction(ctx, client, id)
	t, err = a.Queries.NamePayer(ctx, t, true, err)
	return t.Single(), err
}

func (a *API) transactionByExternalID(ctx context.Context, client int64, id ExternalID) (paymentrows.SingleTransaction, error) {
	t, err := a.Queries.TransactionByExternal(ctx, client, id)
	t, err = a.Queries.NamePayer(ctx, t, true, err)
	return t.Single(), err
}

func (a *API) listTransactions(c *gin.Context, params ListTransactionsParams) {
	in, err := span(a.Balances.Calendar, params.From, params.To)
	selection, wrong := listing.Selection(params.AmountFrom, params.AmountTo, string(params.Sort), in.From)
	if err = domain.Together(err, wrong); err != nil {
		envelope.Fail(c, err)
		return
	}
	status, err := a.Queries.StoredStatus(c.Request.Context(), auth.ClientID(c), params.Status)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	heldFrom, heldTo, err := a.Overviews.HeldSince(params.ArrivesOn)
	if err == nil && in.From.IsZero() && params.ChannelCode != "" {
		err = domain.InvalidField("from", "is required with channel_code")
	}
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	filter := paymentrows.TransactionFilter{
		ClientID: auth.ClientID(c), Status: status, Channel: params.Channel, ExternalID: params.ExternalID,
		State: string(params.State), Query: params.Q, Metadata: params.Metadata, From: in.From, To: in.To, Only: params.Only,
		ChannelCode: params.ChannelCode,
		HeldFrom:    heldFrom, HeldTo: heldTo,
		Selection: selection,
	}
	request := listing.Request{
		Name: "transactions", Filter: filter, Page: params.Shown(), After: params.After, ByAmount: selection.Sort.ByAmount(),
	}
	read := func(ctx context.Context, page readtable.Page) ([]paymentrows.Transaction, int64, error) {
		if err := a.checkTransactionStatus(ctx, filter); err != nil {
			return nil, 0, err
		}
		rows, total, err := a.Queries.Transactions(ctx, filter, page)
		if err != nil {
			return rows, total, err
		}
		return rows, total, a.Queries.NamePayers(ctx, rows, true)
	}
	listing.AnswerAs(c, a.Cursors, request, read, func(rows []paymentrows.Transaction) any {
		return jsontext.Array[paymentrows.Transaction](rows)
	})
}

// checkTransactionStatus refuses a status that no transaction can have, which is probably a typing error.
// Recorded transactions may have any status.
func (a *API) checkTransactionStatus(ctx context.Context, f paymentrows.TransactionFilter) error {
	if f.Status == "" || f.Channel == channelRecorded || slices.Contains(payment.Statuses(), f.Status) {
		return nil
	}
	known, err := a.Queries.IsTransactionStatus(ctx, f.ClientID, f.Status)
	if err == nil && !known {
		err = domain.InvalidField("status", "must be one of %s, or the status of a transaction that you recorded",
			strings.Join(payment.Statuses(), ", "))
	}
	return err
}

// channelRecorded is the channel of recorded transactions.
const channelRecorded = "recorded"

// span reads the bounds of a list, both inclusive. Refusals: invalid_field from, invalid_field to.
func span(business calendar.Calendar, from, to string) (books.Range, error) {
	in, err := books.Between(business, "from", from, "to", to)
	if err == nil && !in.From.IsZero() && !in.To.IsZero() && in.To.Before(in.From) {
		err = domain.InvalidField("to", "must not be before from")
	}
	return in, err
}
