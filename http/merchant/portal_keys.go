package merchant

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/http/auth"
	"gateway/http/envelope"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
)

// IssueKey makes a new key the client's only one; byAdmin lifts the demand for
// developer access. The one before is dead on this instance when it returns, and on
// the others within a second. Errors are those of account.IssueKey.
func (a *API) IssueKey(ctx context.Context, client int64, name string, byAdmin bool) (IssuedKey, error) {
	keyID, err := a.IDs.Next(ctx, sequence.APIKey)
	if err != nil {
		return IssuedKey{}, err
	}
	appID, err := a.IDs.Next(ctx, sequence.App)
	if err != nil {
		return IssuedKey{}, err
	}
	key, at := auth.NewAPIKey(), a.Now()
	_, err = a.changeAccount(ctx, client, func(s account.State) ([]domain.Event, error) {
		return account.IssueKey(s, account.IssueKeyCmd{
			KeyID: keyID, Name: name, Hash: key.Hash, Masked: key.Masked, By: eventstore.MetadataFrom(ctx).Actor, At: at,
			NewAppID: appID, ByAdmin: byAdmin,
		})
	})
	a.ForgetKeys()
	return IssuedKey{ID: keyID, Name: name, MaskedKey: key.Masked, CreatedAt: at, Key: key.Full}, err
}

// GetAPIKey answers null where the client has none.
func (a *API) GetAPIKey(c *gin.Context) {
	key, err := a.Queries.Key(c.Request.Context(), clientOf(c))
	if errors.Is(err, readmodel.ErrNotFound) {
		envelope.OK(c, nil)
		return
	}
	answer(c, key, err)
}

// CreateAPIKey is POST /api-keys.
func (a *API) CreateAPIKey(c *gin.Context) {
	r, err := envelope.Bind[APIKeyRequest](c)
	var issued IssuedKey
	if err == nil {
		issued, err = a.IssueKey(c.Request.Context(), clientOf(c), r.Name, false)
	}
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	envelope.Created(c, issued)
}

// RevokeAPIKey is DELETE /api-keys/{id}.
func (a *API) RevokeAPIKey(c *gin.Context, id ID) {
	_, err := a.changeAccount(c.Request.Context(), clientOf(c), func(s account.State) ([]domain.Event, error) {
		return account.RevokeKey(s, account.RevokeKeyCmd{KeyID: id, By: actor(clientOf(c)), At: a.Now()})
	})
	a.ForgetKeys()
	answer[any](c, nil, err)
}
