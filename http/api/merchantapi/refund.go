package merchantapi

import (
	"context"
	"strconv"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/api/listing"
	"gateway/http/service/refundservice"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/readmodel/refundrows"

	"github.com/gin-gonic/gin"
)

func parseRefund(body []byte) (refundservice.Request, error) {
	r, err := envelope.Parse[RefundRequest](body)
	q := refundservice.Request{
		TransactionID: r.TransactionID, PaymentID: r.PaymentID, Amount: r.Amount.Value, Reason: string(r.Reason), Note: r.Note,
		ExternalID: r.ExternalID, Metadata: r.Metadata,
	}
	if r.To != nil {
		q.To = &payment.RefundTo{Bank: r.To.Bank, AccountNumber: r.To.AccountNumber, AccountHolder: r.To.AccountHolder}
	}
	return q, err
}

func (a *API) listRefunds(c *gin.Context, p ListRefundsParams) {
	in, err := span(a.Balances.Calendar, p.From, p.To)
	selection, wrong := listing.Selection(p.AmountFrom, p.AmountTo, string(p.Sort), in.From)
	if err = domain.Together(err, wrong); err != nil {
		envelope.Fail(c, err)
		return
	}
	filter := refundrows.Filter{
		ClientID: auth.ClientID(c), Status: p.Status, TransactionID: p.TransactionID, From: in.From, To: in.To, Selection: selection,
	}
	request := listing.Request{Name: "refunds", Filter: filter, Page: p.Shown(), After: p.After, ByAmount: selection.Sort.ByAmount()}
	listing.Answer(c, a.Cursors, request, func(ctx context.Context, page readtable.Page) ([]refundrows.Refund, int64, error) {
		rows, total, err := a.Queries.ClientRefunds(ctx, filter, page)
		return rows, total, nameOrders(ctx, a, rows, true, refundOrder, err)
	})
}

func (a *API) rejectRefund(ctx context.Context, client int64, id ID, r ReasonRequest) (refundrows.Refund, error) {
	return a.Refunds.Reject(ctx, client, id, r.Reason)
}

// refundOptions takes the integer id of a transaction, or its transaction_id.
func (a *API) refundOptions(ctx context.Context, client int64, transaction string) (refundservice.Options, error) {
	if id, err := strconv.ParseInt(transaction, 10, 64); err == nil {
		row, err := a.Queries.Transaction(ctx, client, id)
		if err != nil {
			return refundservice.Options{}, err
		}
		transaction = row.TransactionID
	}
	return a.Refunds.Options(ctx, client, transaction)
}
