package e2e

import (
	"regexp"
	"testing"

	"gateway/test/poll"
	"gateway/test/receiver"
)

const hook = "https://toko.example/withdrawn"

// The fee is 5,000 with its VAT, whatever the client says it is.
func TestAWithdrawalHoldsItsAmountAndTheFeeComputedHere(t *testing.T) {
	t.Parallel()
	m := newRichMerchant(t, 500000)
	a := m.post(t, "/withdrawals", object{"jumlah": 100000, "url": hook, "biaya_penarikan": 1}).wants(t, 201).has(t, "", withdrawalShape)
	a.is(t, object{
		"jumlah": 100000, "biaya_penarikan": 5000, "total": 105000, "status": "pending", "by": "client", "url": hook,
		"bank": "BCA", "norek": "1234567890", "di_transfer_oleh": nil, "transfer_at": nil, "reason": nil,
	})
	if id := a.text(t, "external_id"); !regexp.MustCompile(`^WD-` + itoa(m.id) + `-\d{19}$`).MatchString(id) {
		t.Errorf("external_id %s", id)
	}
	m.hasBalance(t, 500000, 395000, 105000, 0)
	m.get(t, "/account").wants(t, 200).is(t, object{"saldo": 500000, "saldo_yang_bisa_ditarik": 395000})
	for _, path := range []string{itoa(a.id(t, "id")), "external/" + a.text(t, "external_id")} {
		got := m.get(t, "/withdrawals/%s", path).wants(t, 200)
		if text(got.envelope["data"]) != text(a.envelope["data"]) {
			t.Errorf("%s shows %s, requested as %s", path, got.body, a.body)
		}
	}
}

func TestAWithdrawalTakesAnAmountAndNamesOfItsOwn(t *testing.T) {
	t.Parallel()
	m := newRichMerchant(t, 100000)
	m.post(t, "/withdrawals", object{
		"client_id": 1, "amount": 10000, "url": hook, "by": "Ani", "external_id": "WD/7",
	}).wants(t, 201).is(t, object{"jumlah": 10000, "by": "Ani", "external_id": "WD/7"})
	m.get(t, "%s", "/withdrawals/external/WD%2F7").wants(t, 200).is(t, object{"jumlah": 10000})
}

func TestAWithdrawalIsRefusedBy(t *testing.T) {
	t.Parallel()
	poor := newRichMerchant(t, 100000)
	homeless := newMerchant(t)
	homeless.earns(t, 100000)
	waiting := newRichMerchant(t, 100000)
	waiting.withdraws(t, 10000, hook)
	for _, c := range []struct {
		rule string
		who  merchant
		body object
		code string
	}{
		{"a balance that has the amount but not the fee", poor, object{"jumlah": 95000.01, "url": hook}, "insufficient_balance"},
		{"a balance far too low", poor, object{"jumlah": 1000000, "url": hook}, "insufficient_balance"},
		{"a profile without a bank account", homeless, object{"jumlah": 10000, "url": hook}, "bank_account_missing"},
		{"one that is pending", waiting, object{"jumlah": 10000, "url": hook}, "pending_withdrawal_exists"},
		{"one that is pending, before funds are looked at", waiting, object{"jumlah": 1000000, "url": hook}, "pending_withdrawal_exists"},
	} {
		t.Run(c.rule, func(t *testing.T) { c.who.post(t, "/withdrawals", c.body).refuses(t, 400, c.code) })
	}
	poor.hasBalance(t, 100000, 100000, 0, 0)
	poor.withdraws(t, 95000, hook)
	poor.hasBalance(t, 100000, 0, 100000, 0)
}

func TestACancelledWithdrawalGivesBackWhatItHeld(t *testing.T) {
	t.Parallel()
	m := newRichMerchant(t, 100000)
	id := m.withdraws(t, 50000, hook)
	m.post(t, "/withdrawals/"+itoa(id)+"/cancel", nil).wants(t, 200).has(t, "", withdrawalShape).is(t, object{"id": id, "status": "cancelled"})
	m.hasBalance(t, 100000, 100000, 0, 0)
	m.post(t, "/withdrawals/"+itoa(id)+"/cancel", nil).refuses(t, 400, "cannot_be_cancelled")
	m.post(t, "/withdrawals/999999999/cancel", nil).refuses(t, 404, "not_found")
	m.withdraws(t, 95000, hook) // the next one may come
}

func TestARejectedWithdrawalGivesBackWhatItHeld(t *testing.T) {
	t.Parallel()
	m := newRichMerchant(t, 100000)
	id := m.withdraws(t, 50000, hook)
	shared.admin(t).post(t, "/admin/withdrawals/"+itoa(id)+"/reject", object{"reason": "wrong account"}).wants(t, 200).is(t, object{
		"status": "rejected", "reason": "wrong account",
	})
	m.get(t, "/withdrawals/%d", id).wants(t, 200).has(t, "", withdrawalShape).is(t, object{"status": "rejected", "reason": "wrong account"})
	m.hasBalance(t, 100000, 100000, 0, 0)
	m.post(t, "/withdrawals/"+itoa(id)+"/cancel", nil).refuses(t, 400, "cannot_be_cancelled")
}

// The whole way through the provider, and the callback of specification 2.5.
func TestAnApprovedWithdrawalIsPaidOutByTheProvider(t *testing.T) {
	t.Parallel()
	m, r := newRichMerchant(t, 500000), receiver.New(t)
	id := m.withdraws(t, 100000, r.URL+"/wd?shop=1")
	m.post(t, "/sandbox/withdrawals/"+itoa(id)+"/complete", nil).wants(t, 200) // remembered until it gets there
	m.get(t, "/withdrawals/%d", id).wants(t, 200).is(t, object{"status": "pending"})
	shared.admin(t).post(t, "/admin/withdrawals/"+itoa(id)+"/approve", nil).wants(t, 200).is(t, object{"status": "processing", "manual": false})

	a := m.payoutReaches(t, id, "completed").has(t, "", withdrawalShape).is(t, object{"di_transfer_oleh": "provider", "reason": nil})
	m.hasBalance(t, 395000, 395000, 0, 0)
	m.post(t, "/withdrawals/"+itoa(id)+"/cancel", nil).refuses(t, 400, "cannot_be_cancelled")
	d := r.Next(t)
	d.MustVerify(t, m.webhookSecret(t))
	if d.Request != "POST /wd?shop=1" {
		t.Errorf("called at %s", d.Request)
	}
	form := `^\{"status":"completed","di_transfer_oleh":"provider","transfer_at":"` + withOffset(a.text(t, "transfer_at")) + `"\}$`
	if !regexp.MustCompile(form).Match(d.Body) {
		t.Errorf("payload %s, want %s", d.Body, form)
	}
}

func TestAWithdrawalThatTheBankRefusesGivesBackWhatItHeld(t *testing.T) {
	t.Parallel()
	m, r := newRichMerchant(t, 500000), receiver.New(t)
	id := m.withdraws(t, 100000, r.URL)
	shared.admin(t).post(t, "/admin/withdrawals/"+itoa(id)+"/approve", object{"manual": false}).wants(t, 200)
	m.post(t, "/withdrawals/"+itoa(id)+"/cancel", nil).refuses(t, 400, "cannot_be_cancelled")
	m.hasBalance(t, 500000, 395000, 105000, 0)
	m.post(t, "/sandbox/withdrawals/"+itoa(id)+"/fail", nil).wants(t, 200)
	m.payoutReaches(t, id, "failed").is(t, object{"reason": "REJECTED_BY_BANK", "di_transfer_oleh": nil, "transfer_at": nil})
	m.hasBalance(t, 500000, 500000, 0, 0)
	if d := r.Next(t); !regexp.MustCompile(`^\{"status":"failed","di_transfer_oleh":"","transfer_at":"[^"]+\+00:00"\}$`).Match(d.Body) {
		t.Errorf("payload %s", d.Body)
	}
}

// No administrator, straight to the provider; and one that is processing does not
// stand in the way of the next.
func TestAnAutoApprovedWithdrawalGoesStraightToTheProvider(t *testing.T) {
	t.Parallel()
	m := newRichMerchant(t, 500000)
	shared.admin(t).put(t, m.admin(""), object{"is_auto_approve_withdrawal": true}).wants(t, 200).is(t, object{"is_auto_approve_withdrawal": true})
	first := m.post(t, "/withdrawals", object{"jumlah": 100000, "url": hook}).wants(t, 201).is(t, object{"status": "processing"}).id(t, "id")
	second := m.post(t, "/withdrawals", object{"jumlah": 200000, "url": hook}).wants(t, 201).is(t, object{"status": "processing"}).id(t, "id")
	m.post(t, "/sandbox/withdrawals/"+itoa(second)+"/complete", nil).wants(t, 200)
	m.payoutReaches(t, second, "completed")
	m.post(t, "/sandbox/withdrawals/"+itoa(second)+"/fail", nil).refuses(t, 400, "not_possible")
	m.get(t, "/withdrawals/%d", first).wants(t, 200).is(t, object{"status": "processing"})
	m.hasBalance(t, 295000, 190000, 105000, 0)
}

func TestAManualWithdrawalIsEndedByAPerson(t *testing.T) {
	t.Parallel()
	m, r, admin := newRichMerchant(t, 500000), receiver.New(t), shared.admin(t)
	done := m.withdraws(t, 100000, r.URL)
	path := func(id int64, what string) string { return "/admin/withdrawals/" + itoa(id) + "/" + what }
	admin.post(t, path(done, "complete"), object{"di_transfer_oleh": "Ani"}).refuses(t, 400, "not_processing")
	admin.post(t, path(done, "approve"), object{"manual": true}).wants(t, 200).is(t, object{"status": "processing", "manual": true})
	admin.post(t, path(done, "approve"), object{"manual": true}).refuses(t, 400, "not_pending")
	admin.post(t, path(done, "complete"), object{"di_transfer_oleh": "Ani"}).wants(t, 200).is(t, object{
		"status": "completed", "di_transfer_oleh": "Ani", "provider_id": "",
	})
	m.hasBalance(t, 395000, 395000, 0, 0)
	if d := r.Next(t); !regexp.MustCompile(`^\{"status":"completed","di_transfer_oleh":"Ani","transfer_at":"[^"]+\+00:00"\}$`).Match(d.Body) {
		t.Errorf("payload %s", d.Body)
	}
	admin.post(t, path(done, "fail"), object{"reason": "too late"}).refuses(t, 400, "not_processing")

	failed := m.withdraws(t, 100000, r.URL)
	admin.post(t, path(failed, "approve"), object{"manual": true}).wants(t, 200)
	admin.post(t, path(failed, "fail"), object{"reason": "account closed"}).wants(t, 200).is(t, object{"status": "failed", "reason": "account closed"})
	m.hasBalance(t, 395000, 395000, 0, 0)
	if d := r.Next(t); !regexp.MustCompile(`^\{"status":"failed",`).Match(d.Body) {
		t.Errorf("payload %s", d.Body)
	}
}

func TestWhatTheProviderPaysNoPersonEnds(t *testing.T) {
	t.Parallel()
	m, admin := newRichMerchant(t, 500000), shared.admin(t)
	id := m.withdraws(t, 100000, hook)
	admin.post(t, "/admin/withdrawals/"+itoa(id)+"/approve", nil).wants(t, 200)
	admin.post(t, "/admin/withdrawals/"+itoa(id)+"/complete", object{"di_transfer_oleh": "Ani"}).refuses(t, 400, "not_manual")
	admin.post(t, "/admin/withdrawals/"+itoa(id)+"/fail", object{"reason": "slow"}).refuses(t, 400, "not_manual")
	admin.post(t, "/admin/withdrawals/"+itoa(id)+"/reject", object{"reason": "slow"}).refuses(t, 400, "not_pending")
}

// The provider's magic amounts, see http/simulator.
func TestAPayoutThatGoesWrongAtTheProvider(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule   string
		jumlah int64
		status string
		reason any
		saldo  int64
	}{
		{"is failed when it was refused at once", 1013013, "failed", "API_VALIDATION_ERROR", 2000000},
		{"is failed when the bank returns it", 1013500, "failed", "REJECTED_BY_BANK", 2000000},
		{"is posted back, fee too, when it is reversed after success", 1013999, "reversed", nil, 2000000},
	} {
		t.Run(c.rule, func(t *testing.T) {
			t.Parallel()
			m := newRichMerchant(t, 2000000)
			id := m.withdraws(t, c.jumlah, hook)
			shared.admin(t).post(t, "/admin/withdrawals/"+itoa(id)+"/approve", nil).wants(t, 200)
			a := m.payoutReaches(t, id, c.status)
			if c.reason != nil {
				a.is(t, object{"reason": c.reason})
			}
			m.hasBalance(t, c.saldo, c.saldo, 0, 0)
		})
	}
}

// 1013504 answers 500 but has the order, 1013404 has not and gets it anew: both
// are paid once.
func TestAPayoutOfUnknownOutcomeStaysProcessingUntilItIsKnown(t *testing.T) {
	t.Parallel()
	for _, jumlah := range []int64{1013504, 1013404} {
		t.Run(itoa(jumlah), func(t *testing.T) {
			t.Parallel()
			m, admin := newRichMerchant(t, 2000000), shared.admin(t)
			id := m.withdraws(t, jumlah, hook)
			admin.post(t, "/admin/withdrawals/"+itoa(id)+"/approve", nil).wants(t, 200)
			m.get(t, "/withdrawals/%d", id).wants(t, 200).is(t, object{"status": "processing"})
			if jumlah == 1013404 { // always lost: shown to administrators as what it is
				poll.Until(t, "it is shown as unknown", func() bool {
					return adminPayout(t, id)["unknown"] == true
				})
				admin.post(t, "/admin/withdrawals/"+itoa(id)+"/complete", object{"di_transfer_oleh": "Ani"}).wants(t, 200)
			} else {
				m.post(t, "/sandbox/withdrawals/"+itoa(id)+"/complete", nil).wants(t, 200)
			}
			m.payoutReaches(t, id, "completed")
			m.hasBalance(t, 2000000-jumlah-5000, 2000000-jumlah-5000, 0, 0)
		})
	}
}

// adminPayout finds a withdrawal in the administrators' list.
func adminPayout(t *testing.T, id int64) map[string]any {
	t.Helper()
	for _, item := range shared.admin(t).get(t, "/admin/withdrawals?per_page=100&status=processing").wants(t, 200).list(t) {
		if row := item.(map[string]any); text(row["id"]) == itoa(id) {
			return row
		}
	}
	return nil
}
