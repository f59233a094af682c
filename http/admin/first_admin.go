package admin

import (
	"context"
	"fmt"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/admin"
	"gateway/domain/sequence"
	"gateway/eventstore"
	"gateway/http/auth"
	"gateway/http/service"
)

// atStart is who makes the first administrator.
const atStart = "system:start"

// EnsureFirstAdmin makes the administrator that the configuration names, or gives
// it the configured password where it has another. Several instances may call it at
// once. Like any command it waits for the read models, so that a login works then.
func (a *Admin) EnsureFirstAdmin(ctx context.Context, email, password string) error {
	if err := a.ensureFirstAdmin(ctx, email, password); err != nil {
		return fmt.Errorf("first admin: %w", err)
	}
	return nil
}

func (a *Admin) ensureFirstAdmin(ctx context.Context, email, password string) error {
	email, err := account.NormalizeEmail(email)
	if err != nil {
		return err
	}
	known, _, err := eventstore.Load(ctx, a.Log, admin.Aggregate, admin.Stream(email))
	if err != nil {
		return err
	}
	fits, err := auth.CheckPassword(ctx, password, known.PasswordHash)
	if err != nil || fits {
		return err
	}
	hash, err := auth.HashPassword(ctx, password)
	if err != nil {
		return err
	}
	id, err := a.IDs.Next(ctx, sequence.Admin)
	if err != nil {
		return err
	}
	_, err = service.Execute(ctx, a.Core, admin.Aggregate, admin.Stream(email), func(s admin.State) ([]domain.Event, error) {
		if s.Exists() {
			return admin.ChangePassword(s, admin.ChangePasswordCmd{PasswordHash: hash, By: atStart, At: a.Now()})
		}
		return admin.Create(s, admin.CreateCmd{
			AdminID: id, Email: email, PasswordHash: hash, Role: admin.RoleAdmin, By: atStart, At: a.Now(),
		})
	})
	return err
}
