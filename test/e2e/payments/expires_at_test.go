package payments

import (
	"testing"
	"time"

	"gateway/test/e2e/harness"
)

func TestAClientChoosesUntilWhenAPaymentCanBePaid(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	for channel, body := range cancellable {
		until := time.Now().Add(20 * time.Minute).UTC().Truncate(time.Second)
		a := m.Post(t, "/payments/"+channel, body.With("expires_at", until)).Wants(t, 201)
		for _, field := range []string{"expires_at", "transaction.expires_at"} {
			got, err := time.Parse(time.RFC3339, a.Text(t, field))
			if err != nil || got.Sub(until).Abs() > time.Second { // an invoice is given to the provider in whole seconds
				t.Errorf("%s: %s is %s, want %s (%v)", channel, field, got, until, err)
			}
		}
	}
}

func TestAnEndThatTheChannelDoesNotHaveIsRefused(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	after := func(d time.Duration) string { return time.Now().Add(d).Format(time.RFC3339Nano) }
	const days = 24 * time.Hour
	for channel, body := range cancellable {
		longest := 31 * days
		if channel == "ewallet" {
			longest = 30 * time.Minute
		}
		for _, wrong := range []any{after(-time.Hour), after(59 * time.Second), after(longest + time.Minute), "", "tomorrow", "2026-11-24", 1, true} {
			m.Post(t, "/payments/"+channel, body.With("expires_at", wrong)).RefusesField(t, "expires_at")
		}
	}
	ovo := object{"amount": 50000, "channel_code": "OVO", "customer_phone": "081234567890", "expires_at": after(10 * time.Minute)}
	m.Post(t, "/payments/ewallet", ovo).RefusesField(t, "expires_at")
	if list := m.Get(t, "/transactions").Wants(t, 200).List(t); len(list) != 0 {
		t.Errorf("made all the same: %v", list)
	}
}
