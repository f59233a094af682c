package payouts

import (
	"fmt"
	"regexp"
	"testing"

	"gateway/test/e2e/harness"
	"gateway/test/poll"
	"gateway/test/receiver"
)

// The fee is 5,000 including VAT; biaya_penarikan in the request is ignored.
func TestAWithdrawalHoldsItsAmountAndTheFeeComputedHere(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 500000)
	a := m.Post(t, "/withdrawals", object{"jumlah": 100000, "url": harness.CallbackURL, "biaya_penarikan": 1}).Wants(t, 201).Has(t, "", harness.WithdrawalShape)
	a.Is(t, object{
		"jumlah": 100000, "biaya_penarikan": 5000, "total": 105000, "status": "pending", "by": "client", "url": harness.CallbackURL,
		"bank": "BCA", "norek": "1234567890", "di_transfer_oleh": nil, "transfer_at": nil, "reason": nil,
	})
	if id := a.Text(t, "external_id"); !regexp.MustCompile(`^WD-` + fmt.Sprint(m.ID) + `-\d{19}$`).MatchString(id) {
		t.Errorf("external_id %s", id)
	}
	m.HasBalance(t, 500000, 395000, 105000, 0)
	m.Get(t, "/account").Wants(t, 200).Is(t, object{"saldo": 500000, "saldo_yang_bisa_ditarik": 395000})
	for _, path := range []string{fmt.Sprint(a.ID(t, "id")), "external/" + a.Text(t, "external_id")} {
		got := m.Get(t, "/withdrawals/%s", path).Wants(t, 200)
		if harness.JSON(got.Envelope["data"]) != harness.JSON(a.Envelope["data"]) {
			t.Errorf("%s shows %s, requested as %s", path, got.Body, a.Body)
		}
	}
}

func TestAWithdrawalKeepsItsRequesterAndExternalID(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 100000)
	m.Post(t, "/withdrawals", object{
		"client_id": 1, "amount": 10000, "url": harness.CallbackURL, "by": "Ani", "external_id": "WD/7",
	}).Wants(t, 201).Is(t, object{"jumlah": 10000, "by": "Ani", "external_id": "WD/7"})
	m.Get(t, "%s", "/withdrawals/external/WD%2F7").Wants(t, 200).Is(t, object{"jumlah": 10000})
}

func TestAWithdrawalThatBreaksARuleIsRefused(t *testing.T) {
	t.Parallel()
	funded := harness.NewFundedMerchant(t, 100000)
	withoutBank := harness.NewMerchant(t)
	withoutBank.Earn(t, 100000)
	withPending := harness.NewFundedMerchant(t, 100000)
	withPending.Withdraw(t, 10000, harness.CallbackURL)
	for _, c := range []struct {
		rule string
		who  merchant
		body object
		code string
	}{
		{"a balance that has the amount but not the fee", funded, object{"jumlah": 95001, "url": harness.CallbackURL}, "insufficient_balance"},
		{"a balance far too low", funded, object{"jumlah": 1000000, "url": harness.CallbackURL}, "insufficient_balance"},
		{"a profile without a bank account", withoutBank, object{"jumlah": 10000, "url": harness.CallbackURL}, "bank_account_missing"},
		{"one that is pending", withPending, object{"jumlah": 10000, "url": harness.CallbackURL}, "pending_withdrawal_exists"},
		{"one that is pending, before funds are looked at", withPending, object{"jumlah": 1000000, "url": harness.CallbackURL}, "pending_withdrawal_exists"},
	} {
		t.Run(c.rule, func(t *testing.T) { c.who.Post(t, "/withdrawals", c.body).Refuses(t, 400, c.code) })
	}
	funded.HasBalance(t, 100000, 100000, 0, 0)
	funded.Withdraw(t, 95000, harness.CallbackURL)
	funded.HasBalance(t, 100000, 0, 100000, 0)
}

func TestACancelledWithdrawalGivesBackWhatItHeld(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 100000)
	id := m.Withdraw(t, 50000, harness.CallbackURL)
	m.Post(t, "/withdrawals/"+fmt.Sprint(id)+"/cancel", nil).Wants(t, 200).Has(t, "", harness.WithdrawalShape).Is(t, object{"id": id, "status": "cancelled"})
	m.HasBalance(t, 100000, 100000, 0, 0)
	m.Post(t, "/withdrawals/"+fmt.Sprint(id)+"/cancel", nil).Refuses(t, 400, "cannot_be_cancelled")
	m.Post(t, "/withdrawals/999999999/cancel", nil).Refuses(t, 404, "not_found")
	m.Withdraw(t, 95000, harness.CallbackURL) // the next one may be requested
}

func TestARejectedWithdrawalGivesBackWhatItHeld(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 100000)
	id := m.Withdraw(t, 50000, harness.CallbackURL)
	harness.Shared(t).Admin(t).Post(t, "/admin/withdrawals/"+fmt.Sprint(id)+"/reject", object{"reason": "wrong account"}).Wants(t, 200).Is(t, object{
		"status": "rejected", "reason": "wrong account",
	})
	m.Get(t, "/withdrawals/%d", id).Wants(t, 200).Has(t, "", harness.WithdrawalShape).Is(t, object{"status": "rejected", "reason": "wrong account"})
	m.HasBalance(t, 100000, 100000, 0, 0)
	m.Post(t, "/withdrawals/"+fmt.Sprint(id)+"/cancel", nil).Refuses(t, 400, "cannot_be_cancelled")
}

// From the request to the callback (API reference: Callbacks).
func TestAnApprovedWithdrawalIsPaidOutByTheProvider(t *testing.T) {
	t.Parallel()
	m, r := harness.NewFundedMerchant(t, 500000), receiver.New(t)
	id := m.Withdraw(t, 100000, r.URL+"/wd?shop=1")
	m.Post(t, "/sandbox/withdrawals/"+fmt.Sprint(id)+"/complete", nil).Wants(t, 200) // remembered until the payout arrives
	m.Get(t, "/withdrawals/%d", id).Wants(t, 200).Is(t, object{"status": "pending"})
	harness.Shared(t).Admin(t).Post(t, "/admin/withdrawals/"+fmt.Sprint(id)+"/approve", nil).Wants(t, 200).Is(t, object{"status": "processing", "manual": false})

	a := m.AwaitWithdrawal(t, id, "completed").Has(t, "", harness.WithdrawalShape).Is(t, object{"di_transfer_oleh": "provider", "reason": nil})
	m.HasBalance(t, 395000, 395000, 0, 0)
	m.Post(t, "/withdrawals/"+fmt.Sprint(id)+"/cancel", nil).Refuses(t, 400, "cannot_be_cancelled")
	d := r.Next(t)
	d.MustVerify(t, m.WebhookSecret(t))
	if d.Request != "POST /wd?shop=1" {
		t.Errorf("called at %s", d.Request)
	}
	form := `^\{"status":"completed","di_transfer_oleh":"provider","transfer_at":"` + harness.CallbackTime(a.Text(t, "transfer_at")) + `"\}$`
	if !regexp.MustCompile(form).Match(d.Body) {
		t.Errorf("payload %s, want %s", d.Body, form)
	}
}

func TestAWithdrawalThatTheBankRefusesGivesBackWhatItHeld(t *testing.T) {
	t.Parallel()
	m, r := harness.NewFundedMerchant(t, 500000), receiver.New(t)
	id := m.Withdraw(t, 100000, r.URL)
	harness.Shared(t).Admin(t).Post(t, "/admin/withdrawals/"+fmt.Sprint(id)+"/approve", object{"manual": false}).Wants(t, 200)
	m.Post(t, "/withdrawals/"+fmt.Sprint(id)+"/cancel", nil).Refuses(t, 400, "cannot_be_cancelled")
	m.HasBalance(t, 500000, 395000, 105000, 0)
	m.Post(t, "/sandbox/withdrawals/"+fmt.Sprint(id)+"/fail", nil).Wants(t, 200)
	m.AwaitWithdrawal(t, id, "failed").Is(t, object{"reason": "REJECTED_BY_BANK", "di_transfer_oleh": nil, "transfer_at": nil})
	m.HasBalance(t, 500000, 500000, 0, 0)
	if d := r.Next(t); !regexp.MustCompile(`^\{"status":"failed","di_transfer_oleh":"","transfer_at":"[^"]+\+00:00"\}$`).Match(d.Body) {
		t.Errorf("payload %s", d.Body)
	}
}

// No administrator is needed. A withdrawal that is processing does not prevent the next
// one.
func TestAnAutoApprovedWithdrawalGoesStraightToTheProvider(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 500000)
	harness.Shared(t).Admin(t).Put(t, m.AdminPath(""), object{"is_auto_approve_withdrawal": true}).Wants(t, 200).Is(t, object{"is_auto_approve_withdrawal": true})
	first := m.Post(t, "/withdrawals", object{"jumlah": 100000, "url": harness.CallbackURL}).Wants(t, 201).Is(t, object{"status": "processing"}).ID(t, "id")
	second := m.Post(t, "/withdrawals", object{"jumlah": 200000, "url": harness.CallbackURL}).Wants(t, 201).Is(t, object{"status": "processing"}).ID(t, "id")
	m.Post(t, "/sandbox/withdrawals/"+fmt.Sprint(second)+"/complete", nil).Wants(t, 200)
	m.AwaitWithdrawal(t, second, "completed")
	m.Post(t, "/sandbox/withdrawals/"+fmt.Sprint(second)+"/fail", nil).Refuses(t, 400, "not_possible")
	m.Get(t, "/withdrawals/%d", first).Wants(t, 200).Is(t, object{"status": "processing"})
	m.HasBalance(t, 295000, 190000, 105000, 0)
}

func TestAnAdministratorCompletesOrFailsAManualWithdrawal(t *testing.T) {
	t.Parallel()
	m, r, admin := harness.NewFundedMerchant(t, 500000), receiver.New(t), harness.Shared(t).Admin(t)
	done := m.Withdraw(t, 100000, r.URL)
	path := func(id int64, what string) string { return "/admin/withdrawals/" + fmt.Sprint(id) + "/" + what }
	admin.Post(t, path(done, "complete"), object{"di_transfer_oleh": "Ani"}).Refuses(t, 400, "not_processing")
	admin.Post(t, path(done, "approve"), object{"manual": true}).Wants(t, 200).Is(t, object{"status": "processing", "manual": true})
	admin.Post(t, path(done, "approve"), object{"manual": true}).Refuses(t, 400, "not_pending")
	admin.Post(t, path(done, "complete"), object{"di_transfer_oleh": "Ani"}).Wants(t, 200).Is(t, object{
		"status": "completed", "di_transfer_oleh": "Ani", "provider_id": "",
	})
	m.HasBalance(t, 395000, 395000, 0, 0)
	if d := r.Next(t); !regexp.MustCompile(`^\{"status":"completed","di_transfer_oleh":"Ani","transfer_at":"[^"]+\+00:00"\}$`).Match(d.Body) {
		t.Errorf("payload %s", d.Body)
	}
	admin.Post(t, path(done, "fail"), object{"reason": "too late"}).Refuses(t, 400, "not_processing")

	failed := m.Withdraw(t, 100000, r.URL)
	admin.Post(t, path(failed, "approve"), object{"manual": true}).Wants(t, 200)
	admin.Post(t, path(failed, "fail"), object{"reason": "account closed"}).Wants(t, 200).Is(t, object{"status": "failed", "reason": "account closed"})
	m.HasBalance(t, 395000, 395000, 0, 0)
	if d := r.Next(t); !regexp.MustCompile(`^\{"status":"failed",`).Match(d.Body) {
		t.Errorf("payload %s", d.Body)
	}
}

func TestAnAdministratorCannotEndAWithdrawalThatTheProviderPays(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewFundedMerchant(t, 500000), harness.Shared(t).Admin(t)
	id := m.Withdraw(t, 100000, harness.CallbackURL)
	admin.Post(t, "/admin/withdrawals/"+fmt.Sprint(id)+"/approve", nil).Wants(t, 200)
	end := func(how string, body object) harness.Answer {
		return admin.Post(t, "/admin/withdrawals/"+fmt.Sprint(id)+"/"+how, body)
	}
	poll.Until(t, "the provider has it", func() bool {
		return admin.Get(t, "/admin/withdrawals/%d", id).Field(t, "provider_id") != ""
	})
	for how, body := range map[string]object{"complete": {"di_transfer_oleh": "Ani"}, "fail": {"reason": "slow"}} {
		poll.Until(t, how+" is refused because the provider pays", func() bool { return end(how, body).ErrorCode() == "not_manual" })
		end(how, body).Wants(t, 400)
	}
	admin.Post(t, "/admin/withdrawals/"+fmt.Sprint(id)+"/reject", object{"reason": "slow"}).Refuses(t, 400, "not_pending")
}

// These amounts make the simulated provider fail: package http/simulator lists them.
func TestAPayoutThatFailsAtTheProviderIsPostedBack(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule   string
		amount int64
		status string
		reason any
		total  int64
	}{
		{"is failed when it was refused at once", 1013013, "failed", "API_VALIDATION_ERROR", 2000000},
		{"is failed when the bank returns it", 1013500, "failed", "REJECTED_BY_BANK", 2000000},
		{"is posted back, fee too, when it is reversed after success", 1013999, "reversed", nil, 2000000},
	} {
		t.Run(c.rule, func(t *testing.T) {
			t.Parallel()
			m := harness.NewFundedMerchant(t, 2000000)
			id := m.Withdraw(t, c.amount, harness.CallbackURL)
			harness.Shared(t).Admin(t).Post(t, "/admin/withdrawals/"+fmt.Sprint(id)+"/approve", nil).Wants(t, 200)
			// A gateway that asks late learns of the reversal at once; then the payout has failed.
			statuses := []string{c.status}
			if c.status == "reversed" {
				statuses = append(statuses, "failed")
			}
			a := m.AwaitWithdrawal(t, id, statuses...)
			if c.reason != nil {
				a.Is(t, object{"reason": c.reason})
			}
			m.HasBalance(t, c.total, c.total, 0, 0)
		})
	}
}

// The provider answers 500 to both amounts. It has kept the order of 1013504, and has
// lost that of 1013404.
func TestAPayoutOfUnknownOutcomeStaysProcessingUntilItIsKnown(t *testing.T) {
	t.Parallel()
	for _, amount := range []int64{1013504, 1013404} {
		t.Run(fmt.Sprint(amount), func(t *testing.T) {
			t.Parallel()
			m, admin := harness.NewFundedMerchant(t, 2000000), harness.Shared(t).Admin(t)
			id := m.Withdraw(t, amount, harness.CallbackURL)
			admin.Post(t, "/admin/withdrawals/"+fmt.Sprint(id)+"/approve", nil).Wants(t, 200)
			m.Get(t, "/withdrawals/%d", id).Wants(t, 200).Is(t, object{"status": "processing"})
			if amount == 1013404 { // always lost: administrators see its state as unknown
				poll.Until(t, "it is shown as unknown", func() bool {
					return adminPayout(t, id)["unknown"] == true
				})
				// The next attempt may be under way.
				for _, what := range []string{"complete", "fail"} {
					admin.Post(t, "/admin/withdrawals/"+fmt.Sprint(id)+"/"+what, object{"di_transfer_oleh": "Ani", "reason": "no"}).
						Refuses(t, 400, "attempt_under_way")
				}
				return
			}
			m.Post(t, "/sandbox/withdrawals/"+fmt.Sprint(id)+"/complete", nil).Wants(t, 200)
			m.AwaitWithdrawal(t, id, "completed")
			m.HasBalance(t, 2000000-amount-5000, 2000000-amount-5000, 0, 0)
		})
	}
}

// adminPayout finds a withdrawal in the administrators' list.
func adminPayout(t *testing.T, id int64) map[string]any {
	t.Helper()
	for _, item := range harness.Shared(t).Admin(t).Get(t, "/admin/withdrawals?per_page=100&status=processing").Wants(t, 200).List(t) {
		if row := item.(map[string]any); harness.JSON(row["id"]) == fmt.Sprint(id) {
			return row
		}
	}
	return nil
}
