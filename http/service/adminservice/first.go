package adminservice

import (
	"context"
	"errors"
	"fmt"

	"gateway/domain"
	"gateway/domain/admin"
	"gateway/eventstore"
)

// startActor is the actor of events caused by the start of the gateway.
const startActor = "system:start"

// These match refusals of package domain/admin, which are compared by code.
var (
	errNoAdmin = domain.Refuse(domain.NotFound, "admin_not_found", "")
	errTaken   = domain.Refuse(domain.Conflict, "email_taken", "")
)

// EnsureFirst creates the administrator that the configuration names. It changes nothing when an
// administrator has that address, even a disabled one or one with another password or role. If an older
// program version wrote the log, it first adopts that version's administrators into the staff. If password is
// empty, it generates one and returns it. Several instances may call it at once. When it returns, a login
// works on every instance.
func (a Admins) EnsureFirst(ctx context.Context, email, password string) (drawn string, err error) {
	meta := eventstore.MetadataFrom(ctx)
	meta.Actor = startActor
	ctx = eventstore.WithMetadata(ctx, meta)
	if err := a.adoptFormer(ctx); err != nil {
		return "", fmt.Errorf("first admin: %w", err)
	}
	switch _, err := a.byEmail(ctx, email); {
	case err == nil:
		return "", nil
	case !errors.Is(err, errNoAdmin):
		return "", fmt.Errorf("first admin: %w", err)
	}
	if password == "" {
		drawn = drawPassword()
		password = drawn
	}
	_, err = a.Create(ctx, Request{
		Email: email, Password: password, Role: admin.RoleAdmin, Reason: "ADMIN_EMAIL",
	})
	if errors.Is(err, errTaken) { // another instance was first
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("first admin: %w", err)
	}
	return drawn, nil
}
