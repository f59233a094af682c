package readmodel_test

import (
	"fmt"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/readmodel"
	"gateway/test/rupiah"
)

// A fee that is returned in a later hour is taken from the hour in which it was charged; one that is charged again is
// there again.
func TestAFeeBelongsToTheHourInWhichItWasCharged(t *testing.T) {
	t.Parallel()
	move := func(reference, fee, vat string) balance.Movement {
		return balance.Movement{Reference: reference, Postings: []ledger.Posting{
			{Account: ledger.RevenueFees, Amount: rupiah.Of(fee)}, {Account: ledger.TaxVAT, Amount: rupiah.Of(vat)},
		}}
	}
	paid := func(id string, rate int) domain.Event {
		return payment.Paid{
			Identity: payment.Identity{TransactionID: id, ClientID: 7, Channel: "qris", ChannelCode: "QRIS"},
			Charge:   payment.Charge{VATRate: rupiah.Of(rate)},
		}
	}
	order := balance.Order{Kind: balance.Withdrawal, ID: 1, ClientID: 7, VATRate: rupiah.Of(11)}
	first := []domain.Event{
		paid("A", 11), paid("B", 0),
		balance.Credited{ClientID: 7, Movement: move("A", "1000", "110")},
		balance.Credited{ClientID: 7, Movement: move("B", "500", "0")},
		balance.PayoutCompleted{Order: order, Movement: move("W", "2000", "220")},
	}
	zero, twelve := rupiah.Of(0), rupiah.Of(12)
	later := []domain.Event{
		balance.PaymentReversed{ClientID: 7, ReversalID: "V", Movement: move("A", "-1000", "-110")}, // a void
		balance.PayoutReversed{Order: order, Movement: move("W", "-2000", "-220")},
		balance.PaymentReversed{ClientID: 7, ReversalID: "T", Movement: move("B", "3000", "0")}, // a refund by transfer
		balance.ReversalReturned{ClientID: 7, ReversalID: "V", Movement: move("A", "1000", "110")},
		// What a refund costs after an exemption ended, as the event says it, and as an older one does not; and before one began.
		balance.PaymentReversed{ClientID: 8, ReversalID: "S", Movement: move("B", "3000", "360"), VATRate: &twelve},
		balance.PaymentReversed{ClientID: 8, ReversalID: "O", Movement: move("B", "4504.5", "495.5")},
		balance.PaymentReversed{ClientID: 8, ReversalID: "X", Movement: move("A", "2500", "0"), VATRate: &zero},
		balance.ReversalReturned{ClientID: 8, ReversalID: "S", Movement: move("B", "-3000", "-360"), VATRate: &twelve},
	}
	events := log(append(first, later...)...)
	for i := range events {
		events[i].BookedAt = noon.UTC()
		if i >= len(first) {
			events[i].BookedAt = noon.Add(40 * 24 * time.Hour).UTC()
		}
	}
	var all []eventstore.Envelope = events
	applied(t, all, func(t *testing.T, q *readmodel.Queries) {
		hour := noon.UTC().Truncate(time.Hour)
		rows, err := q.FeeCharges(t.Context(), hour, hour.Add(time.Hour))
		must(t, err)
		if got := fmt.Sprint(rows); got != "[{7 0 500 0} {7 11 1000 110}]" {
			t.Errorf("the first hour has %s", got)
		}
		rows, err = q.FeeChargesOf(t.Context(), 7, hour.Add(time.Hour), hour.Add(50*24*time.Hour))
		must(t, err)
		if got := fmt.Sprint(rows); got != "[{7 0 3000 0}]" {
			t.Errorf("later hours have %s", got)
		}
		rows, err = q.FeeChargesOf(t.Context(), 8, hour.Add(time.Hour), hour.Add(50*24*time.Hour))
		must(t, err)
		if got := fmt.Sprint(rows); got != "[{8 0 2500 0} {8 11 4504.5 495.5} {8 12 0 0}]" {
			t.Errorf("what refunds cost is %s", got)
		}
		firstHour, last, ok, err := q.FeeMonths(t.Context(), 7)
		must(t, err)
		if !ok || !firstHour.Equal(hour) || !last.Equal(hour.Add(40*24*time.Hour)) {
			t.Errorf("fees from %s to %s", firstHour, last)
		}
	})
}
