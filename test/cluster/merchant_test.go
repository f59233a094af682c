package cluster

import (
	"fmt"
	"testing"

	"github.com/google/uuid"
)

// merchant is a client of the gateway, with its key.
type merchant struct {
	caller
	id    int64
	email string
	admin caller
}

func (in *installation) admin(t *testing.T) caller {
	t.Helper()
	c := in.anybody()
	token := c.must(t, "POST", "/admin/auth/login", map[string]any{"email": adminEmail, "password": adminPassword}).text("token")
	return c.with("Authorization", "Bearer "+token)
}

const password = "rahasia-123"

// newMerchant makes one with a bank account and that much money.
func (in *installation) newMerchant(t *testing.T, admin caller, money int64, autoApprove bool) merchant {
	t.Helper()
	m := merchant{caller: in.anybody(), admin: admin, email: uuid.NewString() + "@example.com"}
	m.id = m.must(t, "POST", "/auth/register", map[string]any{"nama": "Toko", "email": m.email, "password": password}).number("id")
	m.admin.must(t, "POST", m.path("/approve"), map[string]any{"reason": "test"})
	m.admin.must(t, "PUT", m.path(""), map[string]any{"is_auto_approve_withdrawal": autoApprove})
	if money > 0 {
		m.admin.must(t, "POST", m.path("/adjustments"), map[string]any{"amount": money, "reason": "test"})
	}
	m.caller = m.with("X-API-Key", m.newKey(t))
	m.must(t, "PUT", "/account", map[string]any{"norek": "1234567890", "bank": "BCA"})
	return m
}

// path is that of the administrators' view of the merchant.
func (m merchant) path(what string) string { return fmt.Sprintf("/admin/clients/%d%s", m.id, what) }

func (m merchant) newKey(t *testing.T) string {
	t.Helper()
	return m.admin.must(t, "POST", m.path("/api-keys"), map[string]any{"name": "test"}).text("key")
}
