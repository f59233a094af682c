package harness

import (
	"encoding/json"
	"fmt"
	"strconv"
	"testing"
	"time"

	"gateway/test/poll"
)

const Password = "rahasia-123"

// merchant is a client that integrates: it calls with its API key.
type Merchant struct {
	Caller
	ID    int64
	Email string
	Key   string
}

// NewMerchant registers a client with the shared gateway, approved, with a key.
func NewMerchant(tb testing.TB) Merchant { tb.Helper(); return Shared(tb).NewMerchant(tb) }

func (g *Gateway) NewMerchant(tb testing.TB) Merchant {
	tb.Helper()
	m := g.Register(tb)
	g.Admin(tb).Post(tb, m.AdminPath("/approve"), nil).Wants(tb, 200)
	m.IssueKey(tb)
	return m
}

// register opens an account that nobody has approved yet.
func (g *Gateway) Register(tb testing.TB) Merchant {
	tb.Helper()
	m := Merchant{Caller: g.Anonymous(), Email: g.NextEmail()}
	a := m.Post(tb, "/auth/register", Object{"nama": "Toko Maju", "email": m.Email, "password": Password}).Wants(tb, 201)
	m.ID = a.ID(tb, "id")
	return m
}

// IssueKey has an administrator issue a key, which spares a login.
func (m *Merchant) IssueKey(tb testing.TB) {
	tb.Helper()
	a := m.Gateway.Admin(tb).Post(tb, m.AdminPath("/api-keys"), Object{"name": "server"}).Wants(tb, 201)
	m.Key = a.Text(tb, "key")
	m.Caller = m.Gateway.Anonymous().With("X-API-Key", m.Key)
}

// admin is the path of this client in the administrators' surface.
func (m Merchant) AdminPath(rest string) string {
	return fmt.Sprintf("/admin/clients/%d%s", m.ID, rest)
}

// portal logs in.
func (m Merchant) LogIn(tb testing.TB) Caller {
	tb.Helper()
	a := m.Gateway.Anonymous().Post(tb, "/auth/login", Object{"email": m.Email, "password": Password}).Wants(tb, 200)
	return m.Gateway.Anonymous().With("Authorization", "Bearer "+a.Text(tb, "token"))
}

// earns puts money on the balance, by an administrator's correction.
func (m Merchant) Earn(tb testing.TB, amount int64) {
	tb.Helper()
	m.Gateway.Admin(tb).Post(tb, m.AdminPath("/adjustments"), Object{"amount": amount, "reason": "for the test"}).Wants(tb, 201)
}

// banks writes a bank account into the profile.
func (m Merchant) SetBankAccount(tb testing.TB) {
	tb.Helper()
	m.Put(tb, "/account", Object{"norek": "1234567890", "bank": "BCA"}).Wants(tb, 200)
}

// NewFundedMerchant can withdraw: it has money and a bank account.
func NewFundedMerchant(tb testing.TB, amount int64) Merchant {
	tb.Helper()
	m := NewMerchant(tb)
	m.SetBankAccount(tb)
	m.Earn(tb, amount)
	return m
}

// HasBalance demands the four figures.
func (m Merchant) HasBalance(tb testing.TB, saldo, withdrawable, held, unsettled any) {
	tb.Helper()
	m.Get(tb, "/account/balance").Wants(tb, 200).Is(tb, Object{
		"saldo": saldo, "saldo_yang_bisa_ditarik": withdrawable, "ditahan": held, "belum_settle": unsettled,
	})
}

// AwaitBalance waits for saldo: credits follow a notification by themselves.
func (m Merchant) AwaitBalance(tb testing.TB, saldo any) {
	tb.Helper()
	poll.Until(tb, fmt.Sprintf("saldo %v", saldo), func() bool {
		return JSON(m.Get(tb, "/account/balance").Wants(tb, 200).Field(tb, "saldo")) == JSON(saldo)
	})
}

// invoice opens an invoice and gives its transaction_id.
func (m Merchant) OpenInvoice(tb testing.TB, amount int64, more Object) string {
	tb.Helper()
	body := Object{"amount": amount}
	for k, v := range more {
		body[k] = v
	}
	return m.Post(tb, "/payments/invoice", body).Wants(tb, 201).Text(tb, "transaction.transaction_id")
}

// sandbox does to a payment what a payer would.
func (m Merchant) ActInSandbox(tb testing.TB, id, what string, body any) {
	tb.Helper()
	m.Post(tb, "/sandbox/payments/"+id+"/"+what, body).Wants(tb, 200)
}

// reaches waits until the payment has the status, and gives it.
func (m Merchant) AwaitPayment(tb testing.TB, id, status string) Answer {
	tb.Helper()
	var last Answer
	poll.Until(tb, id+" "+status, func() bool {
		last = m.Get(tb, "/payments/%s/status", id).Wants(tb, 200)
		return last.Field(tb, "status") == status
	})
	return last
}

// withdraws asks for a withdrawal and gives its id.
func (m Merchant) Withdraw(tb testing.TB, jumlah int64, url string) int64 {
	tb.Helper()
	return m.Post(tb, "/withdrawals", Object{"jumlah": jumlah, "url": url}).Wants(tb, 201).ID(tb, "id")
}

// AwaitWithdrawal waits until the withdrawal has the status.
func (m Merchant) AwaitWithdrawal(tb testing.TB, id int64, status string) Answer {
	tb.Helper()
	var last Answer
	poll.Until(tb, fmt.Sprintf("withdrawal %d %s", id, status), func() bool {
		last = m.Get(tb, "/withdrawals/%d", id).Wants(tb, 200)
		return last.Field(tb, "status") == status
	})
	return last
}

func Itoa(n int64) string { return strconv.FormatInt(n, 10) }

// raw is JSON that Go's encoder would not write.
func Raw(s string) json.RawMessage { return json.RawMessage(s) }

// WebhookSecret is what the client's callbacks are signed with.
func (m Merchant) WebhookSecret(tb testing.TB) string {
	tb.Helper()
	return m.LogIn(tb).Get(tb, "/webhook-secret").Wants(tb, 200).Text(tb, "secret")
}

// CallbackTime is a time of an answer as callbacks write it, to the second.
func CallbackTime(s string) string {
	at, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return "no time: " + s
	}
	return at.Format(`2006-01-02T15:04:05\+00:00`)
}

func (m Merchant) TransactionsChannel() string { return "transactions:client." + Itoa(m.ID) }

const CallbackURL = "https://toko.example/withdrawn"
