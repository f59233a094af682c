package api

import (
	"fmt"
	"testing"

	"gateway/test/e2e/harness"
)

// outcomesAtOnce makes n requests at the same time and counts their outcomes: "done", or
// the error_code.
func outcomesAtOnce(t *testing.T, n int, call func(i int) (answer, error)) map[string]int {
	t.Helper()
	seen := map[string]int{}
	harness.AtOnce(t, n, call, func(a answer) {
		if a.Status < 400 {
			seen["done"]++
		} else {
			seen[a.ErrorCode()]++
		}
	})
	return seen
}

func TestOneOfSeveralWithdrawalsAtOnceIsAccepted(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 1000000)
	seen := outcomesAtOnce(t, 16, func(int) (answer, error) {
		return m.Send("POST", "/withdrawals", object{"jumlah": 50000, "url": harness.CallbackURL})
	})
	if seen["done"] != 1 || seen["pending_withdrawal_exists"] != 15 {
		t.Errorf("%v", seen)
	}
	m.HasBalance(t, 1000000, 945000, 55000, 0)
}

func TestSettlementsAtOnceNeverOverdrawTheBalance(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 500000)
	seen := outcomesAtOnce(t, 16, func(int) (answer, error) {
		return m.Send("POST", "/settlements", object{"jumlah": 50000, "tujuan": "gaji"})
	})
	if seen["done"] != 9 || seen["insufficient_balance"] != 7 {
		t.Errorf("%v", seen)
	}
	m.HasBalance(t, 500000, 5000, 495000, 0)
}

// Cancelling and approving compete for one withdrawal: the loser gets 400.
func TestACancelAndAnApprovalAtOnceHaveOneWinner(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewFundedMerchant(t, 500000), harness.Shared(t).Admin(t)
	for range 5 {
		id := fmt.Sprint(m.Withdraw(t, 50000, harness.CallbackURL))
		seen := outcomesAtOnce(t, 8, func(i int) (answer, error) {
			if i%2 == 0 {
				return m.Send("POST", "/withdrawals/"+id+"/cancel", nil)
			}
			return admin.Send("POST", "/admin/withdrawals/"+id+"/approve", object{"manual": true})
		})
		if seen["done"] != 1 || seen["done"]+seen["cannot_be_cancelled"]+seen["not_pending"] != 8 {
			t.Errorf("%v", seen)
		}
	}
}

func TestTransactionsAtOnceUnderOneIDAreRecordedOnce(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	seen := outcomesAtOnce(t, 16, func(int) (answer, error) {
		return m.Send("POST", "/transactions", object{"total": 5000, "transaction_id": "KASIR-1"})
	})
	if seen["done"] != 1 || seen["duplicate_transaction_id"] != 15 {
		t.Errorf("%v", seen)
	}
	m.Get(t, "/transactions").Wants(t, 200).HasMeta(t, 1, 15, 1, 1)
}

// Each payment has an id of its own, and can be read as soon as it is answered.
func TestPaymentsAtOnceAllSucceedUnderDifferentIDs(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	ids := map[string]bool{}
	harness.AtOnce(t, 20, func(i int) (answer, error) {
		return m.Send("POST", "/payments/qris", object{"amount": 1000 + i})
	}, func(a answer) {
		id := a.Wants(t, 201).Text(t, "transaction.transaction_id")
		ids[id] = true
		m.Get(t, "/payments/%s/status", id).Wants(t, 200)
	})
	if len(ids) != 20 {
		t.Errorf("%d names for 20 payments", len(ids))
	}
	m.Get(t, "/transactions").Wants(t, 200).HasMeta(t, 20, 15, 1, 2)
}

// The client's address changes to three addresses at once, one of which is its present one. The last change
// counts; the other addresses can be registered again.
func TestAfterAddressChangesAtOnceTheLastAddressCountsAndTheOthersAreFree(t *testing.T) {
	t.Parallel()
	for range 8 {
		m := harness.NewMerchant(t)
		addresses := []string{m.Email, harness.Shared(t).NextEmail(), harness.Shared(t).NextEmail()}
		harness.AtOnce(t, 6, func(i int) (answer, error) {
			return m.Send("PUT", "/account", object{"email": addresses[i%3]})
		}, func(a answer) {
			if a.Status != 200 {
				a.Refuses(t, 503, "busy")
			}
		})
		now := m.Get(t, "/account").Wants(t, 200).Text(t, "email")
		for _, address := range addresses {
			a := m.Gateway.Anonymous().Post(t, "/auth/register", object{"nama": "Toko Lain", "email": address, "password": harness.Password})
			if want := map[bool]int{true: 409, false: 201}[address == now]; a.Status != want {
				t.Errorf("the address is the client's own: %t, but registering it answers %d", address == now, a.Status)
			}
		}
	}
}
