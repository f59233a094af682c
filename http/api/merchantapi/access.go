package merchantapi

import (
	"context"

	"gateway/http/api/envelope"
	"gateway/http/service/accountservice"
	"gateway/projections/readmodel/clientrows"

	"github.com/gin-gonic/gin"
)

func (a *API) activity(ctx context.Context, client int64, p ListMyActivityParams) ([]clientrows.Activity, int64, error) {
	return a.Queries.Activity(ctx, client, p.Shown())
}

func (a *API) endMyAccess(c *gin.Context) {
	envelope.Handle(c, envelope.ParseOptional, func(ctx context.Context, r EndAccessRequest) (struct{}, error) {
		since, err := a.Accounts.Calendar.Moment("since", r.Since, false)
		if err != nil {
			return struct{}{}, err
		}
		return struct{}{}, a.Accounts.EndOwnAccess(ctx, a.caller(c), r.Reason, since)
	})
}

func (a *API) gains(ctx context.Context, client int64, p GetMyRecoveryParams) (accountservice.Gains, error) {
	since, err := a.Accounts.Calendar.Moment("since", p.Since, false)
	if err != nil {
		return accountservice.Gains{}, err
	}
	return a.Accounts.Gains(ctx, client, since)
}

func (a *API) undoChange(ctx context.Context, r UndoRequest) (any, error) {
	return nil, a.Accounts.UndoChange(ctx, r.Token)
}
