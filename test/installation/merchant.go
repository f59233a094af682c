package installation

import (
	"fmt"
	"testing"

	"github.com/google/uuid"
)

// password is every merchant's.
const password = "rahasia-123"

// Merchant is a client of the gateway, who calls with its key.
type Merchant struct {
	Caller
	ID    int64
	email string
}

// Admin calls as the first administrator.
func (in *Installation) Admin(t *testing.T) Caller {
	t.Helper()
	c := in.Anybody()
	login := c.Must(t, "POST", "/admin/auth/login", map[string]any{"email": adminEmail, "password": adminPassword})
	return c.With("Authorization", "Bearer "+login.Text("token"))
}

// NewMerchant makes one with a bank account and that much money, in rupiah. The
// withdrawals wait for an administrator, unless they are approved automatically.
func (in *Installation) NewMerchant(t *testing.T, admin Caller, money int64, autoApprove bool) Merchant {
	t.Helper()
	m := Merchant{Caller: in.Anybody(), email: uuid.NewString() + "@example.com"}
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

// path is that of the administrators' view of the merchant.
func (m Merchant) path(what string) string { return fmt.Sprintf("/admin/clients/%d%s", m.ID, what) }

// WithNewKey has an administrator replace the merchant's key, by which the former
// one dies, and calls with the new one.
func (m Merchant) WithNewKey(t *testing.T, admin Caller) Merchant {
	t.Helper()
	key := admin.Must(t, "POST", m.path("/api-keys"), map[string]any{"name": "test"}).Text("key")
	m.Caller = m.With("X-API-Key", key)
	return m
}

// Portal calls as the merchant who is logged in.
func (in *Installation) Portal(t *testing.T, m Merchant) Caller {
	t.Helper()
	login := in.Anybody().Must(t, "POST", "/auth/login", map[string]any{"email": m.email, "password": password})
	return in.Anybody().With("Authorization", "Bearer "+login.Text("token"))
}
