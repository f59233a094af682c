package postingreactor

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/catalogue"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/eventstore/storetest"
	"gateway/eventstore/transfer"
	"gateway/projections/audit/verify"
	"gateway/projections/engine"
	"gateway/projections/reactor/reactortest"
	"gateway/test/poll"

	"github.com/shopspring/decimal"
	"github.com/sirupsen/logrus"
)

// movedLog is a log that is moved while a gateway still runs on the old store and posts there.
type movedLog struct {
	*testing.T
	old, to transfer.Store
	// late is called after the old store was marked as left.
	late func()
}

// noCheckpoints holds no checkpoint, so that posting starts from the beginning.
type noCheckpoints struct{}

func (noCheckpoints) Checkpoint(context.Context, string) (c engine.Checkpoint, ok bool, err error) {
	return c, false, nil
}
func (noCheckpoints) SaveCheckpoint(context.Context, engine.Checkpoint) error { return nil }

func newMovedLog(t *testing.T) *movedLog {
	t.Helper()
	return &movedLog{T: t, old: storetest.NewMemory().Open(), to: storetest.NewMemory().Open(), late: func() {}}
}

func logOf(s eventstore.Store) *eventstore.Log {
	return eventstore.NewLog(s, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{Owns: catalogue.Owns})
}

// pays appends the event that a customer paid.
func (m *movedLog) pays(s eventstore.Store, id string) {
	m.Helper()
	none := domain.Aggregate[struct{}]{Category: "payment", Evolve: func(s struct{}, _ domain.Event) struct{} { return s }}
	_, err := eventstore.Execute(m.Context(), logOf(s), none, payment.Stream(id), func(struct{}) ([]domain.Event, error) {
		return []domain.Event{reactortest.Paid(1, id)}, nil
	})
	if err != nil {
		m.Fatal(err)
	}
}

// posts runs a gateway's Posting until stop is called.
func (m *movedLog) posts(s eventstore.Store) (stop func()) {
	logger := logrus.New()
	logger.SetLevel(logrus.PanicLevel)
	ctx, cancel := context.WithCancel(m.Context())
	var ended sync.WaitGroup
	ended.Go(func() { _ = NewPostingFrom(logOf(s), noCheckpoints{}, logrus.NewEntry(logger)).Run(ctx) })
	stop = func() { cancel(); ended.Wait() }
	m.Cleanup(stop)
	return stop
}

// has waits until the last payment is credited, and checks that each of the payments is credited once.
func (m *movedLog) has(s eventstore.Store, payments int64, last string) {
	m.Helper()
	var available decimal.Decimal
	poll.Within(m.T, 10*time.Second, "the credit of "+last, func() (bool, any) {
		var credited bool
		for _, r := range storetest.ReadLog(m, s) {
			credited = credited || r.Type == balance.Credited{}.EventType() && bytes.Contains(r.Data, []byte(`"`+last+`"`))
		}
		state, _, err := eventstore.Load(m.Context(), logOf(s), balance.Aggregate, balance.Stream(1))
		available = state.Totals.Available
		return err == nil && credited, available
	})
	if want := decimal.NewFromInt(96_000 * payments); !available.Equal(want) {
		m.Errorf("%s is credited, want %s", available, want)
	}
}

var errNotPosted = errors.New("a payment is not posted")

func (m *movedLog) mover() transfer.Mover {
	return transfer.Mover{
		From: leavingStore{m.old, m}, To: m.to, Sink: transfer.ToStore(m.to),
		Progress: func(string, eventstore.Position) {}, Now: time.Now,
		CheckPosted: func(ctx context.Context, s eventstore.Store) error {
			findings, err := verify.Unposted(ctx, logOf(s), nil)
			if err == nil && len(findings) > 0 {
				err = errNotPosted
			}
			return err
		},
	}
}

// leavingStore calls late each time the store has been marked as left.
type leavingStore struct {
	transfer.Store
	log *movedLog
}

func (l leavingStore) Append(
	ctx context.Context, stream string, expected eventstore.Revision, events []eventstore.Proposed,
) (eventstore.Appended, error) {
	at, err := l.Store.Append(ctx, stream, expected, events)
	if _, _, left := transfer.LastMove(ctx, l.Store); left != nil {
		l.log.late()
	}
	return at, err
}

func TestAPaymentThatAGatewayPostsAfterItsLogWasMovedIsCreditedOnce(t *testing.T) {
	t.Parallel()
	m := newMovedLog(t)
	m.pays(m.old, "INV-1-1")
	stop := m.posts(m.old)
	m.has(m.old, 1, "INV-1-1")
	late := sync.OnceFunc(func() {
		m.pays(m.old, "INV-1-2")
		m.has(m.old, 2, "INV-1-2")
	})
	m.late = late
	if _, err := m.mover().Move(t.Context()); err != nil {
		t.Fatal(err)
	}
	stop()
	m.posts(m.to)
	m.pays(m.to, "INV-1-3") // posted in the order of the log, so after the late payment
	m.has(m.to, 3, "INV-1-3")
}

func TestAMoveWaitsForALatePaymentThatIsNotPosted(t *testing.T) {
	t.Parallel()
	m := newMovedLog(t)
	m.pays(m.old, "INV-1-1")
	stop := m.posts(m.old)
	m.has(m.old, 1, "INV-1-1")
	stop()
	m.late = sync.OnceFunc(func() { m.pays(m.old, "INV-1-2") })
	for range 2 { // the command is run twice
		if _, err := m.mover().Move(t.Context()); !errors.Is(err, errNotPosted) {
			t.Fatalf("the log was moved with a late payment that is not posted: %v", err)
		}
		if transfer.CheckLocation(t.Context(), m.old) == nil || transfer.CheckLocation(t.Context(), m.to) == nil {
			t.Fatal("a gateway may start on one of the stores")
		}
	}
	if done, err := m.mover().TakeBack(t.Context()); !done || err != nil || transfer.CheckLocation(t.Context(), m.old) != nil {
		t.Fatalf("taken back: %t, %v", done, err)
	}
	stop = m.posts(m.old)
	m.has(m.old, 2, "INV-1-2")
	stop()
	if _, err := m.mover().Move(t.Context()); err != nil {
		t.Fatal(err)
	}
	m.posts(m.to)
	m.pays(m.to, "INV-1-3")
	m.has(m.to, 3, "INV-1-3")
}
