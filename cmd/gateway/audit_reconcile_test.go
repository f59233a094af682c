package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"gateway/domain/calendar"
	"gateway/projections/audit/reconcile"
	"gateway/test/poll"
)

// reconciled waits until the gateway has read the provider's books, and returns the text of the day's
// comparison.
func (i *installation) reconciled(day string) (said string) {
	i.t.Helper()
	poll.Until(i.t, "the provider's books agree with the log", func() bool {
		var err error
		said, err = i.run("audit", "reconcile", "--date", day)
		return err == nil
	})
	return said
}

// pay opens a payment of an amount and pays another amount.
func (i *installation) pay(due, paid int) (transactionID string) {
	i.t.Helper()
	id := i.post("/payments/va", i.shop, fmt.Sprintf(`{"amount":%d,"bank_code":"BCA","customer_name":"Budi"}`, due)).text("transaction", "transaction_id")
	i.post("/sandbox/payments/"+id+"/pay", i.shop, fmt.Sprintf(`{"amount":%d}`, paid))
	return id
}

// payOut requests a withdrawal, approves it, and ends it with a request to the path.
func (i *installation) payOut(amount int, approve, end, body string) {
	i.t.Helper()
	id := i.post("/withdrawals", i.shop, fmt.Sprintf(`{"jumlah":%d,"url":"%s"}`, amount, i.url)).id("id")
	i.post(fmt.Sprintf("/admin/withdrawals/%d/approve", id), i.admin, approve)
	credential := i.shop
	if strings.HasPrefix(end, "/admin") {
		credential = i.admin
	}
	i.post(fmt.Sprintf(end, id), credential, body)
	poll.Until(i.t, "the withdrawal ended", func() bool {
		status := i.get(fmt.Sprintf("/withdrawals/%d", id), i.shop).text("status")
		return status == "completed" || status == "failed"
	})
}

// bookThere adds an entry to the provider's books.
func (i *installation) bookThere(kind, cashflow, reference, id string, amount int) {
	i.plant(fmt.Sprintf(`INSERT INTO state.simulator_transactions (id, type, product_id, reference_id, channel_category, channel_code,
		account_identifier, reverses, cashflow, status, amount, fee, fee_vat, fee_status, created_at, updated_at)
		VALUES ('txn_%[1]s', '%[2]s', '%[1]s', '%[3]s', '', '', '', '', '%[4]s', 'SUCCESS', %[5]d, 0, 0, 'NOT_APPLICABLE', now(), now())`,
		id, kind, reference, cashflow, amount))
}

func TestTheBooksCloseToTheRupiahAfterABusyDay(t *testing.T) {
	t.Setenv("PROVIDER_LISTING_AFTER", "100ms")
	t.Setenv("PROVIDER_LISTING_RATE", "60000")
	i := install(t)
	i.addMerchant()
	day := calendar.Calendar{}.DayOf(time.Now())
	settled := i.pay(1_000_000, 1_000_000)
	i.pay(250_000, 250_000)
	i.pay(70_000, 69_000) // to suspense
	poll.Until(t, "paid", func() bool { return i.get("/account/balance", i.shop).id("saldo") > 1_200_000 })
	i.post("/sandbox/payments/"+settled+"/settle", i.shop, "")
	i.payOut(50_000, "", "/sandbox/withdrawals/%d/complete", "")
	i.payOut(60_000, "", "/sandbox/withdrawals/%d/fail", "")
	i.payOut(40_000, `{"manual":true}`, "/admin/withdrawals/%d/complete", `{"di_transfer_oleh":"Sari"}`)
	i.post(fmt.Sprintf("/admin/clients/%d/adjustments", i.client), i.admin, `{"amount":-1500,"reason":"wrong order"}`)
	for _, entry := range []string{
		`{"kind":"owner_in","amount":9000000,"reference":"capital"}`, `{"kind":"top_up","amount":5000000,"reference":"float-1"}`,
		`{"kind":"provider_withdrawal","amount":700000,"reference":"back-1"}`, `{"kind":"bank_charge","amount":6500.5,"reference":"charge"}`,
		`{"kind":"tax_payment","amount":400,"reference":"ppn"}`, `{"kind":"owner_out","amount":1000,"reference":"dividend"}`,
	} {
		i.post("/admin/treasury", i.admin, entry)
	}
	i.bookThere("TOPUP", "MONEY_IN", "float-1", "top", 5_000_000)
	i.bookThere("WITHDRAWAL", "MONEY_OUT", "back-1", "back", 700_000)
	i.bookThere("CHARGEBACK", "MONEY_OUT", i.payment, "cb", 1_000)
	said := i.reconciled(day)
	var r reconcile.Report
	if err := json.Unmarshal([]byte(i.prints("audit", "reconcile", "--date", day, "--json")), &r); err != nil {
		t.Fatal(err)
	}
	// 1,000,000 settled less 4,440; payouts of 100,000 and 50,000, each with a fee of 2,775;
	// 5,000,000 in, 700,000 out; a chargeback of 1,000.
	if want := "5139010"; r.Equation.Balance.String() != want || !r.Equation.Holds() || r.Equation.Unsettled.String() != "469000" ||
		r.Reversals.Matched != 1 || r.Fees.Matched != 3 || r.OwnMoney.Matched != 2 {
		t.Errorf("the balance there is not %s, or not what it should be:\n%s", want, said)
	}
	i.namesEachDifference(t, day)
}

// namesEachDifference plants differences, one at a time, and checks that the report names each.
func (i *installation) namesEachDifference(t *testing.T, day string) {
	t.Helper()
	const books = "UPDATE state.simulator_transactions SET "
	for _, c := range []struct{ fault, undo, said, unexplained string }{
		{
			books + "fee = fee + 100 WHERE type = 'DISBURSEMENT' AND status = 'SUCCESS' AND amount = 50000",
			books + "fee = fee - 100 WHERE type = 'DISBURSEMENT' AND status = 'SUCCESS' AND amount = 50000",
			"amount differs  fee withdrawal-", "0.00",
		},
		{
			books + "amount = amount + 1 WHERE type = 'TOPUP'", books + "amount = amount - 1 WHERE type = 'TOPUP'",
			"amount differs  own money float-1", "0.00",
		},
		{
			books + "reference_id = 'unknown' WHERE type = 'TOPUP'", books + "reference_id = 'float-1' WHERE type = 'TOPUP'",
			"missing there   own money float-1", "0.00",
		},
		{
			books + "created_at = created_at - interval '3 days', reference_id = 'unknown' WHERE type = 'WITHDRAWAL'",
			books + "created_at = created_at + interval '3 days', reference_id = 'back-1' WHERE type = 'WITHDRAWAL'",
			"missing there   own money back-1", "-700000.00",
		},
	} {
		i.plant(c.fault)
		out, err := i.run("audit", "reconcile", "--date", day)
		if err == nil || !strings.Contains(out, c.said) || !strings.Contains(out, fmt.Sprintf("%-32s %24s\n", "not explained by the days above", c.unexplained)) {
			t.Errorf("%q is not said, with %s unexplained (%v):\n%s", c.said, c.unexplained, err, out)
		}
		i.plant(c.undo)
	}
	for kind, said := range map[string]string{
		"ADJUSTMENT": "missing here    own money adj-1", "REFUND": "missing here    reversal adj-1",
	} {
		i.bookThere(kind, "MONEY_OUT", "adj-1", strings.ToLower(kind), 1_000)
		out, err := i.run("audit", "reconcile", "--date", day)
		if err == nil || !strings.Contains(out, said) || !strings.Contains(out, "Rp -1000.00 at the provider") {
			t.Errorf("%q is not said (%v):\n%s", said, err, out)
		}
		i.plant("DELETE FROM state.simulator_transactions WHERE type = '" + kind + "'")
	}
	i.reconciled(day)
}
