package payoutreactor

import (
	"slices"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/balance"
	"gateway/domain/report"

	"github.com/sirupsen/logrus"
)

func TestPayoutsOfASuspendedClientAreHeldUntilItIsReactivated(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	registered := account.Registered{ClientID: 1, Code: "C1", Name: "Toko", Email: "toko@example.com", At: at}
	approved := account.Approved{ClientID: 1, By: "admin:1", At: at}
	suspended := account.Suspended{ClientID: 1, By: "admin:1", Reason: "fraud", At: at}
	for _, c := range []struct {
		name   string
		before []domain.Event
		held   bool
		after  domain.Event // what ends the hold
	}{
		{"pending", []domain.Event{registered}, false, nil},
		{"approved", []domain.Event{registered, approved}, false, nil},
		{"suspended", []domain.Event{registered, approved, suspended}, true, account.Reactivated{ClientID: 1, By: "admin:1", At: at}},
		{"rejected", []domain.Event{registered, account.Rejected{ClientID: 1, By: "admin:1", Reason: "no papers", At: at}}, true, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newPayoutFixture(t)
			w.Append(account.Stream(1), c.before...)
			o := w.Withdraw(1, 1, 50_000)
			r := w.payouts(PayoutOptions{})
			w.Once(r)
			w.Clock.Advance(time.Hour)
			w.Once(r)
			if sent := w.Transfers(o) == 1; sent == c.held {
				t.Fatalf("sent: %t", sent)
			}
			if p, _ := w.Balance(1).Payout(balance.Withdrawal, 1); (p.SubmittedKey == "") != c.held {
				t.Errorf("submitted under %q", p.SubmittedKey)
			}
			said := slices.ContainsFunc(w.Alarms.AllEntries(), func(e *logrus.Entry) bool { return strings.Contains(e.Message, "is held") })
			if said != c.held {
				t.Errorf("the log says that it is held: %t", said)
			}
			if c.after == nil {
				return
			}
			w.Append(account.Stream(1), c.after)
			w.Clock.Advance(time.Minute)
			w.Once(r)
			if w.Transfers(o) != 1 {
				t.Error("it is not sent after the hold")
			}
		})
	}
}

// The process that appended the attempt stood still before it called, and the client was suspended
// meanwhile. The provider never got the order, so the payout is held like any other.
func TestAnAttemptThatNeverReachedTheProviderIsNotRepeatedForASuspendedClient(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	w := newPayoutFixture(t)
	w.Append(account.Stream(1),
		account.Registered{ClientID: 1, Code: "C1", Name: "Toko", Email: "toko@example.com", At: at},
		account.Approved{ClientID: 1, By: "admin:1", At: at})
	o := w.Withdraw(1, 1, 50_000)
	reference := o.NewReference("0123456789ab")
	w.Append(balance.Stream(1), balance.PayoutSubmitted{
		Order: o, IdempotencyKey: reference, Reference: reference, ProviderAPI: report.PayoutsV1, Attempt: 1, At: w.Clock.Now(),
	})
	w.Append(account.Stream(1), account.Suspended{ClientID: 1, By: "admin:1", Reason: "fraud", At: at})
	r := w.payouts(PayoutOptions{})
	for range 3 {
		w.Clock.Advance(time.Hour)
		w.Once(r)
	}
	if w.Transfers(o) != 0 {
		t.Fatal("it is sent although the client is suspended")
	}
	w.Append(account.Stream(1), account.Reactivated{ClientID: 1, By: "admin:1", At: at})
	w.Clock.Advance(time.Hour)
	w.Once(r)
	if w.Transfers(o) != 1 {
		t.Error("it is not sent after the hold")
	}
}
