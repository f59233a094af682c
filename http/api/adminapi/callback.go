package adminapi

import (
	"cmp"
	"context"

	"gateway/http/api/listing"
	"gateway/http/service/callbackservice"
	"gateway/projections/readmodel/callbackrows"
	"gateway/projections/readmodel/readtable"

	"github.com/gin-gonic/gin"
)

func (a *Admin) listCallbacks(c *gin.Context, params ListCallbacksParams) {
	filter := []any{params.Status, params.Trouble, params.ClientID}
	request := listing.Request{Name: "all callbacks", Filter: filter, Page: params.Shown(), After: params.After}
	read := ordered(a, noCustomers, callbackOrder, func(ctx context.Context, page readtable.Page) ([]callbackrows.Callback, int64, error) {
		find := a.Queries.Callbacks
		if params.Trouble != "" {
			find = a.Queries.RetriedCallbacks
		}
		return find(ctx, params.Status, params.ClientID, page)
	})
	listing.Answer(c, a.Cursors, request, namedRows(a, callbackOwner, read))
}

func (a *Admin) resendCallback(ctx context.Context, id CallbackID, r ResendOneRequest) (callbackrows.Callback, error) {
	row, err := a.Callbacks.Resend(ctx, id, r.Attempts)
	return nameClient(ctx, a, row, callbackOwner, err)
}

// defaultResends is how many callbacks are sent again when the request gives no number.
const defaultResends = 100

func (a *Admin) resendCallbacks(ctx context.Context, r ResendRequest) (callbackservice.Resent, error) {
	done, err := a.Callbacks.ResendMany(ctx, callbackservice.ResendRequest{
		Status: r.Status, ClientID: r.ClientID, From: r.From, To: r.To, Limit: cmp.Or(r.Limit, defaultResends), DryRun: r.DryRun,
		Seen: r.SeenAt,
	})
	return done, nameClients(ctx, a, done.Callbacks, resentOwner, err)
}
