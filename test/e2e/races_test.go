package e2e

import "testing"

// at counts what requests made at once came to.
func at(t *testing.T, n int, call func(i int) (answer, error)) map[string]int {
	t.Helper()
	seen := map[string]int{}
	atOnce(t, n, call, func(a answer) {
		if a.status < 400 {
			seen["done"]++
		} else {
			seen[a.errorCode()]++
		}
	})
	return seen
}

func TestOfWithdrawalsAtOnceOneIsTaken(t *testing.T) {
	t.Parallel()
	m := newRichMerchant(t, 1000000)
	seen := at(t, 16, func(int) (answer, error) { return m.send("POST", "/withdrawals", object{"jumlah": 50000, "url": hook}) })
	if seen["done"] != 1 || seen["pending_withdrawal_exists"] != 15 {
		t.Errorf("%v", seen)
	}
	m.hasBalance(t, 1000000, 945000, 55000, 0)
}

func TestSettlementsAtOnceTakeNoMoreThanThereIs(t *testing.T) {
	t.Parallel()
	m := newRichMerchant(t, 500000)
	seen := at(t, 16, func(int) (answer, error) {
		return m.send("POST", "/settlements", object{"jumlah": 50000, "tujuan": "gaji"})
	})
	if seen["done"] != 9 || seen["insufficient_balance"] != 7 {
		t.Errorf("%v", seen)
	}
	m.hasBalance(t, 500000, 5000, 495000, 0)
}

// A cancel and an approval race for one revision of one stream: the loser gets 400.
func TestACancelAndAnApprovalAtOnceHaveOneWinner(t *testing.T) {
	t.Parallel()
	m, admin := newRichMerchant(t, 500000), shared.admin(t)
	for range 5 {
		id := itoa(m.withdraws(t, 50000, hook))
		seen := at(t, 8, func(i int) (answer, error) {
			if i%2 == 0 {
				return m.send("POST", "/withdrawals/"+id+"/cancel", nil)
			}
			return admin.send("POST", "/admin/withdrawals/"+id+"/approve", object{"manual": true})
		})
		if seen["done"] != 1 || seen["done"]+seen["cannot_be_cancelled"]+seen["not_pending"] != 8 {
			t.Errorf("%v", seen)
		}
	}
}

func TestATransactionIdAtOnceIsRecordedOnce(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	seen := at(t, 16, func(int) (answer, error) {
		return m.send("POST", "/transactions", object{"total": 5000, "transaction_id": "KASIR-1"})
	})
	if seen["done"] != 1 || seen["duplicate_transaction_id"] != 15 {
		t.Errorf("%v", seen)
	}
	m.get(t, "/transactions").wants(t, 200).hasMeta(t, 1, 15, 1, 1)
}

// No two payments of many made at once share a name, and each is answered with
// what can be read at once.
func TestPaymentsAtOnceAreAllThere(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	ids := map[string]bool{}
	atOnce(t, 20, func(i int) (answer, error) {
		return m.send("POST", "/payments/qris", object{"amount": 1000 + i})
	}, func(a answer) {
		id := a.wants(t, 201).text(t, "transaction.transaction_id")
		ids[id] = true
		m.get(t, "/payments/%s/status", id).wants(t, 200)
	})
	if len(ids) != 20 {
		t.Errorf("%d names for 20 payments", len(ids))
	}
	m.get(t, "/transactions").wants(t, 200).hasMeta(t, 20, 15, 1, 2)
}

// Two changes of one client's address at once, one of them back to the address that
// the other leaves: whichever is last, that address is the client's, the other free.
func TestOfTwoAddressesAtOnceTheLastIsTakenAndTheOthersAreFree(t *testing.T) {
	t.Parallel()
	for range 8 {
		m := newMerchant(t)
		addresses := []string{m.email, shared.nextEmail(), shared.nextEmail()}
		atOnce(t, 6, func(i int) (answer, error) {
			return m.send("PUT", "/account", object{"email": addresses[i%3]})
		}, func(a answer) {
			if a.status != 200 {
				a.refuses(t, 503, "busy")
			}
		})
		now := m.get(t, "/account").wants(t, 200).text(t, "email")
		for _, address := range addresses {
			a := m.gateway.anybody().post(t, "/auth/register", object{"nama": "Toko Lain", "email": address, "password": password})
			if want := map[bool]int{true: 409, false: 201}[address == now]; a.status != want {
				t.Errorf("the address is the client's own: %t, but registering it answers %d", address == now, a.status)
			}
		}
	}
}
