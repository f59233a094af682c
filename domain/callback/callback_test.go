package callback_test

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/callback"
	"gateway/domain/domaintest"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

func attempt(kind string, status int, problem string) func(callback.State) ([]domain.Event, error) {
	return func(s callback.State) ([]domain.Event, error) {
		return callback.RecordAttempt(s, callback.RecordAttemptCmd{
			Kind: kind, CallbackID: "cb_1", ClientID: 7,
			Result: callback.Result{Status: status, Err: problem, Duration: 1500 * time.Millisecond}, At: noon,
		})
	}
}

// attempted returns the n-th attempt. If wait is set, another attempt follows after it.
func attempted(kind string, n, status int, problem string, wait time.Duration) callback.Attempted {
	e := callback.Attempted{
		CallbackID: "cb_1", Kind: kind, ClientID: 7, Attempt: n,
		ResponseStatus: status, Error: problem, DurationMS: 1500, At: noon,
	}
	if wait > 0 {
		next := noon.Add(wait)
		e.NextAttemptAt = &next
	}
	return e
}

func TestADeliveryIsRetriedUntilItEnds(t *testing.T) {
	t.Parallel()
	const pay, wd = callback.KindPayment, callback.KindWithdrawal
	eventsOf := func(events ...domain.Event) []domain.Event { return events }
	delivered := callback.Delivered{CallbackID: "cb_1", ClientID: 7, At: noon}
	exhausted := callback.Exhausted{CallbackID: "cb_1", ClientID: 7, At: noon}
	again := callback.ResendRequested{CallbackID: "cb_1", ClientID: 7, By: "admin:1", At: noon}
	resendSeen := func(seen *int) func(s callback.State) ([]domain.Event, error) {
		return func(s callback.State) ([]domain.Event, error) {
			return callback.Resend(s, callback.ResendCmd{CallbackID: "cb_1", ClientID: 7, By: "admin:1", Seen: seen, At: noon})
		}
	}
	resend := resendSeen(nil)
	first, last := attempted(wd, 1, 500, "", 5*time.Second), attempted(wd, 2, 500, "", 0)
	domaintest.Run(t, callback.Aggregate, []domaintest.Case[callback.State]{
		{Name: "a 2xx delivers", When: attempt(pay, 204, ""), Then: eventsOf(attempted(pay, 1, 204, "", 0), delivered)},
		{Name: "after delivered nothing counts", Given: eventsOf(attempted(pay, 1, 200, "", 0), delivered), When: attempt(pay, 500, "")},
		{Name: "after exhausted nothing counts", Given: eventsOf(first, last, exhausted), When: attempt(wd, 200, "")},
		{Name: "a 2xx that came too late does not deliver", When: attempt(pay, 200, "timeout"), Then: eventsOf(attempted(pay, 1, 200, "timeout", 10*time.Second))},
		{Name: "a redirect does not deliver", When: attempt(pay, 302, ""), Then: eventsOf(attempted(pay, 1, 302, "", 10*time.Second))},
		{Name: "no answer does not deliver", When: attempt(pay, 0, "refused"), Then: eventsOf(attempted(pay, 1, 0, "refused", 10*time.Second))},
		{Name: "the second wait is longer", Given: eventsOf(attempted(pay, 1, 500, "", 1)), When: attempt(pay, 500, ""), Then: eventsOf(attempted(pay, 2, 500, "", 34*time.Second))},
		{Name: "a withdrawal waits 5 s", When: attempt(wd, 500, ""), Then: eventsOf(first)},
		{Name: "a withdrawal has one retry", Given: eventsOf(first), When: attempt(wd, 500, ""), Then: eventsOf(last, exhausted)},
		{Name: "an unknown kind has none", When: attempt("?", 500, ""), Then: eventsOf(attempted("?", 1, 500, "", 0), exhausted)},
		{Name: "resend before the first attempt, which is due", When: resend},
		{Name: "resend between attempts", Given: eventsOf(first), When: resend, Then: eventsOf(again)},
		{Name: "resend between attempts twice", Given: eventsOf(first, again), When: resend},
		{
			Name: "an attempt between two counts as a retry", Given: eventsOf(first, again), When: attempt(wd, 500, ""),
			Then: eventsOf(last, exhausted),
		},
		{Name: "resend what was attempted since", Given: eventsOf(first, last, exhausted), When: resendSeen(new(1)), Refused: "callback_changed"},
		{Name: "send now what was delivered meanwhile", Given: eventsOf(attempted(pay, 1, 200, "", 0), delivered), When: resendSeen(new(0)), Refused: "callback_changed"},
		{Name: "resend as seen", Given: eventsOf(first, last, exhausted), When: resendSeen(new(2)), Then: eventsOf(again)},
		{Name: "resend what is exhausted", Given: eventsOf(first, last, exhausted), When: resend, Then: eventsOf(again)},
		{Name: "resend what is delivered", Given: eventsOf(attempted(pay, 1, 200, "", 0), delivered), When: resend, Then: eventsOf(again)},
		{Name: "resend twice", Given: eventsOf(first, last, exhausted, again), When: resend},
		{
			Name: "a resend has its retries and goes on counting", Given: eventsOf(first, last, exhausted, again), When: attempt(wd, 500, ""),
			Then: eventsOf(attempted(wd, 3, 500, "", 5*time.Second)),
		},
	})
}

func TestAPaymentIsTriedNineTimesInAboutADay(t *testing.T) {
	t.Parallel()
	for jitter, want := range map[float64][2]time.Duration{0: {20 * time.Hour, 21 * time.Hour}, 1: {25 * time.Hour, 26 * time.Hour}} {
		var s callback.State
		var elapsed time.Duration
		for s.Pending() {
			events, err := callback.RecordAttempt(s, callback.RecordAttemptCmd{Kind: callback.KindPayment, Result: callback.Result{Status: 503}, Jitter: jitter, At: noon})
			if err != nil {
				t.Fatal(err)
			}
			s = callback.Aggregate.Fold(s, events...)
			if s.NextAttemptAt != nil {
				elapsed += s.NextAttemptAt.Sub(noon)
			}
		}
		if s.Attempts != 9 || s.Status != callback.StatusExhausted || s.NextAttemptAt != nil || elapsed < want[0] || elapsed > want[1] {
			t.Errorf("jitter %v: %d attempts in %s, then %s", jitter, s.Attempts, elapsed, s.Status)
		}
	}
}

func TestJitterOutOfBoundsIsCut(t *testing.T) {
	t.Parallel()
	low, _ := callback.PolicyOf(callback.KindPayment).Delay(callback.Tries{Count: 1}, -5)
	high, _ := callback.PolicyOf(callback.KindPayment).Delay(callback.Tries{Count: 1}, 5)
	if low != 10*time.Second || high != 12500*time.Millisecond {
		t.Error(low, high)
	}
}

func TestAnEventHasOneCallbackID(t *testing.T) {
	t.Parallel()
	if got := callback.ID([16]byte{0xab, 15: 0x01}); got != "cb_ab000000000000000000000000000001" || callback.Stream(got) != "callback-"+got {
		t.Error(got)
	}
}
