package adminapi

import (
	"context"

	"gateway/domain"
	"gateway/http/api/envelope"
	"gateway/http/api/listing"
	"gateway/http/service/payoutservice"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

// payouts has the operations on the payouts of one kind: withdrawals or settlements.
type payouts struct {
	*Admin
	payoutservice.Kind
	name string
}

func listPayouts[P ListWithdrawalsParams | ListSettlementsParams](of payouts) func(*gin.Context, P) {
	return func(c *gin.Context, p P) {
		params := ListWithdrawalsParams(p)
		in, selection, err := of.selected(
			c.Request.Context(), days{params.From, params.To}, params.AmountFrom, params.AmountTo, string(params.Sort))
		if err != nil {
			envelope.Fail(c, err)
			return
		}
		filter := payoutrows.FewFilter{
			ClientID: params.ClientID, Kind: of.name, Status: params.Status, Trouble: params.Trouble, Connection: params.Connection,
			From: in.From, To: in.To, Selection: selection,
		}
		request := listing.Request{
			Name: "all payouts", Filter: filter, Page: params.Shown(), After: params.After, ByAmount: selection.Sort.ByAmount(),
		}
		if params.Waiting != "" {
			listWaiting(c, of, filter, params)
			return
		}
		listing.Answer(c, of.Cursors, request,
			namedRows(of.Admin, payoutOwner, func(ctx context.Context, page readtable.Page) ([]payoutrows.AdminPayout, int64, error) {
				return of.Kind.List(ctx, filter, page)
			}))
	}
}

// listWaiting answers with the payouts that wait for a decision. It refuses other filters, which would hide some of them.
func listWaiting(c *gin.Context, of payouts, filter payoutrows.FewFilter, params ListWithdrawalsParams) {
	if (filter != payoutrows.FewFilter{Kind: of.name}) {
		envelope.Fail(c, domain.InvalidField("waiting", "takes no other filter"))
		return
	}
	request := listing.Request{Name: "waiting payouts", Filter: of.name, Page: params.Shown(), After: params.After}
	listing.Answer(c, of.Cursors, request, namedRows(of.Admin, payoutOwner, of.Kind.Waiting))
}

func (p payouts) approve(ctx context.Context, id ID, r ApprovalRequest) (any, error) {
	done, err := p.Acts.ApprovePayout(ctx, p.name, id, r.Manual)
	return p.named(ctx, done, err)
}

func (p payouts) reject(ctx context.Context, id ID, reason string) (payoutrows.AdminPayout, error) {
	done, err := p.Kind.Reject(ctx, id, reason)
	return nameClient(ctx, p.Admin, done, payoutOwner, err)
}

func (p payouts) complete(ctx context.Context, id ID, r CompletionRequest) (any, error) {
	done, err := p.Acts.CompletePayout(ctx, p.name, id, r.TransferredBy)
	return p.named(ctx, done, err)
}

func (p payouts) fail(ctx context.Context, id ID, reason string) (any, error) {
	done, err := p.Acts.FailPayout(ctx, p.name, id, reason)
	return p.named(ctx, done, err)
}

func (p payouts) adopt(ctx context.Context, id ID, r AdoptionRequest) (any, error) {
	done, err := p.Acts.AdoptPayout(ctx, p.name, id, r.ProviderID)
	return p.named(ctx, done, err)
}
