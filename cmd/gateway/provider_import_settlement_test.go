package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gateway/domain/calendar"
	"gateway/test/poll"

	"github.com/shopspring/decimal"
)

// equationAt reconciles a connection by an audit run of the gateway, which has a balance for it only at its companies.
func (i *installation) equationAt(connection string) (e struct {
	Expected, Balance, Difference, Unsettled, Clearing decimal.Decimal
	EstimatedFees                                      decimal.Decimal `json:"estimated_fees"`
	UnsettledFees                                      decimal.Decimal `json:"unsettled_fees"`
	UnsettledPayments                                  int64           `json:"unsettled_payments"`
	UnsettledSince                                     *time.Time      `json:"unsettled_since"`
	BalanceUnknown                                     bool            `json:"balance_unknown"`
}, outcome string,
) {
	i.t.Helper()
	day := calendar.Calendar{}.DayOf(time.Now())
	id := i.post("/admin/audit/runs", i.admin, fmt.Sprintf(`{"kind":"reconcile","date":%q,"connection":%q}`, day, connection)).id("id")
	var run data
	poll.Until(i.t, "the run has ended", func() bool {
		run = i.get(fmt.Sprintf("/admin/audit/runs/%d", id), i.admin)
		return run.text("outcome") != "running"
	})
	var report struct {
		Reconcile struct{ Equation json.RawMessage }
	}
	if err := json.Unmarshal(run.raw, &report); err != nil {
		i.t.Fatal(err)
	}
	if err := json.Unmarshal(report.Reconcile.Equation, &e); err != nil {
		i.t.Fatalf("%v: %s", err, run.raw)
	}
	return e, run.text("outcome")
}

// payBy pays Rp 100,000 by a channel, and waits until it is credited.
func (i *installation) payBy(path, body string) string {
	i.t.Helper()
	id := i.post("/payments/"+path, i.shop, body).text("transaction", "transaction_id")
	i.post("/sandbox/payments/"+id+"/pay", i.shop, "")
	i.awaitPayment(id, "PAID")
	return id
}

func (i *installation) awaitPayment(id, status string) {
	i.t.Helper()
	poll.Until(i.t, id+" is "+status, func() bool { return i.get("/payments/"+id+"/status", i.shop).text("status") == status })
}

// settlementFile downloads the file of a simulated company.
func (i *installation) settlementFile(connection string) string {
	i.t.Helper()
	answer, err := http.Get(strings.TrimSuffix(i.url, "/api/v2") + "/simulator/" + connection + "/settlement-file")
	if err != nil {
		i.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		i.t.Fatalf("the file: %d %s (%v)", answer.StatusCode, text, err)
	}
	path := filepath.Join(i.t.TempDir(), connection+".csv")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		i.t.Fatal(err)
	}
	return path
}

// A payment and a payout at a connection without a list of bookings: the fees are estimated, a file settles the payment,
// releases what was held, and trues the fees up, once. The equation holds to the rupiah before and after.
func TestASettlementFileSettlesAndTruesUpOnce(t *testing.T) {
	for name, value := range map[string]string{
		"SIMULATED_PROVIDERS": "3", "HOLD_UNTIL_SETTLED": "BCA", "PROVIDER_LISTING_AFTER": "200ms", "PROVIDER_LISTING_RATE": "100000",
	} {
		t.Setenv(name, value)
	}
	i := install(t)
	i.admin = "Bearer " + i.post("/admin/auth/login", "", `{"email":"root@example.com","password":"rahasia-admin"}`).text("token")
	i.client = i.post("/auth/register", "", `{"nama":"Toko","email":"toko@example.com","password":"rahasia-123"}`).id("id")
	path := fmt.Sprintf("/admin/clients/%d", i.client)
	i.post(path+"/approve", i.admin, "")
	i.shop = i.post(path+"/api-keys", i.admin, `{"name":"shop"}`).text("key")
	i.call("PUT", "/account", i.shop, `{"norek":"1234567890","bank":"BCA"}`)
	i.call("PUT", "/admin/routing", i.admin, `{"reason":"for the test","rules":[{"kind":"payment","connections":["midtrans-1"]},
		{"kind":"payout","connections":["midtrans-1"]}]}`)
	i.post("/admin/treasury", i.admin, `{"kind":"opening","connection":"midtrans-1","amount":1000000000,"reference":"float"}`)

	held := i.payBy("va", `{"amount":100000,"bank_code":"BCA","customer_name":"Budi"}`)
	quick := i.payBy("qris", `{"amount":100000}`)
	id := i.post("/withdrawals", i.shop, `{"jumlah":50000,"url":"`+i.url+`"}`).id("id")
	i.post(fmt.Sprintf("/admin/withdrawals/%d/approve", id), i.admin, "")
	i.post(fmt.Sprintf("/sandbox/withdrawals/%d/complete", id), i.shop, "")
	poll.Until(t, "paid out", func() bool { return i.get(fmt.Sprintf("/withdrawals/%d", id), i.shop).text("status") == "completed" })

	// By the price list: 4,000 and 0.63 % for the payments, 2,500 for the payout, and 11 % of each.
	paymentFees, payoutFee := decimal.RequireFromString("5139.3"), decimal.NewFromInt(2_775)
	poll.Within(t, poll.Limit, "the fees are estimated, and the equation holds", func() (bool, any) {
		e, outcome := i.equationAt("midtrans-1")
		return outcome == "sound" && e.EstimatedFees.Equal(paymentFees.Add(payoutFee)) && e.UnsettledFees.Equal(paymentFees) &&
			e.UnsettledPayments == 2 && e.UnsettledSince != nil && e.Difference.IsZero() && e.Balance.IsPositive(), e
	})
	if i.get("/account/balance", i.shop).id("belum_settle") == 0 {
		t.Error("nothing is held")
	}

	file := i.settlementFile("midtrans-1")
	// The company charged 3,500 and 385 VAT, 630 and 69, 2,500 and 275.
	ended(t, 0, []string{"3 rows are new, 0 were known, 0 are left out.", "paid Rp 200000.00, fees with VAT Rp 7359.00, net Rp 142641.00"},
		"provider", "import-settlement", "midtrans-1", file)
	i.awaitPayment(held, "SETTLED")
	i.awaitPayment(quick, "SETTLED")
	poll.Until(t, "what was held is available", func() bool {
		return i.get("/account/balance", i.shop).id("belum_settle") == 0
	})
	poll.Within(t, poll.Limit, "the fees are trued up, and the equation holds", func() (bool, any) {
		e, outcome := i.equationAt("midtrans-1")
		return outcome == "sound" && e.EstimatedFees.IsZero() && e.UnsettledPayments == 0 && e.UnsettledSince == nil && e.Difference.IsZero() &&
			e.Balance.Equal(decimal.NewFromInt(1_000_000_000+142_641)), e
	})
	code, verified := ends(t, "audit", "verify")
	if code != 0 {
		t.Errorf("verify: exit %d\n%s", code, verified)
	}

	ended(t, 0, []string{"0 rows are new, 3 were known, 0 are left out: nothing changed."}, "provider", "import-settlement", "midtrans-1", file)
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "other.csv")
	changed := strings.ReplaceAll(string(text), ",3500,385,", ",3600,385,") +
		"S-9,payment,INV-1-1700000000000000000,P-9,,100,0,0,2026-01-01,2026-01-02\n"
	if err := os.WriteFile(other, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	ended(t, exitFound, []string{
		"a row of this id with other content was taken in at", "S-9: the log has no payment INV-1-1700000000000000000: is it an older log?",
		"0 rows are new, 2 were known, 2 are left out.",
	}, "provider", "import-settlement", "midtrans-1", other)
	ended(t, exitFound, []string{"FOUND line 1, nama: is no column", "nothing was taken in: the file has"},
		"provider", "import-settlement", "midtrans-1", writtenTo(t, "id,nama\n1,2\n"))
	ended(t, exitUnchecked, []string{"there is no connection doku-7; there are xendit, doku-1, midtrans-1"},
		"provider", "import-settlement", "doku-7", file)
	ended(t, exitUnchecked, []string{"xendit lists its bookings, which the gateway reads by itself: it takes no file"},
		"provider", "import-settlement", "xendit", file)
	if e, outcome := i.equationAt("doku-1"); !e.BalanceUnknown || outcome != "incomplete" {
		t.Errorf("a company without a balance: %s %+v", outcome, e)
	}
}

func writtenTo(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
