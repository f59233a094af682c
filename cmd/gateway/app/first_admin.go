package app

import (
	"context"
	"crypto/rand"
	"encoding/hex"

	"gateway/domain/admin"
	"gateway/eventstore"
)

// sandboxAdmin is the first admin of a sandbox without ADMIN_EMAIL.
const sandboxAdmin = "admin@example.com"

// ensureAdmin creates the first admin. Without ADMIN_PASSWORD it generates a password
// and returns it; that happens only at the first start.
func (a *App) ensureAdmin(ctx context.Context) (password string, err error) {
	if a.config.AdminPassword != "" {
		return "", a.admins.EnsureFirst(ctx, a.adminEmail, a.config.AdminPassword)
	}
	known, _, err := eventstore.Load(ctx, a.core.Log, admin.Aggregate, admin.Stream(a.adminEmail))
	if err != nil || known.Exists() {
		return "", err
	}
	var bits [12]byte
	_, _ = rand.Read(bits[:]) // never fails (crypto/rand)
	password = hex.EncodeToString(bits[:])
	return password, a.admins.EnsureFirst(ctx, a.adminEmail, password)
}
