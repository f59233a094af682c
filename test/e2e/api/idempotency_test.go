package api

import (
	"fmt"
	"strings"
	"testing"

	"gateway/test/e2e/harness"
)

// creations returns the operations that create, each with two valid bodies.
func creations() map[string][2]object {
	return map[string][2]object{
		"/payments/va":      {{"amount": 50000, "bank_code": "BCA", "customer_name": "Budi"}, {"amount": 50001, "bank_code": "BCA", "customer_name": "Budi"}},
		"/payments/ewallet": {{"amount": 50000, "channel_code": "DANA"}, {"amount": 50001, "channel_code": "DANA"}},
		"/payments/qris":    {{"amount": 50000}, {"amount": 50001}},
		"/payments/invoice": {{"amount": 50000}, {"amount": 50001}},
		"/transactions":     {{"total": 50000}, {"total": 50001}},
		"/settlements":      {{"jumlah": 50000, "tujuan": "gaji"}, {"jumlah": 50001, "tujuan": "gaji"}},
		"/withdrawals":      {{"jumlah": 50000, "url": harness.CallbackURL}, {"jumlah": 50001, "url": harness.CallbackURL}},
	}
}

func TestARepetitionUnderAnIdempotencyKeyGetsTheFirstAnswer(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 1000000)
	for path, bodies := range creations() {
		t.Run(strings.TrimPrefix(path, "/"), func(t *testing.T) {
			key := m.With("Idempotency-Key", "key of "+path)
			first := key.Post(t, path, bodies[0]).Wants(t, 201)
			again := key.Post(t, path, bodies[0]).Wants(t, 201)
			if string(first.Body) != string(again.Body) {
				t.Errorf("first %s\nthen  %s", first.Body, again.Body)
			}
			if first.Header.Get("Idempotency-Replayed") != "" || again.Header.Get("Idempotency-Replayed") != "true" {
				t.Errorf("headers %v, then %v", first.Header, again.Header)
			}
			key.Post(t, path, bodies[1]).Wants(t, 409)
			key.Post(t, path, bodies[0]).Wants(t, 201)
		})
	}
	m.Get(t, "/transactions").Wants(t, 200).HasMeta(t, 5, 15, 1, 1)
	m.HasBalance(t, 1000000, 890000, 110000, 0)
}

func TestAnIdempotencyKeyIsOneClientsAndOneOperations(t *testing.T) {
	t.Parallel()
	m, other := harness.NewMerchant(t), harness.NewMerchant(t)
	body := object{"amount": 50000}
	mine := m.With("Idempotency-Key", "order-1").Post(t, "/payments/invoice", body).Wants(t, 201)
	theirs := other.With("Idempotency-Key", "order-1").Post(t, "/payments/invoice", body).Wants(t, 201)
	if mine.Text(t, "provider_id") == theirs.Text(t, "provider_id") || theirs.Header.Get("Idempotency-Replayed") != "" {
		t.Errorf("%s\n%s", mine.Body, theirs.Body)
	}
	m.With("Idempotency-Key", "order-1").Post(t, "/payments/qris", body).Wants(t, 409)
	m.With("Idempotency-Key", "Order-1").Post(t, "/payments/qris", body).Wants(t, 201)
	for _, character := range []string{"k", "é", "鍵", "🔑"} { // of 1 to 4 bytes
		m.With("Idempotency-Key", strings.Repeat(character, 255)).Post(t, "/payments/qris", body).Wants(t, 201)
		m.With("Idempotency-Key", strings.Repeat(character, 256)).Post(t, "/payments/qris", body).RefusesField(t, "Idempotency-Key")
	}
}

// Twenty requests at once create one thing. Those that come while the first one runs
// are answered 409.
func TestTheSameKeyAtOnceHasOneEffect(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 1000000)
	for path, bodies := range map[string]object{"/payments/invoice": {"amount": 50000}, "/settlements": {"jumlah": 50000, "tujuan": "gaji"}} {
		answers := map[string]int{}
		key := m.With("Idempotency-Key", "one of "+path)
		harness.AtOnce(t, 20, func(int) (answer, error) { return key.Send("POST", path, bodies) }, func(a answer) {
			if a.Status == 201 {
				answers[string(a.Body)]++
			} else {
				a.Wants(t, 409)
			}
		})
		if len(answers) != 1 {
			t.Errorf("%s: %d different answers", path, len(answers))
		}
		for body := range answers {
			if again := key.Post(t, path, bodies).Wants(t, 201); string(again.Body) != body {
				t.Errorf("%s, then %s", body, again.Body)
			}
		}
	}
	m.Get(t, "/transactions").Wants(t, 200).HasMeta(t, 1, 15, 1, 1)
	m.HasBalance(t, 1000000, 945000, 55000, 0)
}

// A retry of a refused request is decided again, with the same body or another.
func TestARefusedRequestMayBeRepeatedUnderItsKey(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	key := m.With("Idempotency-Key", "wd-1")
	body := object{"jumlah": 50000, "url": harness.CallbackURL}
	key.Post(t, "/withdrawals", body).Refuses(t, 400, "bank_account_missing")
	m.SetBankAccount(t)
	key.Post(t, "/withdrawals", body).Refuses(t, 400, "insufficient_balance")
	m.Earn(t, 100000)
	key.Post(t, "/withdrawals", body.With("jumlah", 60000)).Wants(t, 201)
	key.Post(t, "/withdrawals", body).Wants(t, 409)
	m.HasBalance(t, 100000, 35000, 65000, 0)
}

// The withdrawal was cancelled meanwhile; the replay still shows it as pending.
func TestAReplayIsTheFirstAnswerThoughTheWithdrawalHasChanged(t *testing.T) {
	t.Parallel()
	m := harness.NewFundedMerchant(t, 100000)
	key := m.With("Idempotency-Key", "wd-1")
	body := object{"jumlah": 50000, "url": harness.CallbackURL}
	first := key.Post(t, "/withdrawals", body).Wants(t, 201)
	m.Post(t, "/withdrawals/"+fmt.Sprint(first.ID(t, "id"))+"/cancel", nil).Wants(t, 200)
	if again := key.Post(t, "/withdrawals", body).Wants(t, 201); string(again.Body) != string(first.Body) {
		t.Errorf("%s\n%s", first.Body, again.Body)
	}
	m.HasBalance(t, 100000, 100000, 0, 0)
}

// Answers with a secret are not stored, so a repetition creates another secret.
func TestAnIdempotencyKeyIsIgnoredWhereTheAnswerIsASecret(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	c := m.LogIn(t).With("Idempotency-Key", "key-1")
	for _, path := range []string{"/api-keys", "/webhook-secret"} {
		first, second := c.Post(t, path, object{"name": "server"}), c.Post(t, path, object{"name": "server"})
		if first.Status >= 300 || harness.JSON(first.Envelope["data"]) == harness.JSON(second.Envelope["data"]) || second.Header.Get("Idempotency-Replayed") != "" {
			t.Errorf("%s: %s, then %s", path, first.Body, second.Body)
		}
	}
}
