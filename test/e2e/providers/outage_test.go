package providers

import (
	"net/http"
	"net/url"
	"sync"
	"testing"

	"gateway/domain/pricing"
	"gateway/domain/routing"
	"gateway/test/e2e/harness"
)

// callers is how many creations are under way at once.
const callers = 6

// made is how the creation of a payment ended: its status, and the error code.
type made struct {
	reference, code string
	status          int
}

// stream creates payments by QRIS from several callers at once. middle runs once some of them are made.
func (s sandbox) stream(t *testing.T, m harness.Merchant, name string, each int, middle func()) (all []made) {
	t.Helper()
	var mu sync.Mutex
	var group sync.WaitGroup
	half := sync.OnceFunc(middle)
	for caller := range callers {
		group.Go(func() {
			for i := range each {
				if i == each/3 {
					half()
				}
				reference := name + "-" + harness.JSON(caller) + "-" + harness.JSON(i)
				a, err := m.Send("POST", "/payments/qris", object{"amount": 20_000, "external_id": reference})
				if err != nil {
					t.Error(err)
					return
				}
				one := made{reference: reference, status: a.Status}
				if a.Status != 201 {
					one.code = a.Text(t, "error_code")
				}
				mu.Lock()
				all = append(all, one)
				mu.Unlock()
			}
		})
	}
	group.Wait()
	return all
}

// payAll pays all payments of the stream, those of unknown outcome too as far as the provider has them. At most so many may
// be of unknown outcome.
func (s sandbox) payAll(t *testing.T, m harness.Merchant, all []made, unknownAtMost int) {
	t.Helper()
	unknown := 0
	for _, one := range all {
		switch {
		case one.status == 201:
		case one.status == 502 && one.code == "provider_unknown":
			unknown++
		default:
			t.Errorf("%s: %d %s", one.reference, one.status, one.code)
		}
	}
	if unknown > unknownAtMost {
		t.Errorf("%d of %d creations have an unknown outcome, more than %d", unknown, len(all), unknownAtMost)
	}
	for _, one := range all {
		id := m.Get(t, "/transactions/external/%s", one.reference).Wants(t, 200).Text(t, "transaction_id")
		a := m.Post(t, "/sandbox/payments/"+id+"/pay", nil)
		if a.Status == 404 && one.status == 502 {
			continue // the provider was never reached
		}
		a.Wants(t, 200)
		m.AwaitPayment(t, id, "PAID")
	}
}

// While a provider refuses connections, payments are created at the next one. What was under way has no known outcome.
func TestCreationsGoOnAtAnotherConnectionWhenOneGoesDown(t *testing.T) {
	t.Parallel()
	s := newSandbox(t, nil)
	m := s.NewMerchant(t)
	s.route(t, []string{"doku-1", "midtrans-1"}, []string{"xendit"})
	all := s.stream(t, m, "down", 12, func() { s.switchTo(t, "doku-1", "down") })
	// Each caller may have one call under way, and take up one connection that is broken but not known to be yet.
	s.payAll(t, m, all, 2*callers)
	s.switchTo(t, "doku-1", "up")
	told := s.explainsItself(t)
	if told.received["doku-1"].IsZero() || told.received["midtrans-1"].IsZero() {
		t.Errorf("received: %v", told.received)
	}
	s.isSound(t)
}

// A provider that hangs costs what the window needs to notice it, and what is under way. What it made is found, and paid
// there.
func TestAConnectionThatHangsIsLeftAsSoonAsTheWindowNotices(t *testing.T) {
	t.Parallel()
	s := newSandbox(t, harness.Settings{"PROVIDER_TIMEOUT": "1s"})
	m := s.NewMerchant(t)
	s.route(t, []string{"midtrans-1", "doku-1"}, []string{"xendit"})
	// A few answered attempts are in the window, which outweigh as many failed ones.
	const answered = 4
	before := s.stream(t, m, "before", 1, func() {})
	s.payAll(t, m, before[:answered], 0)
	s.switchTo(t, "midtrans-1", "hanging")
	all := s.stream(t, m, "hang", 6, func() {})
	s.switchTo(t, "midtrans-1", "up") // it is asked before its money is credited
	s.payAll(t, m, all, max(routing.FewestAttempts, len(before))+callers)
	told := s.explainsItself(t)
	if told.received["doku-1"].IsZero() || told.received["midtrans-1"].IsZero() {
		t.Errorf("received: %v", told.received)
	}
	s.isSound(t)
}

// A sandbox with one provider may be open to strangers, so it has no switch and no list of open payments.
func TestASandboxWithOneProviderHasNoSwitch(t *testing.T) {
	t.Parallel()
	s := sandbox{harness.Start(t, nil)}
	for path, want := range map[string]int{"/simulator": http.StatusNotFound, "/simulator/xendit/switch": http.StatusNotFound} {
		if status, text := s.Page(t, path); status != want {
			t.Errorf("%s: %d %s", path, status, text)
		}
	}
	answer, err := http.PostForm(s.URL+"/simulator/xendit/switch", url.Values{"state": {"down"}})
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusNotFound {
		t.Errorf("the switch: %d", answer.StatusCode)
	}
	create(t, s.NewMerchant(t), pricing.Channel{Kind: pricing.QRIS}, nil)
}

// Where no connection is left, a creation that certainly never left has failed at once. One without an answer may have
// been made: it stays open, and is looked up.
func TestACreationThatNeverLeftHasFailedAndOneWithoutAnAnswerHasNot(t *testing.T) {
	t.Parallel()
	s := newSandbox(t, harness.Settings{"PROVIDER_TIMEOUT": "1s"})
	m := s.NewMerchant(t)
	s.route(t, []string{"xendit"}, []string{"xendit"})
	for _, c := range []struct{ state, code, status string }{
		{"down", "provider_refused", "FAILED"},
		{"hanging", "provider_unknown", "PENDING"},
		{"failing", "provider_unknown", "PENDING"},
	} {
		s.switchTo(t, "xendit", c.state)
		m.Post(t, "/payments/qris", object{"amount": 20_000, "external_id": c.state}).Refuses(t, 502, c.code)
		m.Get(t, "/transactions/external/%s", c.state).Wants(t, 200).Is(t, object{"status": c.status})
	}
	id := m.Get(t, "/transactions/external/down").Wants(t, 200).Text(t, "transaction_id")
	has(t, "the timeline", string(s.Admin(t).Get(t, "/admin/timeline/%s", id).Wants(t, 200).Body), "payment.refused.v1", `"code":"not_sent"`)
	s.switchTo(t, "xendit", "up")
	m.Post(t, "/payments/qris", object{"amount": 20_000}).Wants(t, 201)
}
