package adminapi

import (
	"context"

	"gateway/http/api/envelope"
	"gateway/http/api/listing"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/readmodel/refundrows"

	"github.com/gin-gonic/gin"
)

func (a *Admin) listAllRefunds(c *gin.Context, p ListAllRefundsParams) {
	in, selection, err := a.selected(c.Request.Context(), days{p.From, p.To}, p.AmountFrom, p.AmountTo, string(p.Sort))
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	filter := refundrows.Filter{
		ClientID: p.ClientID, Status: p.Status, TransactionID: p.TransactionID, From: in.From, To: in.To, Selection: selection,
	}
	request := listing.Request{
		Name: "all refunds", Filter: filter, Page: p.Shown(), After: p.After, ByAmount: selection.Sort.ByAmount(),
	}
	listing.Answer(c, a.Cursors, request,
		ordered(a, seesCustomers, refundOrder, namedRows(a, refundOwner, func(ctx context.Context, page readtable.Page) ([]refundrows.AdminRefund,
			int64, error,
		) {
			return a.Refunds.List(ctx, filter, page)
		})))
}

func (a *Admin) approveRefund(ctx context.Context, id ID) (any, error) {
	done, err := a.Acts.ApproveRefund(ctx, id)
	return a.named(ctx, done, err)
}

func (a *Admin) rejectRefund(ctx context.Context, id ID, reason string) (refundrows.AdminRefund, error) {
	done, err := a.Refunds.RejectAsAdmin(ctx, id, reason)
	return nameClient(ctx, a, done, refundOwner, err)
}
