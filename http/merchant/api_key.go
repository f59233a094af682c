package merchant

import (
	"context"
	"errors"

	"gateway/http/auth"
	"gateway/http/envelope"
	"gateway/http/service/account"
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
	if err == nil {
		err = a.showUse(c.Request.Context(), &key)
	}
	envelope.Respond(c, key, err)
}

// showUse adds the last use of a key to it.
func (a *API) showUse(ctx context.Context, key *readmodel.APIKey) error {
	use, found, err := a.KeyUses.Last(ctx, key.ID)
	if found {
		key.LastUsed = &readmodel.KeyUse{Day: use.Day, Address: use.Address}
	}
	return err
}

// CreateAPIKey is POST /api-keys.
func (a *API) CreateAPIKey(c *gin.Context) {
	envelope.HandleNew(c, envelope.Parse, func(ctx context.Context, r APIKeyRequest) (account.IssuedKey, error) {
		return a.Accounts.IssueKey(ctx, auth.ClientID(c), account.KeyRequest{Name: r.Name, Allow: r.Allow})
	})
}

// RevokeAPIKey is DELETE /api-keys/{id}.
func (a *API) RevokeAPIKey(c *gin.Context, id ID) {
	envelope.Respond(c, nil, a.Accounts.RevokeKey(c.Request.Context(), auth.ClientID(c), id))
}
