package merchantapi

import (
	"context"
	"time"

	"gateway/http/service/feedservice"
)

func (a *API) events(ctx context.Context, client int64, params ListEventsParams) (feedservice.Page, error) {
	return a.Feed.Read(ctx, client, feedservice.Query{
		After: params.After, Types: params.Types, Limit: int(params.Limit), Wait: time.Duration(params.Wait) * time.Second,
	})
}
