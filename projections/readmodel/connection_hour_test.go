package readmodel_test

import (
	"fmt"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/connectionrows"
	"gateway/test/rupiah"
)

func TestWhatHappenedAtAConnectionIsSummedByTheHour(t *testing.T) {
	t.Parallel()
	of := func(name string, id int64) payment.Identity {
		i := sale(id, fmt.Sprint(id), "va", "null")
		i.Connection = name
		return i
	}
	made, byHand := order(balance.Withdrawal, 1), order(balance.Withdrawal, 2)
	made.Connection, byHand.Connection = "doku-1", "doku-1"
	fee := treasury.FeeBooked{Connection: "doku-1", BookingID: "b", Fee: rupiah.Of("100"), VAT: rupiah.Of("11"), At: after(0)}
	first := []domain.Event{
		requested(of("doku-1", 1), 0), opened(of("doku-1", 1), 1), paid(of("doku-1", 1), "PENDING", 2),
		requested(of("doku-1", 2), 0),
		payment.Refused{Identity: of("doku-1", 2), At: after(1)},
		requested(of("doku-1", 3), 0),
		payment.Rerouted{Identity: of("dana-1", 3), From: "doku-1", Cause: "not_sent", At: after(1)},
		opened(of("dana-1", 3), 2),
		requested(of("doku-1", 4), 0), opened(of("doku-1", 4), 1),
	}
	second := []domain.Event{
		settled(of("doku-1", 1), 60), paid(of("doku-1", 3), "PENDING", 61),
		balance.PayoutCompleted{Order: made, Movement: at(62), ProviderID: "d", TransferredBy: "DOKU"},
		balance.PayoutCompleted{Order: byHand, Movement: at(63), TransferredBy: "Ani"},
		fee, fee, treasury.FeeReturned(fee),
	}
	hour := time.Date(2026, 3, 1, 5, 0, 0, 0, time.UTC)
	var events []eventstore.Envelope
	for i, e := range log(append(first, second...)...) {
		if e.BookedAt = hour.Add(59 * time.Minute); i >= len(first) {
			e.BookedAt = hour.Add(61 * time.Minute)
		}
		events = append(events, e)
	}
	applied(t, events, func(t *testing.T, q *readmodel.Queries) {
		since := func(name string, at time.Time) connectionrows.Sums {
			sums, err := q.ConnectionSums(t.Context(), name, at)
			must(t, err)
			return sums
		}
		says := func(s connectionrows.Sums) string {
			return fmt.Sprintf("asked %d, opened %d, refused %d, nothing %d; paid %d %s, settled %d %s; paid out %d %s; fees %s", s.Asked, s.Opened,
				s.Refused, s.MadeNothing, s.Paid, s.PaidAmount, s.Settled, s.SettledAmount, s.PaidOut, s.PaidOutAmount, s.Fees)
		}
		all := "asked 4, opened 2, refused 1, nothing 1; paid 2 200000, settled 1 100000; paid out 1 50000; fees 111"
		equal(t, "from the first hour on", says(since("doku-1", hour.Add(59*time.Minute))), all)
		equal(t, "the second hour", says(since("doku-1", hour.Add(61*time.Minute))),
			"asked 0, opened 0, refused 0, nothing 0; paid 1 100000, settled 1 100000; paid out 1 50000; fees 111")
		ever, err := q.AllConnectionSums(t.Context(), "doku-1")
		must(t, err)
		equal(t, "all hours", says(ever), all)
		equal(t, "the other one", says(since("dana-1", hour)),
			"asked 1, opened 1, refused 0, nothing 0; paid 0 0, settled 0 0; paid out 0 0; fees 0")
		equal(t, "nothing", since("xendit", hour).Asked, 0)
		open, err := q.OpenPayments(t.Context())
		must(t, err)
		equal(t, "open", fmt.Sprint(open), "map[doku-1:1]")
	})
}
