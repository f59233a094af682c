package admin

import (
	"context"
	"fmt"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/admin"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/credential"
)

// startActor is the actor of what the start of the gateway changes.
const startActor = "system:start"

// EnsureFirst creates the administrator that the configuration names, or gives it the
// configured password where it has another one. Several instances may call it at once.
// When it returns, a login works on every instance.
func (a Admins) EnsureFirst(ctx context.Context, email, password string) error {
	if err := a.ensureFirst(ctx, email, password); err != nil {
		return fmt.Errorf("first admin: %w", err)
	}
	return nil
}

func (a Admins) ensureFirst(ctx context.Context, email, password string) error {
	email, err := account.NormalizeEmail(email)
	if err != nil {
		return err
	}
	known, _, err := eventstore.Load(ctx, a.Log, admin.Aggregate, admin.Stream(email))
	if err != nil {
		return err
	}
	fits, err := credential.CheckPassword(ctx, password, known.PasswordHash)
	if err != nil || fits {
		return err
	}
	hash, err := credential.HashPassword(ctx, password)
	if err != nil {
		return err
	}
	id, err := a.IDs.Next(ctx, sequence.Admin)
	if err != nil {
		return err
	}
	_, err = service.Execute(ctx, a.Core, admin.Aggregate, admin.Stream(email), func(s admin.State) ([]domain.Event, error) {
		if s.Exists() {
			return admin.ChangePassword(s, admin.ChangePasswordCmd{PasswordHash: hash, By: startActor, At: a.Now()})
		}
		return admin.Create(s, admin.CreateCmd{
			AdminID: id, Email: email, PasswordHash: hash, Role: admin.RoleAdmin, By: startActor, At: a.Now(),
		})
	})
	return err
}
