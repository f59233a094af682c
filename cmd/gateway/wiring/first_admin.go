package wiring

import "context"

// sandboxAdmin is the address of the first admin of a sandbox without ADMIN_EMAIL.
const sandboxAdmin = "admin@example.com"

// ensureAdmin creates the first admin, unless an administrator already has the address. Without
// ADMIN_PASSWORD it generates a password and returns it.
func (a *App) ensureAdmin(ctx context.Context) (password string, err error) {
	return a.admins.EnsureFirst(ctx, a.adminEmail, a.config.AdminPassword)
}
