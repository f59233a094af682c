package api

import (
	"net/http"
	"testing"

	"gateway/test/e2e/harness"
)

// Of the operations without a body the test only calls those that read, because the others would act.
func TestEveryOperationNamesWhatItIgnores(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	p := newActors(t, m, m.LogIn(t))
	for _, o := range harness.Operations(t, func(o harness.Operation) bool { return o.Scheme() != "CallbackToken" }) {
		var body any
		want := "sttaus"
		if o.RequestBody != nil && o.RequestBody.Value.Required {
			body, want = object{"amuont": 1, "client_id": 7}, "amuont, sttaus"
		} else if o.Method != http.MethodGet {
			continue
		}
		a := p.call(t, o, p.path(o, nil)+"?sttaus=PAID&client_id=7", body)
		if got := a.Header.Get("X-Ignored"); got != want {
			t.Errorf("%s: X-Ignored is %q, want %q", o.Row, got, want)
		}
	}
}

func TestAMisspeltCallbackURLIsNoSilence(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	sound := object{"amount": 50000, "metadata": object{"callback_url": harness.CallbackURL, "type_transaksi": "web", "order": 17}, "app_id": nil}
	for want, body := range map[string]object{
		"metadata.calback_url": {"amount": 50000, "metadata": object{"calback_url": harness.CallbackURL, "order": 17}},
		"callback_url":         {"amount": 50000, "callback_url": harness.CallbackURL},
		"":                     sound,
	} {
		keyed := m.With("Idempotency-Key", m.Email+want)
		first := keyed.Post(t, "/payments/invoice", body).Wants(t, 201)
		again := keyed.Post(t, "/payments/invoice", body).Wants(t, 201)
		if got := []string{first.Header.Get("X-Ignored"), again.Header.Get("X-Ignored")}; got[0] != want || got[1] != want {
			t.Errorf("%v: X-Ignored is %q", body, got)
		}
	}
}
