package readmodel_test

import (
	"fmt"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/readtable"
)

// reported returns the events of a payment that a notification calls PAID. The notification waits or is
// contradicted.
func reported(id int64, minute int, contradicted bool) []domain.Event {
	i := invoice(id, "")
	news := payment.News{Receipt: receipt(i), Status: "PAID", PaidWith: "BCA"}
	events := []domain.Event{requested(i, 0), opened(i, 1), payment.Reported{Identity: i, News: news, At: after(minute)}}
	if contradicted {
		events = append(events, payment.Contradicted{
			Identity: i, News: news, Here: payment.StatusPending, Contradiction: payment.NotConfirmed, At: after(minute),
		})
	}
	return events
}

func TestEachReportOfMoneyThatIsInDoubtIsListed(t *testing.T) {
	t.Parallel()
	var events []domain.Event
	for _, r := range []struct {
		id           int64
		minute       int
		contradicted bool
	}{{1, 10, true}, {2, 11, false}, {3, 12, true}, {4, 13, true}, {5, 14, false}, {6, 21, false}} {
		events = append(events, reported(r.id, r.minute, r.contradicted)...)
	}
	events = append(events, paid(invoice(3, ""), payment.StatusPending, 15)) // the money was found
	now := after(30)
	given(t, events, func(t *testing.T, q *readmodel.Queries) {
		for _, c := range []struct {
			trouble string
			now     time.Time
			page    readtable.Page
			want    string
		}{
			{"", now, readtable.Page{Number: 1, PerPage: 15}, "[INV-7-5 INV-7-4 INV-7-2 INV-7-1] of 4"},
			{"", now, readtable.Page{Number: 2, PerPage: 3}, "[INV-7-1] of 4"},
			{"", now, readtable.Page{Number: 3, PerPage: 3}, "[] of 4"},
			{paymentrows.TroubleWaiting, now, readtable.Page{Number: 1, PerPage: 15}, "[INV-7-5 INV-7-2] of 2"},
			{payoutrows.TroubleContradicted, now, readtable.Page{Number: 1, PerPage: 1}, "[INV-7-4] of 2"},
			{"other", now, readtable.Page{Number: 1, PerPage: 15}, "[] of 0"},
			{"", after(20), readtable.Page{Number: 1, PerPage: 15}, "[INV-7-4 INV-7-1] of 2"},
			{"", now.AddDate(0, 0, 30), readtable.Page{Number: 1, PerPage: 15}, "[INV-7-6 INV-7-5 INV-7-2] of 3"},
		} {
			rows, total, err := q.PaymentReportsIn(t.Context(), c.trouble, c.now, c.page)
			must(t, err)
			equal(t, fmt.Sprint(c), fmt.Sprintf("%v of %d", transactionIDs(rows), total), c.want)
		}
		first, total, err := q.PaymentReportsIn(t.Context(), "", now, readtable.Page{Number: 1, PerPage: 3})
		must(t, err)
		last := first[2].Place()
		last.Total = total
		rest, total, err := q.PaymentReportsIn(t.Context(), "", now, readtable.Page{Number: 1, PerPage: 3, After: &last})
		must(t, err)
		equal(t, "after a place", fmt.Sprintf("%v of %d", transactionIDs(rest), total), "[INV-7-1] of 4")
		wantJSON(t, rest[0], `{"transaction_id":"INV-7-1","client_id":7,"channel":"invoice","provider_payment_id":"pp","status":"PAID",
			"paid_amount":100000,"here":"PENDING","contradiction":"not_confirmed","at":"2026-03-01T05:10:00Z"}`)
		counted, err := q.ReportsForPersons(t.Context(), now)
		must(t, err)
		equal(t, "counted", fmt.Sprint(len(counted), counted[0].Count, counted[1].Count), "2 2 2")
	})
}

// A provider without books confirms the first receipt of a payment only.
func TestASecondPaymentThatTheProviderDoesNotConfirmIsListedUntilItsMoneyIsInSuspense(t *testing.T) {
	t.Parallel()
	first, second := invoice(1, ""), invoice(2, "")
	var events []domain.Event
	for _, i := range []payment.Identity{first, second} {
		other := receipt(i)
		other.ProviderPaymentID = "pp-2"
		news := payment.News{Receipt: other, Status: "PAID", PaidWith: "BCA"}
		settled := payment.News{Receipt: receipt(i), Status: "SETTLED", PaidWith: "BCA"} // of known money
		events = append(events, requested(i, 0), opened(i, 1), paid(i, payment.StatusPending, 2),
			payment.Contradicted{Identity: i, News: settled, Here: payment.StatusPaid, Contradiction: payment.NotConfirmed, At: after(3)},
			payment.Contradicted{Identity: i, News: news, Here: payment.StatusPaid, Contradiction: payment.NotConfirmed, At: after(4)})
		if i.ID == second.ID {
			events = append(events, payment.Suspended{Identity: i, Receipt: other, SuspenseID: 1, Reason: payment.ReasonSecondPayment, At: after(5)})
		}
	}
	given(t, events, func(t *testing.T, q *readmodel.Queries) {
		rows, total, err := q.PaymentReportsIn(t.Context(), payoutrows.TroubleContradicted, after(30), readtable.Page{Number: 1, PerPage: 15})
		must(t, err)
		equal(t, "listed", fmt.Sprintf("%v of %d", transactionIDs(rows), total), "[INV-7-1] of 1")
		for _, r := range rows {
			equal(t, "which", r.ProviderPaymentID, "pp-2")
		}
	})
}

func transactionIDs(rows []paymentrows.PaymentReport) []string {
	ids := []string{}
	for _, r := range rows {
		ids = append(ids, r.TransactionID)
	}
	return ids
}
