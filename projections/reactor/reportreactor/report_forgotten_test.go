package reportreactor_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/projections/reactor/reactortest"
	"gateway/test/rupiah"
)

func TestAPayoutIsReversedHoweverManyLaterPayoutsThereWere(t *testing.T) {
	t.Parallel()
	h := reactortest.NewLogFixture(t)
	order := func(id int64) balance.Order {
		return balance.Order{
			Kind: balance.Settlement, ID: id, ClientID: 1, ExternalID: fmt.Sprint("ST-", id), Amount: rupiah.Of(50_000),
			Fee: rupiah.Of(5_000), FeeVAT: rupiah.Of("495.5"), Total: rupiah.Of(55_000), VATRate: rupiah.Of(11), By: "client",
			Purpose: "supplier", Bank: "BCA", AccountNumber: "1234567890", AccountHolder: "Toko", RequestedAt: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		}
	}
	reference := order(1).NewReference("00c0ffee")
	events := []domain.Event{
		balance.SettlementRequested{Order: order(1)},
		balance.PayoutApproved{Order: order(1)},
		balance.PayoutSubmitted{Order: order(1), Reference: reference, IdempotencyKey: reference, ProviderAPI: report.PayoutsV2, Attempt: 1},
		balance.PayoutAccepted{Order: order(1), ProviderID: "dis-1"},
		balance.PayoutCompleted{Order: order(1), ProviderID: "dis-1"},
	}
	for id := int64(2); id <= 5_001; id++ {
		events = append(events, balance.SettlementRequested{Order: order(id)}, balance.PayoutCompleted{Order: order(id), ProviderID: fmt.Sprint("dis-", id)})
	}
	for len(events) > 0 {
		n := min(len(events), eventstore.MaxEventsPerAppend)
		h.Append(balance.Stream(1), events[:n]...)
		events = events[n:]
	}
	if status := h.Balance(1).StatusOf(balance.Settlement, 1); status != "" {
		t.Fatalf("the state still holds it: %s", status)
	}
	back := report.Payout{
		Connection: "xendit", Reference: reference, ProviderID: "dis-1", Status: report.Reversed, Amount: rupiah.Of(50_000), FailureCode: "RETURNED",
	}
	h.Must(h.Reports.TakePayout(t.Context(), back)) // the notification waits until the provider was asked
	if w, waits := h.Balance(1).WaitingReport(balance.Settlement, 1); !waits || w.ProviderAPI != report.PayoutsV2 {
		t.Errorf("the notification does not wait to be confirmed where the payout was ordered: %+v", w)
	}
	for range 3 {
		_, err := h.Reports.TakePayoutRecord(t.Context(), back)
		h.Must(err)
	}
	s := h.Balance(1)
	if s.StatusOf(balance.Settlement, 1) != balance.StatusReversed || !s.Totals.Available.Equal(rupiah.Of(55_000)) || len(s.Contradictions) > 0 {
		t.Errorf("it is %q, %s are available, contradictions: %v", s.StatusOf(balance.Settlement, 1), s.Totals.Available, s.Contradictions)
	}
	want := order(1)
	want.Connection = "xendit"
	if reversed := reversed(h, balance.Stream(1)); !reflect.DeepEqual(reversed.Order, want) {
		t.Errorf("the order of the reversal is %+v, want %+v", reversed.Order, want)
	}
	unknown := back
	unknown.Reference = order(9_999).NewReference("00c0ffee")
	if err := h.Reports.TakePayout(t.Context(), unknown); !reactortest.RefusedWith(err, "payout_unknown") {
		t.Errorf("a payout that never was: %v", err)
	}
}

// reversed returns the last event of the stream, which must say that a payout was reversed.
func reversed(h *reactortest.LogFixture, stream string) balance.PayoutReversed {
	h.T.Helper()
	page, err := h.Store.ReadStream(h.T.Context(), stream, eventstore.End, eventstore.Backwards, 1)
	h.Must(err)
	e, err := h.Log.Decode(page[0])
	h.Must(err)
	reversed, ok := e.Event.(balance.PayoutReversed)
	if !ok {
		h.T.Fatalf("the last event is %s", e.Event.EventType())
	}
	return reversed
}
