package readmodel_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/payoutrows"
	"gateway/test/rupiah"
)

func order(kind string, id int64) balance.Order {
	o := balance.Order{
		Kind: kind, ID: id, ClientID: 7, ExternalID: fmt.Sprintf("WD-7-%d", id), Amount: rupiah.Of("50000"), Fee: rupiah.Of("5000"),
		FeeVAT: rupiah.Of("495.5"), VATRate: rupiah.Of("11"), Total: rupiah.Of("55000"), By: "client", Bank: "BCA", AccountNumber: "1234567890",
		AccountHolder: "A", RequestedAt: noon,
	}
	if kind == balance.Withdrawal {
		o.URL = "https://m.test/wd"
	} else {
		o.Purpose = "supplier"
	}
	return o
}

func at(minute int) balance.Movement { return balance.Movement{At: after(minute)} }

func TestAPayoutShowsItsLatestState(t *testing.T) {
	t.Parallel()
	w := order(balance.Withdrawal, 1)
	remembered := balance.Order{Kind: w.Kind, ID: 1, ClientID: 7, ExternalID: w.ExternalID} // all that a reversal has
	asked := w
	asked.Connection = "doku-1"
	steps := []struct {
		event domain.Event
		want  string
	}{
		{balance.WithdrawalRequested{Order: w, Movement: at(0)}, `"status":"pending","updated_at":"2026-03-01T05:00:00Z"`},
		{balance.PayoutApproved{Order: w, By: "admin", At: after(1)}, `"status":"processing","updated_at":"2026-03-01T05:01:00Z"`},
		{balance.PayoutSubmitted{Order: asked, IdempotencyKey: "k", At: after(2)}, `"status":"processing","connection":"doku-1",` +
			`"submitted_at":"2026-03-01T05:02:00Z","updated_at":"2026-03-01T05:02:00Z",` +
			`"reference":"withdrawal-7-1","provider_api":"v1","attempts":1`},
		{balance.PayoutSubmitted{Order: w, IdempotencyKey: "r", Reference: "r", ProviderAPI: "v2", Attempt: 2, At: after(2)}, `"status":"processing",` +
			`"reference":"r","provider_api":"v2","attempts":2`},
		{balance.PayoutAccepted{Order: w, ProviderID: "first", At: after(2)}, `"unknown":false,"provider_id":"first"`},
		{balance.PayoutAttemptFailed{Order: w, Reference: "r", ProviderID: "first", Reason: balance.FloatEmpty, At: after(2)}, `"status":"processing",` +
			`"unknown":true,"unknown_reason":"float_empty","provider_id":""`},
		{balance.PayoutUnknown{Order: w, Reason: "timeout", At: after(3)}, `"status":"processing","unknown":true,` +
			`"unknown_reason":"timeout","updated_at":"2026-03-01T05:03:00Z"`},
		{balance.PayoutAccepted{Order: w, ProviderID: "disb", At: after(4)}, `"status":"processing","unknown":false,` +
			`"provider_id":"disb","updated_at":"2026-03-01T05:04:00Z"`},
		{
			balance.PayoutCompleted{Order: w, Movement: at(6), ProviderID: "disb", TransferredBy: "XENDIT", TransferAt: after(5)},
			`"status":"completed","di_transfer_oleh":"XENDIT","transfer_at":"2026-03-01T05:05:00Z","updated_at":"2026-03-01T05:06:00Z"`,
		},
		{
			balance.PayoutContradicted{Order: remembered, Contradiction: balance.OtherAmount, At: after(6)},
			`"status":"completed","contradiction":"other_amount"`,
		},
		{
			balance.PayoutReversed{Order: remembered, Movement: at(7), ProviderID: "disb", Reason: "returned"},
			`"status":"reversed","reason":"returned","updated_at":"2026-03-01T05:07:00Z"`,
		},
	}
	want := map[string]any{}
	must(t, json.Unmarshal([]byte(`{"id":1,"external_id":"WD-7-1","jumlah":50000,"biaya_penarikan":5000,"total":55000,"by":"client",
		"url":"https://m.test/wd","bank":"BCA","norek":"1234567890","di_transfer_oleh":null,"transfer_at":null,"reason":null,
		"created_at":"2026-03-01T05:00:00Z","client_id":7,"kind":"withdrawal","manual":false,"submitted_at":null,"connection":"","provider_id":"",
		"unknown":false,"unknown_reason":"","reference":"","provider_api":"","attempts":0,"contradiction":"","account_holder":"A",
		"found_provider_id":"","found_reference":"","risk_signs":[]}`), &want))
	var events []domain.Event
	for _, s := range steps {
		events = append(events, s.event)
		must(t, json.Unmarshal([]byte("{"+s.want+"}"), &want))
		text, err := json.Marshal(want)
		must(t, err)
		t.Run(s.event.EventType(), func(t *testing.T) {
			given(t, events, func(t *testing.T, q *readmodel.Queries) {
				p, err := q.Payout(t.Context(), balance.Withdrawal, 1)
				must(t, err)
				wantJSON(t, p.ForAdmin(), string(text))
			})
		})
	}
}

func TestASettlementHasAPurposeAndMayHaveAURL(t *testing.T) {
	t.Parallel()
	called := order(balance.Settlement, 2)
	called.URL = "https://m.test/st"
	given(t, []domain.Event{
		balance.SettlementRequested{Order: called, Movement: at(0)},
		balance.SettlementRequested{Order: order(balance.Settlement, 1), Movement: at(0)},
		balance.WithdrawalRequested{Order: order(balance.Withdrawal, 1), Movement: at(1)},
		balance.PayoutRejected{Order: order(balance.Settlement, 1), Movement: at(2), Reason: "odd"},
	}, func(t *testing.T, q *readmodel.Queries) {
		p, err := q.PayoutOf(t.Context(), 7, balance.Settlement, 1)
		must(t, err)
		wantJSON(t, p, `{"id":1,"external_id":"WD-7-1","jumlah":50000,"biaya_penarikan":5000,"total":55000,"status":"rejected",
			"by":"client","tujuan":"supplier","bank":"BCA","norek":"1234567890","di_transfer_oleh":null,"transfer_at":null,
			"reason":"odd","created_at":"2026-03-01T05:00:00Z","updated_at":"2026-03-01T05:02:00Z","url":null}`)
		with, err := q.PayoutOf(t.Context(), 7, balance.Settlement, 2)
		must(t, err)
		equal(t, "URL", *with.URL, called.URL)
		w, err := q.PayoutByExternal(t.Context(), 7, balance.Withdrawal, "WD-7-1")
		must(t, err)
		equal(t, "status", w.Status, "pending")
		_, err = q.PayoutOf(t.Context(), 8, balance.Settlement, 1)
		wantNotFound(t, err)
		_, err = q.PayoutByExternal(t.Context(), 8, balance.Settlement, "WD-7-1")
		wantNotFound(t, err)
		_, err = q.Payout(t.Context(), balance.Withdrawal, 2)
		wantNotFound(t, err)
	})
}

// Withdrawals 1 to 7 are pending, processing, processing by hand, accepted, completed, failed and cancelled.
func TestPayoutsAreListedByKindAndStatusAndThoseOfTheProviderAreDue(t *testing.T) {
	t.Parallel()
	var events []domain.Event
	for id := int64(1); id <= 7; id++ {
		events = append(events, balance.WithdrawalRequested{Order: order(balance.Withdrawal, id), Movement: at(int(id))})
	}
	for id := int64(2); id <= 6; id++ {
		events = append(events, balance.PayoutApproved{Order: order(balance.Withdrawal, id), Manual: id == 3, At: after(10)})
	}
	events = append(events, balance.PayoutAccepted{Order: order(balance.Withdrawal, 4), ProviderID: "d", At: after(11)},
		balance.PayoutCompleted{Order: order(balance.Withdrawal, 5), Movement: at(12), TransferAt: after(12)},
		balance.PayoutFailed{Order: order(balance.Withdrawal, 6), Movement: at(12), Reason: "x"},
		balance.PayoutCancelled{Order: order(balance.Withdrawal, 7), Movement: at(12)},
		balance.SettlementRequested{Order: order(balance.Settlement, 1), Movement: at(13)})
	given(t, events, func(t *testing.T, q *readmodel.Queries) {
		for _, c := range []struct{ kind, status, want string }{
			{"withdrawal", "", "[7 6 5 4 3 2 1]"},
			{"withdrawal", "pending", "[1]"},
			{"withdrawal", "processing", "[4 3 2]"},
			{"withdrawal", "completed", "[5]"},
			{"withdrawal", "failed", "[6]"},
			{"withdrawal", "cancelled", "[7]"},
			{"withdrawal", "rejected", "[]"},
			{"settlement", "", "[1]"},
			{"settlement", "processing", "[]"},
		} {
			list, total, err := q.Payouts(t.Context(), payoutrows.PayoutFilter{Kind: c.kind, Status: c.status}, firstPage)
			must(t, err)
			equal(t, fmt.Sprint(c), payoutIDs(list), c.want)
			equal(t, fmt.Sprint("total of ", c), total, int64(len(list)))
		}
		for after, want := range map[int64]string{0: "[2 4]", 2: "[4]", 4: "[]"} {
			due, err := q.DuePayouts(t.Context(), after, 10)
			must(t, err)
			equal(t, "due", payoutIDs(due), want)
		}
	})
}

func payoutIDs(list []payoutrows.Payout) string {
	ids := []int64{}
	for _, p := range list {
		ids = append(ids, p.ID)
	}
	return fmt.Sprint(ids)
}
