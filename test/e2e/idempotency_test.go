package e2e

import (
	"strings"
	"testing"
)

// creations are the POSTs that create, each with two bodies that are taken.
func creations() map[string][2]object {
	return map[string][2]object{
		"/payments/va":      {{"amount": 50000, "bank_code": "BCA", "customer_name": "Budi"}, {"amount": 50001, "bank_code": "BCA", "customer_name": "Budi"}},
		"/payments/ewallet": {{"amount": 50000, "channel_code": "DANA"}, {"amount": 50001, "channel_code": "DANA"}},
		"/payments/qris":    {{"amount": 50000}, {"amount": 50001}},
		"/payments/invoice": {{"amount": 50000}, {"amount": 50001}},
		"/transactions":     {{"total": 50000}, {"total": 50001}},
		"/settlements":      {{"jumlah": 50000, "tujuan": "gaji"}, {"jumlah": 50001, "tujuan": "gaji"}},
		"/withdrawals":      {{"jumlah": 50000, "url": hook}, {"jumlah": 50001, "url": hook}},
	}
}

func TestARepetitionUnderAnIdempotencyKeyGetsTheFirstAnswer(t *testing.T) {
	t.Parallel()
	m := newRichMerchant(t, 1000000)
	for path, bodies := range creations() {
		t.Run(strings.TrimPrefix(path, "/"), func(t *testing.T) {
			key := m.with("Idempotency-Key", "key of "+path)
			first := key.post(t, path, bodies[0]).wants(t, 201)
			again := key.post(t, path, bodies[0]).wants(t, 201)
			if string(first.body) != string(again.body) {
				t.Errorf("first %s\nthen  %s", first.body, again.body)
			}
			if first.header.Get("Idempotency-Replayed") != "" || again.header.Get("Idempotency-Replayed") != "true" {
				t.Errorf("headers %v, then %v", first.header, again.header)
			}
			key.post(t, path, bodies[1]).wants(t, 409)
			key.post(t, path, bodies[0]).wants(t, 201)
		})
	}
	m.get(t, "/transactions").wants(t, 200).hasMeta(t, 5, 15, 1, 1)
	m.hasBalance(t, 1000000, 890000, 110000, 0)
}

func TestAnIdempotencyKeyIsOneClientsAndOneOperations(t *testing.T) {
	t.Parallel()
	m, other := newMerchant(t), newMerchant(t)
	body := object{"amount": 50000}
	mine := m.with("Idempotency-Key", "order-1").post(t, "/payments/invoice", body).wants(t, 201)
	theirs := other.with("Idempotency-Key", "order-1").post(t, "/payments/invoice", body).wants(t, 201)
	if mine.text(t, "provider_id") == theirs.text(t, "provider_id") || theirs.header.Get("Idempotency-Replayed") != "" {
		t.Errorf("%s\n%s", mine.body, theirs.body)
	}
	m.with("Idempotency-Key", "order-1").post(t, "/payments/qris", body).wants(t, 409)
	m.with("Idempotency-Key", "Order-1").post(t, "/payments/qris", body).wants(t, 201)
	m.with("Idempotency-Key", strings.Repeat("k", 255)).post(t, "/payments/qris", body).wants(t, 201)
	m.with("Idempotency-Key", strings.Repeat("k", 256)).post(t, "/payments/qris", body).wants(t, 400)
}

// Twenty at once: one effect. Whoever comes while the first is in flight is told so.
func TestTheSameKeyAtOnceHasOneEffect(t *testing.T) {
	t.Parallel()
	m := newRichMerchant(t, 1000000)
	for path, bodies := range map[string]object{"/payments/invoice": {"amount": 50000}, "/settlements": {"jumlah": 50000, "tujuan": "gaji"}} {
		answers := map[string]int{}
		key := m.with("Idempotency-Key", "one of "+path)
		atOnce(t, 20, func(int) (answer, error) { return key.send("POST", path, bodies) }, func(a answer) {
			if a.status == 201 {
				answers[string(a.body)]++
			} else {
				a.wants(t, 409)
			}
		})
		if len(answers) != 1 {
			t.Errorf("%s: %d different answers", path, len(answers))
		}
		for body := range answers {
			if again := key.post(t, path, bodies).wants(t, 201); string(again.body) != body {
				t.Errorf("%s, then %s", body, again.body)
			}
		}
	}
	m.get(t, "/transactions").wants(t, 200).hasMeta(t, 1, 15, 1, 1)
	m.hasBalance(t, 1000000, 945000, 55000, 0)
}

// The retry of a request that was refused is decided anew, whatever it says.
func TestARefusalIsNotKept(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	key := m.with("Idempotency-Key", "wd-1")
	body := object{"jumlah": 50000, "url": hook}
	key.post(t, "/withdrawals", body).refuses(t, 400, "bank_account_missing")
	m.banks(t)
	key.post(t, "/withdrawals", body).refuses(t, 400, "insufficient_balance")
	m.earns(t, 100000)
	key.post(t, "/withdrawals", body.with("jumlah", 60000)).wants(t, 201)
	key.post(t, "/withdrawals", body).wants(t, 409)
	m.hasBalance(t, 100000, 35000, 65000, 0)
}

// A withdrawal that has moved on is still answered as it was first.
func TestAReplayIsTheFirstAnswerWhateverHappenedSince(t *testing.T) {
	t.Parallel()
	m := newRichMerchant(t, 100000)
	key := m.with("Idempotency-Key", "wd-1")
	body := object{"jumlah": 50000, "url": hook}
	first := key.post(t, "/withdrawals", body).wants(t, 201)
	m.post(t, "/withdrawals/"+itoa(first.id(t, "id"))+"/cancel", nil).wants(t, 200)
	if again := key.post(t, "/withdrawals", body).wants(t, 201); string(again.body) != string(first.body) {
		t.Errorf("%s\n%s", first.body, again.body)
	}
	m.hasBalance(t, 100000, 100000, 0, 0)
}

// Where the answer holds a secret nothing is kept.
func TestAnIdempotencyKeyIsIgnoredWhereTheAnswerIsASecret(t *testing.T) {
	t.Parallel()
	m := newMerchant(t)
	c := m.portal(t).with("Idempotency-Key", "key-1")
	for _, path := range []string{"/api-keys", "/webhook-secret"} {
		first, second := c.post(t, path, object{"name": "server"}), c.post(t, path, object{"name": "server"})
		if first.status >= 300 || text(first.envelope["data"]) == text(second.envelope["data"]) || second.header.Get("Idempotency-Replayed") != "" {
			t.Errorf("%s: %s, then %s", path, first.body, second.body)
		}
	}
}
