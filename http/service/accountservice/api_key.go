package accountservice

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/sequence"
	"gateway/http/service"
	"gateway/http/service/credential"
)

// IssuedKey is a new API key. Key is the secret itself, which is shown only once.
type IssuedKey struct {
	CreatedAt time.Time `json:"created_at"`
	ID        int64     `json:"id"`
	Key       string    `json:"key,omitempty"`
	MaskedKey string    `json:"masked_key"`
	Name      string    `json:"name"`
	// Scopes is what the key may do.
	Scopes []string `json:"scopes"`
	// Allow has the networks that may use the key. An empty list allows all.
	Allow []string `json:"allow"`
	// ExpiresAt is when the key ends by itself, or nil for never.
	ExpiresAt *time.Time `json:"expires_at"`
	// FormerUntil is how long the former full key works beside this one, or nil when it does not.
	FormerUntil *time.Time `json:"former_until"`
}

// KeyRequest asks for an API key. Allow has the addresses and networks that may use it; an empty list allows
// all.
type KeyRequest struct {
	Allow     []string
	ExpiresAt *time.Time
	Name      string
	// Overlap is how many hours the former full key keeps working.
	Overlap int64
	// Restricted requests a key that has Scopes, ends at ExpiresAt unless that is nil, and replaces no other
	// key.
	Restricted bool
	Scopes     []string
}

// NewKey is a key that was generated but not issued yet.
type NewKey struct {
	ClientID int64  `json:"client_id"`
	ID       int64  `json:"id"`
	Name     string `json:"name"`
	Hash     string `json:"hash"`
	Masked   string `json:"masked"`
	// Allow is the Allow of KeyRequest.
	Allow []string `json:"allow,omitempty"`
	// NewAppID is the id of the default app, which is created if the client has no app.
	NewAppID int64 `json:"new_app_id"`
}

// IssueKey makes a new key the client's full key, or adds a restricted key (API reference: Keys). Without an
// overlap, the former full key stops working at once on this instance and within a second on the others. The
// refusals are those of account.IssueKey and account.IssueRestrictedKey.
//
// It takes no Idempotency-Key, because the key must not be stored for a repeated request.
func (a Accounts) IssueKey(ctx context.Context, clientID int64, r KeyRequest) (IssuedKey, error) {
	drawn, key, err := a.DrawKey(ctx, clientID, r)
	if err != nil {
		return IssuedKey{}, err
	}
	var issued IssuedKey
	if r.Restricted {
		issued, err = a.issueRestrictedKey(ctx, drawn, r)
	} else {
		issued, err = a.issueKey(ctx, drawn, r.Overlap, false)
	}
	issued.Key = key
	return issued, err
}

// DrawKey generates a key for a client, and returns it with the data that issues it. It changes nothing.
func (a Accounts) DrawKey(ctx context.Context, clientID int64, r KeyRequest) (drawn NewKey, key string, err error) {
	drawn = NewKey{ClientID: clientID, Name: r.Name, Allow: r.Allow}
	if drawn.ID, err = a.IDs.Next(ctx, sequence.APIKey); err != nil {
		return drawn, "", err
	}
	if drawn.NewAppID, err = a.IDs.Next(ctx, sequence.App); err != nil {
		return drawn, "", err
	}
	made := credential.NewAPIKey()
	drawn.Hash, drawn.Masked = made.Hash, made.Masked
	return drawn, made.Full, nil
}

// IssueKeyAsAdmin issues a generated key on behalf of an administrator, for a client of any status. The
// answer lacks the key itself. Issuing the same key again has no effect. Otherwise it behaves like IssueKey.
func (a Accounts) IssueKeyAsAdmin(ctx context.Context, drawn NewKey) (IssuedKey, error) {
	return a.issueKey(ctx, drawn, 0, true)
}

func (a Accounts) issueKey(ctx context.Context, drawn NewKey, overlap int64, byAdmin bool) (IssuedKey, error) {
	cmd := account.IssueKeyCmd{
		KeyID: drawn.ID, Name: drawn.Name, Hash: drawn.Hash, Masked: drawn.Masked, Allow: drawn.Allow, Overlap: overlap,
		NewAppID: drawn.NewAppID, ByAdmin: byAdmin, By: service.Actor(ctx), At: a.Now(),
	}
	return a.issue(ctx, drawn, cmd.At, func(s account.State) ([]domain.Event, error) { return account.IssueKey(s, cmd) })
}

func (a Accounts) issueRestrictedKey(ctx context.Context, drawn NewKey, r KeyRequest) (IssuedKey, error) {
	cmd := account.IssueRestrictedKeyCmd{
		KeyID: drawn.ID, Name: drawn.Name, Hash: drawn.Hash, Masked: drawn.Masked, Scopes: r.Scopes, Allow: drawn.Allow,
		ExpiresAt: r.ExpiresAt, NewAppID: drawn.NewAppID, By: service.Actor(ctx), At: a.Now(),
	}
	return a.issue(ctx, drawn, cmd.At, func(s account.State) ([]domain.Event, error) { return account.IssueRestrictedKey(s, cmd) })
}

// issue executes a decision that issues the key, and returns the key in the form that the account then has.
func (a Accounts) issue(
	ctx context.Context, drawn NewKey, at time.Time, decide func(account.State) ([]domain.Event, error),
) (IssuedKey, error) {
	owner, err := a.execute(ctx, drawn.ClientID, decide)
	a.Keys.Clear()
	issued := IssuedKey{ID: drawn.ID, Name: drawn.Name, MaskedKey: drawn.Masked, CreatedAt: at, Scopes: []string{}, Allow: []string{}}
	if key, ok := owner.WorkingKey(drawn.Hash, at); err == nil && ok {
		issued.Scopes, issued.Allow, issued.ExpiresAt = key.Scopes, append(issued.Allow, key.Allow...), utc(key.EndsAt)
		if former := owner.FormerKeys; !key.Restricted && len(former) > 0 {
			issued.FormerUntil = utc(former[len(former)-1].EndsAt)
		}
	}
	return issued, err
}

// utc converts the moment to UTC. It returns nil for nil.
func utc(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	in := t.UTC()
	return &in
}

// RevokeKey revokes one of the client's keys, which then stops working as fast as IssueKey describes. Its
// refusals are those of account.RevokeKey.
func (a Accounts) RevokeKey(ctx context.Context, clientID, keyID int64) error {
	_, err := a.execute(ctx, clientID, func(s account.State) ([]domain.Event, error) {
		return account.RevokeKey(s, account.RevokeKeyCmd{KeyID: keyID, By: service.Actor(ctx), At: a.Now()})
	})
	a.Keys.Clear()
	return err
}
