package bookreactor_test

import (
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/catalogue"
	"gateway/domain/report"
	"gateway/eventstore"
	"gateway/eventstore/storetest"
	"gateway/projections/reactor/bookreactor"
	"gateway/projections/reactor/reportreactor"
	"gateway/test/rupiah"

	"github.com/google/uuid"
	"github.com/sirupsen/logrus"
)

// A booking of a payout that was taken back counts as a notification that waits for confirmation, so that
// it is noticed even if no notification came.
func TestAPayoutThatTheBooksShowAsTakenBackIsAskedAboutWithoutANotification(t *testing.T) {
	t.Parallel()
	order := balance.Order{Kind: balance.Withdrawal, ID: 12, ClientID: 7, Amount: rupiah.Of(50_000), Total: rupiah.Of(55_000), ExternalID: "WD-7"}
	paid := []domain.Event{
		balance.WithdrawalRequested{Order: order},
		balance.PayoutApproved{Order: order},
		balance.PayoutSubmitted{Order: order, Reference: "withdrawal-7-12-0123456789ab", IdempotencyKey: "withdrawal-7-12-0123456789ab", Attempt: 1},
		balance.PayoutAccepted{Order: order, ProviderID: "disb-1"},
		balance.PayoutCompleted{Order: order, ProviderID: "disb-1", TransferredBy: balance.TransferredByProvider},
	}
	for _, c := range []struct {
		rule   string
		events []domain.Event
		status report.Status
		want   string
	}{
		{"reversed", paid, report.Reversed, "payout.reported.v1"},
		{"failed after it was completed", paid, report.Failed, "payout.reported.v1"},
		{"still completed", paid, report.Completed, "payout.completed.v1"},
		{"open here, so it is polled", paid[:4], report.Failed, "payout.accepted.v1"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			t.Parallel()
			store := storetest.NewMemory().Open()
			log := eventstore.NewLog(store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
			for i, e := range c.events {
				data, err := log.Codec().Encode(e)
				if err == nil {
					_, err = store.Append(t.Context(), balance.Stream(7), int64(i)-1, []eventstore.Proposed{{ID: uuid.New(), Type: e.EventType(), Data: data}})
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			quiet := logrus.New()
			quiet.SetOutput(io.Discard)
			consumer := bookreactor.BookedPayouts{Reports: &reportreactor.Reports{Log: log, Now: time.Now, Logger: logrus.NewEntry(quiet)}}
			for range 2 { // a repeated booking adds nothing
				err := consumer.TakeBooking(t.Context(), report.Booking{
					Connection: "xendit", ID: "txn-1", Kind: report.BookedPayout, ProductID: "disb-1", Reference: "withdrawal-7-12-0123456789ab", Status: c.status, Amount: rupiah.Of(50_000),
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			events, err := store.ReadStream(t.Context(), balance.Stream(7), 0, eventstore.Forwards, 100)
			if got := fmt.Sprint(len(events), events[len(events)-1].Type); err != nil || events[len(events)-1].Type != c.want || len(events) > len(c.events)+1 {
				t.Errorf("got %s, %v, want %s", got, err, c.want)
			}
		})
	}
}

// The cursor of the books waits at a booking that can't be taken in. A payout that was lost in a restore
// would otherwise hold it for ever.
func TestAPayoutThatWasLostWithTheLogDoesNotHoldTheBooks(t *testing.T) {
	t.Parallel()
	quiet := logrus.New()
	quiet.SetOutput(io.Discard)
	log := eventstore.NewLog(storetest.NewMemory().Open(), eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
	consumer := bookreactor.BookedPayouts{Reports: &reportreactor.Reports{Log: log, Now: time.Now, Logger: logrus.NewEntry(quiet)}}
	for _, status := range []report.Status{report.Pending, report.Completed, report.Failed, report.Reversed} {
		err := consumer.TakeBooking(t.Context(), report.Booking{
			Connection: "xendit", ID: "txn-1", Kind: report.BookedPayout, ProductID: "disb-1", Reference: "withdrawal-7-12-0123456789ab", Status: status, Amount: rupiah.Of(50_000),
		})
		if refusal, refused := errors.AsType[*domain.Refusal](err); err != nil && (!refused || refusal.Kind == domain.Busy) {
			t.Errorf("%s: it is tried again and again: %v", status, err)
		}
	}
}
