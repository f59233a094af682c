package admin

import (
	"testing"
	"time"

	"gateway/test/e2e/harness"

	"github.com/google/uuid"
)

var entryShape = shape{
	"id": "integer", "position": "integer", "kind": "string", "amount": "number", "value_date": "string", "reference": "string",
	"note": "string", "from": "string", "to": "string", "by": "string", "booked_at": "time",
}

// accountsOf returns the trial balance by account.
func accountsOf(t *testing.T, auditor caller) map[string]any {
	t.Helper()
	trial := auditor.Get(t, "/admin/trial-balance").Wants(t, 200).Is(t, object{"sum": 0})
	accounts := map[string]any{}
	for _, a := range trial.Field(t, "accounts").([]any) {
		account := a.(map[string]any)
		accounts[account["account"].(string)] = account["balance"]
	}
	return accounts
}

func TestOurOwnMoneyIsEnteredOnceUnderItsReferenceAndMovesItsAccounts(t *testing.T) {
	t.Parallel()
	g := harness.Start(t, harness.Settings{})
	admin, auditor := g.Admin(t), g.AddAdmin(t, "auditor")
	began := time.Now().UTC().Format(time.RFC3339Nano)
	today := time.Now().In(time.FixedZone("WIB", 7*60*60)).Format(time.DateOnly)
	enter := func(kind string, amount any, more object) object {
		body := object{"kind": kind, "amount": amount, "reference": kind + " 1"}
		for name, value := range more {
			body[name] = value
		}
		return body
	}
	admin.Post(t, "/admin/treasury", enter("owner_in", 20_000_000, object{"value_date": "2026-01-30", "note": "capital"})).Wants(t, 201).
		Has(t, "", entryShape).
		Is(t, object{"kind": "owner_in", "amount": 20_000_000, "value_date": "2026-01-30", "note": "capital", "from": "bank:operating", "to": "equity"})
	key := uuid.NewString()
	first := admin.With("Idempotency-Key", key).Post(t, "/admin/treasury", enter("top_up", 5_000_000, nil)).Wants(t, 201).Is(t, object{"value_date": today, "note": ""})
	again := admin.With("Idempotency-Key", key).Post(t, "/admin/treasury", enter("top_up", 5_000_000, nil)).Wants(t, 201)
	again.SameAs(t, first)
	admin.Post(t, "/admin/treasury", enter("top_up", 5_000_000, nil)).Refuses(t, 400, "reference_used")
	admin.Post(t, "/admin/treasury", enter("provider_withdrawal", 1_000_000, nil)).Wants(t, 201)
	admin.Post(t, "/admin/treasury", enter("bank_charge", 6_500.5, nil)).Wants(t, 201)
	admin.Post(t, "/admin/treasury", enter("owner_out", 300_000, nil)).Wants(t, 201)
	admin.Post(t, "/admin/treasury", enter("tax_payment", 100_000, nil)).Wants(t, 201)
	admin.Post(t, "/admin/treasury", enter("opening", 50_000, nil)).Wants(t, 201).Is(t, object{"from": "provider:xendit:clearing", "to": "equity"})
	admin.Post(t, "/admin/treasury", enter("opening", 7_000, object{"from": "bank:operating", "to": "provider:xendit:payouts", "reference": "by hand, before"})).Wants(t, 201)

	for field, body := range map[string]object{
		"kind":       enter("gift", 1, nil),
		"amount":     enter("top_up", 0, nil),
		"value_date": enter("top_up", 1, object{"value_date": "31-01-2026"}),
		"reference":  enter("top_up", 1, object{"reference": " "}),
		"from":       enter("opening", 1, object{"from": "client:1:available", "to": "equity", "reference": "x"}),
		"to":         enter("opening", 1, object{"from": "equity", "reference": "x"}),
	} {
		admin.Post(t, "/admin/treasury", body).RefusesField(t, field)
	}
	auditor.Post(t, "/admin/treasury", enter("top_up", 1, nil)).Wants(t, 403)

	accounts := accountsOf(t, auditor)
	for account, want := range map[string]any{
		"bank:operating":           -20_000_000 + 5_000_000 - 1_000_000 + 6_500.5 + 300_000 + 100_000 - 7_000,
		"provider:xendit:clearing": -5_000_000 + 1_000_000 - 50_000, "cost:bank": -6_500.5, "equity": 20_000_000 - 300_000 + 50_000,
		"tax:vat": -100_000, "provider:xendit:payouts": 7_000,
	} {
		if got := accounts[account]; harness.JSON(got) != harness.JSON(want) {
			t.Errorf("%s is %v, want %v", account, got, want)
		}
	}
	list := auditor.Get(t, "/admin/treasury?from=%s&per_page=5", began).Wants(t, 200)
	list.ListOf(t, entryShape)
	list.HasMeta(t, 8, 5, 1, 2)
	list.Is(t, object{"0.reference": "by hand, before", "0.by": "admin:1"})
	auditor.Get(t, "/admin/treasury?from=%s", today).Wants(t, 200).HasMeta(t, 8, 15, 1, 1)
	auditor.Get(t, "/admin/treasury?to=2020-01-01").Wants(t, 200).HasMeta(t, 0, 15, 1, 1)
	auditor.Get(t, "/admin/treasury?from=soon").RefusesField(t, "from")
}
