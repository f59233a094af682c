package installation

import (
	"fmt"
	"testing"

	"github.com/google/uuid"
)

// password is every merchant's password.
const password = "rahasia-123"

// Merchant is a client of the gateway that calls with its API key.
type Merchant struct {
	Caller
	ID    int64
	email string
}

// Admin calls as the first administrator.
func (in *Installation) Admin(t *testing.T) Caller {
	t.Helper()
	c := in.Anonymous()
	login := c.Must(t, "POST", "/admin/auth/login", map[string]any{"email": adminEmail, "password": adminPassword})
	return c.With("Authorization", "Bearer "+login.Text("token"))
}

// AddAdmin lets an administrator create another one with the role admin, and returns a caller for the new one.
func (in *Installation) AddAdmin(t *testing.T, admin Caller) Caller {
	t.Helper()
	email := uuid.NewString() + "@example.com"
	admin.Must(t, "POST", "/admin/admins", map[string]any{"email": email, "password": password, "role": "admin"})
	login := in.Anonymous().Must(t, "POST", "/admin/auth/login", map[string]any{"email": email, "password": password})
	return in.Anonymous().With("Authorization", "Bearer "+login.Text("token"))
}

// NewMerchant adds a merchant with a bank account and money, in rupiah. An administrator has to approve its
// withdrawals, unless autoApprove is set.
func (in *Installation) NewMerchant(t *testing.T, admin Caller, money int64, autoApprove bool) Merchant {
	t.Helper()
	m := Merchant{Caller: in.Anonymous(), email: uuid.NewString() + "@example.com"}
	m.ID = m.Must(t, "POST", "/auth/register", map[string]any{"nama": "Toko", "email": m.email, "password": password}).Number("id")
	admin.Must(t, "POST", m.path("/approve"), map[string]any{"reason": "test"})
	admin.Must(t, "PUT", m.path(""), map[string]any{"is_auto_approve_withdrawal": autoApprove})
	if money > 0 {
		admin.Must(t, "POST", m.path("/adjustments"), map[string]any{"amount": money, "reason": "test"})
	}
	m = m.WithNewKey(t, admin)
	m.Must(t, "PUT", "/account", map[string]any{"norek": "1234567890", "bank": "BCA"})
	return m
}

// APIKey is the merchant's key.
func (m Merchant) APIKey() string { return m.header.Get("X-API-Key") }

// path is a path about the merchant in the administrators' part of the API.
func (m Merchant) path(what string) string { return fmt.Sprintf("/admin/clients/%d%s", m.ID, what) }

// WithNewKey lets an administrator issue a new key, which replaces the old one, and returns the merchant with
// the new key.
func (m Merchant) WithNewKey(t *testing.T, admin Caller) Merchant {
	t.Helper()
	key := admin.Must(t, "POST", m.path("/api-keys"), map[string]any{"name": "test"}).Text("key")
	m.Caller = m.With("X-API-Key", key)
	return m
}

// Portal logs the merchant in, and returns a caller with the session's token.
func (in *Installation) Portal(t *testing.T, m Merchant) Caller {
	t.Helper()
	login := in.Anonymous().Must(t, "POST", "/auth/login", map[string]any{"email": m.email, "password": password})
	return in.Anonymous().With("Authorization", "Bearer "+login.Text("token"))
}
