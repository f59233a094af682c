package e2e

import (
	"encoding/json"
	"fmt"
	"strconv"
	"testing"
	"time"

	"gateway/test/poll"
)

const password = "rahasia-123"

// merchant is a client that integrates: it calls with its API key.
type merchant struct {
	caller
	id    int64
	email string
	key   string
}

// newMerchant registers a client with the shared gateway, approved, with a key.
func newMerchant(tb testing.TB) merchant { tb.Helper(); return shared.newMerchant(tb) }

func (g *gateway) newMerchant(tb testing.TB) merchant {
	tb.Helper()
	m := g.register(tb)
	g.admin(tb).post(tb, m.admin("/approve"), nil).wants(tb, 200)
	m.issueKey(tb)
	return m
}

// register opens an account that nobody has approved yet.
func (g *gateway) register(tb testing.TB) merchant {
	tb.Helper()
	m := merchant{caller: g.anybody(), email: g.nextEmail()}
	a := m.post(tb, "/auth/register", object{"nama": "Toko Maju", "email": m.email, "password": password}).wants(tb, 201)
	m.id = a.id(tb, "id")
	return m
}

// issueKey has an administrator issue a key, which spares a login.
func (m *merchant) issueKey(tb testing.TB) {
	tb.Helper()
	a := m.gateway.admin(tb).post(tb, m.admin("/api-keys"), object{"name": "server"}).wants(tb, 201)
	m.key = a.text(tb, "key")
	m.caller = m.gateway.anybody().with("X-API-Key", m.key)
}

// admin is the path of this client in the administrators' surface.
func (m merchant) admin(rest string) string { return fmt.Sprintf("/admin/clients/%d%s", m.id, rest) }

// portal logs in.
func (m merchant) portal(tb testing.TB) caller {
	tb.Helper()
	a := m.gateway.anybody().post(tb, "/auth/login", object{"email": m.email, "password": password}).wants(tb, 200)
	return m.gateway.anybody().with("Authorization", "Bearer "+a.text(tb, "token"))
}

// earns puts money on the balance, by an administrator's correction.
func (m merchant) earns(tb testing.TB, amount int64) {
	tb.Helper()
	m.gateway.admin(tb).post(tb, m.admin("/adjustments"), object{"amount": amount, "reason": "for the test"}).wants(tb, 201)
}

// banks writes a bank account into the profile.
func (m merchant) banks(tb testing.TB) {
	tb.Helper()
	m.put(tb, "/account", object{"norek": "1234567890", "bank": "BCA"}).wants(tb, 200)
}

// newRichMerchant can withdraw: it has money and a bank account.
func newRichMerchant(tb testing.TB, amount int64) merchant {
	tb.Helper()
	m := newMerchant(tb)
	m.banks(tb)
	m.earns(tb, amount)
	return m
}

// hasBalance demands the four figures.
func (m merchant) hasBalance(tb testing.TB, saldo, withdrawable, held, unsettled any) {
	tb.Helper()
	m.get(tb, "/account/balance").wants(tb, 200).is(tb, object{
		"saldo": saldo, "saldo_yang_bisa_ditarik": withdrawable, "ditahan": held, "belum_settle": unsettled,
	})
}

// comesToBalance waits for saldo: credits follow a notification by themselves.
func (m merchant) comesToBalance(tb testing.TB, saldo any) {
	tb.Helper()
	poll.Until(tb, fmt.Sprintf("saldo %v", saldo), func() bool {
		return text(m.get(tb, "/account/balance").wants(tb, 200).field(tb, "saldo")) == text(saldo)
	})
}

// invoice opens an invoice and gives its transaction_id.
func (m merchant) invoice(tb testing.TB, amount int64, more object) string {
	tb.Helper()
	body := object{"amount": amount}
	for k, v := range more {
		body[k] = v
	}
	return m.post(tb, "/payments/invoice", body).wants(tb, 201).text(tb, "transaction.transaction_id")
}

// sandbox does to a payment what a payer would.
func (m merchant) sandbox(tb testing.TB, id, what string, body any) {
	tb.Helper()
	m.post(tb, "/sandbox/payments/"+id+"/"+what, body).wants(tb, 200)
}

// reaches waits until the payment has the status, and gives it.
func (m merchant) reaches(tb testing.TB, id, status string) answer {
	tb.Helper()
	var last answer
	poll.Until(tb, id+" "+status, func() bool {
		last = m.get(tb, "/payments/%s/status", id).wants(tb, 200)
		return last.field(tb, "status") == status
	})
	return last
}

// withdraws asks for a withdrawal and gives its id.
func (m merchant) withdraws(tb testing.TB, jumlah int64, url string) int64 {
	tb.Helper()
	return m.post(tb, "/withdrawals", object{"jumlah": jumlah, "url": url}).wants(tb, 201).id(tb, "id")
}

// payoutReaches waits until the withdrawal has the status.
func (m merchant) payoutReaches(tb testing.TB, id int64, status string) answer {
	tb.Helper()
	var last answer
	poll.Until(tb, fmt.Sprintf("withdrawal %d %s", id, status), func() bool {
		last = m.get(tb, "/withdrawals/%d", id).wants(tb, 200)
		return last.field(tb, "status") == status
	})
	return last
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// raw is JSON that Go's encoder would not write.
func raw(s string) json.RawMessage { return json.RawMessage(s) }

// webhookSecret is what the client's callbacks are signed with.
func (m merchant) webhookSecret(tb testing.TB) string {
	tb.Helper()
	return m.portal(tb).get(tb, "/webhook-secret").wants(tb, 200).text(tb, "secret")
}

// withOffset is a time of an answer as callbacks write it, to the second.
func withOffset(s string) string {
	at, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return "no time: " + s
	}
	return at.Format(`2006-01-02T15:04:05\+00:00`)
}
