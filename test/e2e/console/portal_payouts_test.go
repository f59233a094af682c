package console

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

func TestAMerchantWithdrawsFollowsAndCancels(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 500_000)
	v := owner(t, m)
	v.get(t, "/portal/withdrawals/new").shows(t, "Rp5.000", "Rp495.000", "BCA 1234567890")
	form := url.Values{"jumlah": {"100.000"}, "url": {"https://toko.example/withdrawn"}, "external_id": {"TARIK-1"}}
	path := v.post(t, "/portal/withdrawals/new", form).leadsBelow(t, "/portal/withdrawals")
	v.get(t, path).shows(t, "Pending", "Rp105.000", "TARIK-1", "Withdrawal requested", "An administrator is to approve")
	v.get(t, "/portal/withdrawals").shows(t, "TARIK-1", "Rp100.000")
	v.get(t, "/portal/withdrawals?status=completed").hides(t, "TARIK-1")
	v.post(t, "/portal/withdrawals/new", form).says(t, "pending")
	owner(t, harness.NewMerchant(t)).get(t, path).is(t, 404)
	v.post(t, path+"/cancel", nil).leadsTo(t, path)
	v.get(t, path).shows(t, "Cancelled").hides(t, "Cancel this request")
	m.HasBalance(t, 500_000, 500_000, 0, 0)
}

func TestAWithdrawalNeedsABankAccountAndEnoughMoney(t *testing.T) {
	t.Parallel()
	v := owner(t, harness.NewMerchant(t))
	v.get(t, "/portal/withdrawals/new").shows(t, "no bank account yet", "Go to the profile").hides(t, "Request the withdrawal")
	m := harness.NewFundedMerchant(t, 20_000)
	v = owner(t, m)
	for _, amount := range []string{"20.000", "1", "many"} {
		v.post(t, "/portal/withdrawals/new", url.Values{"jumlah": {amount}, "url": {"https://toko.example/withdrawn"}}).is(t, 400)
	}
	m.HasBalance(t, 20_000, 20_000, 0, 0)
}

func TestAWithdrawalStartsWithTheAddressThatTheMerchantUses(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 500_000)
	v := owner(t, m)
	begins := func(with string) {
		t.Helper()
		form := v.get(t, "/portal/withdrawals/new").shows(t, "It may stay empty")
		if !strings.Contains(form.Body, `name="url" type="text" value="`+with+`"`) {
			t.Errorf("the form does not begin with the URL %q:\n%s", with, form.Body)
		}
	}
	begins("")
	v.post(t, "/portal/endpoints", url.Values{"url": {"https://toko.example/endpoint"}, "events": {"*"}})
	begins("https://toko.example/endpoint")
	m.Withdraw(t, 50_000, "https://toko.example/last")
	begins("https://toko.example/last")
}

func TestTheSandboxPlaysTheBank(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 500_000)
	v := owner(t, m)
	id := m.Withdraw(t, 50_000, "https://toko.example/withdrawn")
	path := fmt.Sprintf("/portal/withdrawals/%d", id)
	v.get(t, path).shows(t, "Cancel this request").hides(t, "Play the bank")
	m.Gateway.Admin(t).Post(t, fmt.Sprintf("/admin/withdrawals/%d/approve", id), nil).Wants(t, 200)
	v.get(t, path).shows(t, "Play the bank").hides(t, "Cancel this request")
	v.post(t, path+"/complete", nil).leadsTo(t, path)
	m.AwaitWithdrawal(t, id, "completed")
	v.get(t, path).shows(t, "Completed", "The bank account has the money")
}

func TestAMerchantSettlesToAnotherBankAccount(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 500_000)
	v := owner(t, m)
	form := url.Values{"jumlah": {"Rp60.000"}, "tujuan": {"gaji"}, "bank": {"BNI"}, "norek": {"9876543210"}}
	path := v.post(t, "/portal/settlements/new", form).leadsBelow(t, "/portal/settlements")
	v.get(t, path).shows(t, "gaji", "BNI ••••••3210", "Settlement requested")
	v.post(t, "/portal/settlements/new", url.Values{"jumlah": {"60.000"}}).is(t, 400).says(t, "Purpose")
}
