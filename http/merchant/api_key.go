package merchant

import (
	"context"
	"errors"

	"gateway/http/auth"
	"gateway/http/envelope"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// GetAPIKey is GET /api-keys. Its data is {} where the client has no key.
func (a *API) GetAPIKey(c *gin.Context) {
	key, err := a.Queries.Key(c.Request.Context(), auth.ClientID(c))
	if errors.Is(err, readmodel.ErrNotFound) {
		envelope.OK(c, nil)
		return
	}
	envelope.Respond(c, key, err)
}

// CreateAPIKey is POST /api-keys.
func (a *API) CreateAPIKey(c *gin.Context) {
	envelope.HandleNew(c, envelope.Parse, func(ctx context.Context, r APIKeyRequest) (IssuedKey, error) {
		issued, err := a.Accounts.IssueKey(ctx, auth.ClientID(c), r.Name)
		return IssuedKey(issued), err
	})
}

// RevokeAPIKey is DELETE /api-keys/{id}.
func (a *API) RevokeAPIKey(c *gin.Context, id ID) {
	envelope.Respond(c, nil, a.Accounts.RevokeKey(c.Request.Context(), auth.ClientID(c), id))
}
