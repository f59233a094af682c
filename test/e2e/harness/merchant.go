package harness

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gateway/test/poll"
)

// Password is the password of every client and of every added administrator.
const Password = "rahasia-123"

// Merchant is a client of the gateway that calls with its API key.
type Merchant struct {
	Caller
	ID    int64
	Email string
	Key   string
}

// NewMerchant adds a merchant to the shared gateway.
func NewMerchant(tb testing.TB) Merchant { tb.Helper(); return Shared(tb).NewMerchant(tb) }

// NewMerchant registers a client, approves it as an administrator, and gives it a key.
func (g *Gateway) NewMerchant(tb testing.TB) Merchant {
	tb.Helper()
	m := g.Register(tb)
	g.Admin(tb).Post(tb, m.AdminPath("/approve"), nil).Wants(tb, 200)
	m.IssueKey(tb)
	return m
}

// Register registers a client that is not approved yet and has no key.
func (g *Gateway) Register(tb testing.TB) Merchant {
	tb.Helper()
	m := Merchant{Caller: g.Anonymous(), Email: g.NextEmail()}
	a := m.Post(tb, "/auth/register", Object{"nama": "Toko Maju", "email": m.Email, "password": Password}).Wants(tb, 201)
	m.ID = a.ID(tb, "id")
	return m
}

// IssueKey issues a key as an administrator. The merchant calls with it from now on.
func (m *Merchant) IssueKey(tb testing.TB) {
	tb.Helper()
	a := m.Gateway.Admin(tb).Post(tb, m.AdminPath("/api-keys"), Object{"name": "server"}).Wants(tb, 201)
	m.Key = a.Text(tb, "key")
	m.Caller = m.Gateway.Anonymous().With("X-API-Key", m.Key)
}

// AdminPath is a path about the client in the administrators' part of the API.
func (m Merchant) AdminPath(rest string) string {
	return fmt.Sprintf("/admin/clients/%d%s", m.ID, rest)
}

// LogIn opens a new session of the portal, and returns a caller with its token.
func (m Merchant) LogIn(tb testing.TB) Caller {
	tb.Helper()
	a := m.Gateway.Anonymous().Post(tb, "/auth/login", Object{"email": m.Email, "password": Password}).Wants(tb, 200)
	return m.Gateway.Anonymous().With("Authorization", "Bearer "+a.Text(tb, "token"))
}

// Earn adds money to the balance by an administrator's adjustment.
func (m Merchant) Earn(tb testing.TB, amount int64) {
	tb.Helper()
	m.Gateway.Admin(tb).Post(tb, m.AdminPath("/adjustments"), Object{"amount": amount, "reason": "for the test"}).Wants(tb, 201)
}

// SetBankAccount writes a bank account into the profile.
func (m Merchant) SetBankAccount(tb testing.TB) {
	tb.Helper()
	m.Put(tb, "/account", Object{"norek": "1234567890", "bank": "BCA"}).Wants(tb, 200)
}

// NewFundedMerchant adds a merchant to the shared gateway that can withdraw, because it has a bank account and
// this much money.
func NewFundedMerchant(tb testing.TB, amount int64) Merchant {
	tb.Helper()
	m := NewMerchant(tb)
	m.SetBankAccount(tb)
	m.Earn(tb, amount)
	return m
}

// HasBalance checks the four figures of the balance.
func (m Merchant) HasBalance(tb testing.TB, total, withdrawable, held, unsettled any) {
	tb.Helper()
	m.Get(tb, "/account/balance").Wants(tb, 200).Is(tb, Object{
		"saldo": total, "saldo_yang_bisa_ditarik": withdrawable, "ditahan": held, "belum_settle": unsettled,
	})
}

// AwaitBalance waits until saldo has the value, because a credit follows the notification a little later.
func (m Merchant) AwaitBalance(tb testing.TB, total any) {
	tb.Helper()
	poll.Until(tb, fmt.Sprintf("saldo %v", total), func() bool {
		return JSON(m.Get(tb, "/account/balance").Wants(tb, 200).Field(tb, "saldo")) == JSON(total)
	})
}

// OpenInvoice creates an invoice and returns its transaction_id.
func (m Merchant) OpenInvoice(tb testing.TB, amount int64, more Object) string {
	tb.Helper()
	body := Object{"amount": amount}
	for k, v := range more {
		body[k] = v
	}
	return m.Post(tb, "/payments/invoice", body).Wants(tb, 201).Text(tb, "transaction.transaction_id")
}

// ActInSandbox makes the simulated provider pay, settle or expire a payment.
func (m Merchant) ActInSandbox(tb testing.TB, id, what string, body any) {
	tb.Helper()
	m.Post(tb, "/sandbox/payments/"+id+"/"+what, body).Wants(tb, 200)
}

// AwaitPayment waits until the payment has the status, and returns it.
func (m Merchant) AwaitPayment(tb testing.TB, id, status string) Answer {
	tb.Helper()
	var last Answer
	poll.Until(tb, id+" "+status, func() bool {
		last = m.Get(tb, "/payments/%s/status", id).Wants(tb, 200)
		return last.Field(tb, "status") == status
	})
	return last
}

// Withdraw requests a withdrawal and returns its id.
func (m Merchant) Withdraw(tb testing.TB, amount int64, url string) int64 {
	tb.Helper()
	return m.Post(tb, "/withdrawals", Object{"jumlah": amount, "url": url}).Wants(tb, 201).ID(tb, "id")
}

// AwaitWithdrawal waits until the withdrawal has the status, and returns it.
func (m Merchant) AwaitWithdrawal(tb testing.TB, id int64, statuses ...string) Answer {
	tb.Helper()
	var last Answer
	poll.Within(tb, poll.Limit, fmt.Sprintf("withdrawal %d %s", id, strings.Join(statuses, " or ")), func() (bool, any) {
		last = m.Get(tb, "/withdrawals/%d", id).Wants(tb, 200)
		got := last.Text(tb, "status")
		return slices.Contains(statuses, got), got
	})
	return last
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// Raw is JSON that is sent exactly as written.
func Raw(s string) json.RawMessage { return json.RawMessage(s) }

// WebhookSecret is the secret that signs the callbacks to the client.
func (m Merchant) WebhookSecret(tb testing.TB) string {
	tb.Helper()
	return m.LogIn(tb).Get(tb, "/webhook-secret").Wants(tb, 200).Text(tb, "secret")
}

// CallbackTime is a time of an answer as callbacks write it, as a regular expression.
func CallbackTime(s string) string {
	at, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return "no time: " + s
	}
	return at.Format(`2006-01-02T15:04:05\+00:00`)
}

// TransactionsChannel is the realtime channel of the client.
func (m Merchant) TransactionsChannel() string { return "transactions:client." + itoa(m.ID) }

// CallbackURL is a URL for callbacks that tests do not check.
const CallbackURL = "https://toko.example/withdrawn"
