package admin

import (
	"context"
	"strconv"

	"gateway/domain"
	"gateway/domain/callback"
	"gateway/http/backend"
	"gateway/http/envelope"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

func (a *Admin) listCallbacks(c *gin.Context) {
	client, err := clientFilter(c)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	page(c, func(ctx context.Context, status string, p readmodel.Page) ([]readmodel.Callback, int64, error) {
		return a.Queries.Callbacks(ctx, status, client, p)
	})
}

// clientFilter is client_id of the query, 0 where it says none.
func clientFilter(c *gin.Context) (int64, error) {
	raw := c.Query("client_id")
	if raw == "" {
		return 0, nil
	}
	id, err := strconv.ParseInt(raw, 10, 64)
	if err != nil || id < 1 {
		return 0, domain.InvalidField("client_id", "must be a positive integer")
	}
	return id, nil
}

func (a *Admin) getCallback(c *gin.Context) {
	found, err := a.findCallback(c)
	answer(c, found, err)
}

func (a *Admin) findCallback(c *gin.Context) (readmodel.Callback, error) {
	id, err := envelope.Text("id", c.Param("id"))
	if err != nil {
		return readmodel.Callback{}, err
	}
	return a.Queries.Callback(c.Request.Context(), id)
}

// resendCallback answers with the callback, to be sent at once.
func (a *Admin) resendCallback(c *gin.Context) {
	found, err := a.findCallback(c)
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	ctx := c.Request.Context()
	_, err = backend.Do(ctx, a.Backend, callback.Aggregate, callback.Stream(found.ID),
		func(s callback.State) ([]domain.Event, error) {
			return callback.Resend(s, callback.ResendCmd{CallbackID: found.ID, ClientID: found.ClientID, By: by(ctx), At: a.Now()})
		})
	if err == nil {
		found, err = a.findCallback(c)
	}
	answer(c, found, err)
}
