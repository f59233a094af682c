package merchantapi

import (
	"context"

	"gateway/domain"
	"gateway/http/api/auth"
	"gateway/http/api/envelope"
	"gateway/http/service/accountservice"
	"gateway/projections/readmodel/clientrows"

	"github.com/gin-gonic/gin"
)

// apiKeys are a client's keys: the fields of the full key, and beside them the other keys.
type apiKeys struct {
	*clientrows.APIKey
	// Former are older full keys that still work until their overlap ends.
	Former     []clientrows.APIKey `json:"former"`
	Restricted []clientrows.APIKey `json:"restricted"`
}

// GetAPIKey is GET /api-keys. Its data is {} if the client has no key at all.
func (a *API) GetAPIKey(c *gin.Context) {
	keys, err := a.Queries.Keys(c.Request.Context(), auth.ClientID(c))
	if err == nil && len(keys) == 0 {
		envelope.OK(c, nil)
		return
	}
	if err == nil {
		err = a.showUses(c.Request.Context(), keys)
	}
	envelope.Respond(c, sorted(keys), err)
}

// sorted puts each key into the field that it belongs to.
func sorted(keys []clientrows.APIKey) apiKeys {
	all := apiKeys{Former: []clientrows.APIKey{}, Restricted: []clientrows.APIKey{}}
	for i, key := range keys {
		switch {
		case key.Restricted:
			all.Restricted = append(all.Restricted, key)
		case key.ExpiresAt != nil:
			all.Former = append(all.Former, key)
		default:
			all.APIKey = &keys[i]
		}
	}
	return all
}

// showUses adds to each key when it was last used.
func (a *API) showUses(ctx context.Context, keys []clientrows.APIKey) error {
	ids := make([]int64, len(keys))
	for i, key := range keys {
		ids[i] = key.ID
	}
	uses, err := a.KeyUses.Last(ctx, ids)
	for i := range keys {
		if use, found := uses[keys[i].ID]; found {
			keys[i].LastUsed = &clientrows.KeyUse{Day: use.Day, Address: use.Address}
		}
	}
	return err
}

// CreateAPIKey is POST /api-keys.
func (a *API) CreateAPIKey(c *gin.Context) {
	parse := func(body []byte) (NewAPIKeyRequest, error) {
		r, err := envelope.Parse[NewAPIKeyRequest](body)
		return r, domain.Together(err, checkKeyRequest(r))
	}
	envelope.HandleNew(c, parse, func(ctx context.Context, r NewAPIKeyRequest) (accountservice.IssuedKey, error) {
		return a.Accounts.IssueKey(ctx, auth.ClientID(c), accountservice.KeyRequest{
			Name: r.Name, Allow: r.Allow, Overlap: r.Overlap, Restricted: r.Restricted, Scopes: r.Scopes, ExpiresAt: r.ExpiresAt,
		})
	})
}

// checkKeyRequest refuses fields of the other kind of key, so that a caller who forgot to ask for a restricted
// key does not get a full one.
func checkKeyRequest(r NewAPIKeyRequest) error {
	var wrong []error
	refuse := func(given bool, field, reason string) {
		if given {
			wrong = append(wrong, domain.InvalidField(field, "%s", reason))
		}
	}
	refuse(!r.Restricted && len(r.Scopes) > 0, "scopes", "is for a restricted key: set restricted to true")
	refuse(!r.Restricted && r.ExpiresAt != nil, "expires_at", "is for a restricted key: set restricted to true")
	refuse(r.Restricted && r.Overlap != 0, "overlap", "is for the full key: a restricted one replaces none")
	return domain.Together(wrong...)
}

// RevokeAPIKey is DELETE /api-keys/{id}.
func (a *API) RevokeAPIKey(c *gin.Context, id ID) {
	envelope.Respond(c, nil, a.Accounts.RevokeKey(c.Request.Context(), auth.ClientID(c), id))
}
