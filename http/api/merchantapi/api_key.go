package merchantapi

import (
	"context"

	"gateway/domain"
	"gateway/http/api/envelope"
	"gateway/http/service/accountservice"
	"gateway/projections/readmodel/clientrows"
)

// keys returns the client's keys, or nil if it has no key at all.
func (a *API) keys(ctx context.Context, client int64) (any, error) {
	keys, err := a.Queries.Keys(ctx, client)
	if err != nil || len(keys) == 0 {
		return nil, err
	}
	err = a.showUses(ctx, keys)
	return sorted(keys), err
}

// sorted puts each key into the field that it belongs to.
func sorted(keys []clientrows.APIKey) clientrows.Keys {
	all := clientrows.Keys{Former: []clientrows.APIKey{}, Restricted: []clientrows.APIKey{}}
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

func parseKey(body []byte) (accountservice.KeyRequest, error) {
	r, err := envelope.Parse[NewAPIKeyRequest](body)
	return accountservice.KeyRequest(r), domain.Together(err, checkKeyRequest(r))
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

func (a *API) revokeKey(ctx context.Context, client, id int64) (any, error) {
	return nil, a.Accounts.RevokeKey(ctx, client, id)
}
