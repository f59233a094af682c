package wiring

import "context"

// sandboxAdmin is the first admin of a sandbox without ADMIN_EMAIL.
const sandboxAdmin = "admin@example.com"

// ensureAdmin creates the first admin, unless the address is an administrator's already.
// Without ADMIN_PASSWORD it generates a password and returns it.
func (a *App) ensureAdmin(ctx context.Context) (password string, err error) {
	return a.admins.EnsureFirst(ctx, a.adminEmail, a.config.AdminPassword)
}
