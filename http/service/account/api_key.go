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
	CreatedAt time.Time
	ID        int64
	Key       string
	MaskedKey string
	Name      string
}

// IssueKey makes a new key the client's only one (API reference: Keys). The former one
// stops working at once on this instance, and on the others within a second. Refusals
// are those of account.IssueKey.
//
// It takes no Idempotency-Key, because the key must not be stored for repetitions.
func (a Accounts) IssueKey(ctx context.Context, clientID int64, name string) (IssuedKey, error) {
	return a.issueKey(ctx, clientID, account.IssueKeyCmd{Name: name})
}

// IssueKeyAsAdmin is IssueKey by an administrator, for a client of any status.
func (a Accounts) IssueKeyAsAdmin(ctx context.Context, clientID int64, name string) (IssuedKey, error) {
	return a.issueKey(ctx, clientID, account.IssueKeyCmd{Name: name, ByAdmin: true})
}

func (a Accounts) issueKey(ctx context.Context, clientID int64, cmd account.IssueKeyCmd) (issued IssuedKey, err error) {
	if cmd.KeyID, err = a.IDs.Next(ctx, sequence.APIKey); err != nil {
		return issued, err
	}
	if cmd.NewAppID, err = a.IDs.Next(ctx, sequence.App); err != nil {
		return issued, err
	}
	key := credential.NewAPIKey()
	cmd.Hash, cmd.Masked, cmd.By, cmd.At = key.Hash, key.Masked, service.Actor(ctx), a.Now()
	_, err = a.execute(ctx, clientID, func(s account.State) ([]domain.Event, error) { return account.IssueKey(s, cmd) })
	a.Keys.Clear()
	return IssuedKey{ID: cmd.KeyID, Name: cmd.Name, MaskedKey: cmd.Masked, CreatedAt: cmd.At, Key: key.Full}, err
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
