package account

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/sequence"
	"gateway/http/service"
	"gateway/http/service/credential"
)

// IssuedKey is a new API key. Key is the key itself, which is shown once.
type IssuedKey struct {
	CreatedAt time.Time `json:"created_at"`
	ID        int64     `json:"id"`
	Key       string    `json:"key,omitempty"`
	MaskedKey string    `json:"masked_key"`
	Name      string    `json:"name"`
	// Allow are the networks that the key may be used from; none allows all.
	Allow []string `json:"allow"`
}

// KeyRequest asks for an API key. Allow are the addresses and networks that it may be used
// from; none allows all.
type KeyRequest struct {
	Name  string
	Allow []string
}

// NewKey is a key that was drawn and is not issued yet.
type NewKey struct {
	ClientID int64  `json:"client_id"`
	ID       int64  `json:"id"`
	Name     string `json:"name"`
	Hash     string `json:"hash"`
	Masked   string `json:"masked"`
	// Allow is that of KeyRequest.
	Allow []string `json:"allow,omitempty"`
	// NewAppID is the id of the default app, used if the client has no app.
	NewAppID int64 `json:"new_app_id"`
}

// IssueKey makes a new key the client's only one (API reference: Keys). The former one
// stops working at once on this instance, and on the others within a second. Refusals
// are those of account.IssueKey.
//
// It takes no Idempotency-Key, because the key must not be stored for repetitions.
func (a Accounts) IssueKey(ctx context.Context, clientID int64, r KeyRequest) (IssuedKey, error) {
	drawn, key, err := a.DrawKey(ctx, clientID, r)
	if err != nil {
		return IssuedKey{}, err
	}
	issued, err := a.issueKey(ctx, drawn, false)
	issued.Key = key
	return issued, err
}

// DrawKey draws a key for a client, and gives it with what issues it. It changes nothing.
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

// IssueKeyAsAdmin issues a key that was drawn, by an administrator, for a client of any
// status. The answer lacks the key itself. Issued again, nothing happens. Otherwise it is
// IssueKey.
func (a Accounts) IssueKeyAsAdmin(ctx context.Context, drawn NewKey) (IssuedKey, error) {
	return a.issueKey(ctx, drawn, true)
}

func (a Accounts) issueKey(ctx context.Context, drawn NewKey, byAdmin bool) (IssuedKey, error) {
	cmd := account.IssueKeyCmd{
		KeyID: drawn.ID, Name: drawn.Name, Hash: drawn.Hash, Masked: drawn.Masked, Allow: drawn.Allow, NewAppID: drawn.NewAppID, ByAdmin: byAdmin,
		By: service.Actor(ctx), At: a.Now(),
	}
	owner, err := a.execute(ctx, drawn.ClientID, func(s account.State) ([]domain.Event, error) { return account.IssueKey(s, cmd) })
	a.Keys.Clear()
	issued := IssuedKey{ID: cmd.KeyID, Name: cmd.Name, MaskedKey: cmd.Masked, CreatedAt: cmd.At, Allow: []string{}}
	if err == nil && owner.Key != nil {
		issued.Allow = append(issued.Allow, owner.Key.Allow...)
	}
	return issued, err
}

// RevokeKey revokes the client's active key, which stops working as IssueKey says.
// Refusals are those of account.RevokeKey.
func (a Accounts) RevokeKey(ctx context.Context, clientID, keyID int64) error {
	_, err := a.execute(ctx, clientID, func(s account.State) ([]domain.Event, error) {
		return account.RevokeKey(s, account.RevokeKeyCmd{KeyID: keyID, By: service.Actor(ctx), At: a.Now()})
	})
	a.Keys.Clear()
	return err
}
