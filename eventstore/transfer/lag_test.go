package transfer_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/transfer"
	"gateway/test/poll"

	"github.com/google/uuid"
)

// lagging is a store whose reads end at a fixed position while it lags. Appends reach the log.
type lagging struct {
	transfer.Store
	mu       sync.Mutex
	lags     bool
	end      eventstore.Position
	onAppend func(stream string)
}

// freeze makes reads end where the log ends now.
func (l *lagging) freeze(t *testing.T) {
	t.Helper()
	end, err := l.Store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lags, l.end = true, end
}

func (l *lagging) thaw() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lags = false
}

func (l *lagging) shown(events []eventstore.Recorded, err error) ([]eventstore.Recorded, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var shown []eventstore.Recorded
	for _, e := range events {
		if !l.lags || !l.end.Before(e.Position) {
			shown = append(shown, e)
		}
	}
	return shown, err
}

func (l *lagging) Append(
	ctx context.Context, stream string, expected eventstore.Revision, events []eventstore.Proposed,
) (eventstore.Appended, error) {
	at, err := l.Store.Append(ctx, stream, expected, events)
	if l.onAppend != nil {
		l.onAppend(stream)
	}
	return at, err
}

func (l *lagging) ReadAll(ctx context.Context, after eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	return l.shown(l.Store.ReadAll(ctx, after, limit))
}

func (l *lagging) ReadStream(
	ctx context.Context, stream string, from eventstore.Revision, dir eventstore.Direction, limit int,
) ([]eventstore.Recorded, error) {
	return l.shown(l.Store.ReadStream(ctx, stream, from, dir, limit))
}

func (l *lagging) Head(ctx context.Context) (eventstore.Position, error) {
	head, err := l.Store.Head(ctx)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.lags && l.end.Before(head) {
		head = l.end
	}
	return head, err
}

func TestAStoreThatHidesItsTailIsNotCopied(t *testing.T) {
	t.Parallel()
	from, to := &lagging{Store: postgrestest.Open(t, newDatabase(t))}, postgrestest.Open(t, newDatabase(t))
	fill(t, from, 50)
	from.freeze(t)
	appendOne(t, from, "hidden")
	if _, err := mover(from, to).Move(t.Context()); !errors.Is(err, transfer.ErrLags) {
		t.Errorf("a log without its end was moved: %v", err)
	}
	if head, err := to.Head(t.Context()); err != nil || head != (eventstore.Position{}) || !mayStart(t, from.Store) {
		t.Errorf("something was copied, or the old store was left: %v %v", head, err)
	}
	from.thaw()
	mustMove(t, mover(from, to), 53) // with the hidden event, and one event for each attempt
}

// The reader begins to lag after the copy was compared. The move can't notice this before it leaves the old
// store.
func TestATailThatWasHiddenAtTheEndIsRefusedOnBothSidesUntilTheMoveIsRepeated(t *testing.T) {
	t.Parallel()
	from, to := &lagging{Store: esdbStore(t)}, postgrestest.Open(t, newDatabase(t))
	fill(t, from, 50)
	m := mover(from, to)
	hidden, moves := false, 0
	m.Progress = func(step string, _ eventstore.Position) {
		if step == "verify" && !hidden {
			hidden = true
			from.freeze(t)
			appendOne(t, from.Store, "hidden")
		}
	}
	from.onAppend = func(string) {
		if moves++; moves == 2 { // store.moved.v1
			from.thaw()
		}
	}
	checked := 0
	m.CheckPosted = func(context.Context, eventstore.Store) error { checked++; return nil }
	if _, err := m.Move(t.Context()); !errors.Is(err, transfer.ErrLags) {
		t.Errorf("a log without its end was moved: %v", err)
	}
	if mayStart(t, from.Store) || mayStart(t, to) {
		t.Error("a doubtful move is not refused on both sides")
	}
	unposted := errors.New("posting lags")
	repeated := mover(from, to)
	repeated.CheckPosted = func(context.Context, eventstore.Store) error { return unposted }
	if _, err := repeated.Move(t.Context()); !errors.Is(err, unposted) || mayStart(t, from.Store) || mayStart(t, to) {
		t.Errorf("the hidden payment is not posted: %v", err)
	}
	mustMove(t, m, 53)
	if n, err := transfer.Verify(t.Context(), from, to); err != nil || n != 53 || mayStart(t, from.Store) || !mayStart(t, to) || checked != 2 {
		t.Errorf("%d events are the same, %v; checked %d times", n, err, checked)
	}
}

// forgetful is a store that does not show its mark.
type forgetful struct {
	transfer.Store
	forgets bool
}

func (f *forgetful) CopySource(ctx context.Context) (string, error) {
	if f.forgets {
		return "", nil
	}
	return f.Store.CopySource(ctx)
}

func TestTheOldStoreIsNotLeftBeforeTheNewOneShowsItsMark(t *testing.T) {
	t.Parallel()
	from, to := postgrestest.Open(t, newDatabase(t)), &forgetful{Store: postgrestest.Open(t, newDatabase(t)), forgets: true}
	fill(t, from, 20)
	if _, err := mover(from, to).Move(t.Context()); !errors.Is(err, transfer.ErrLags) || !mayStart(t, from) || mayStart(t, to.Store) {
		t.Errorf("got %v", err)
	}
	to.forgets = false
	mustMove(t, mover(from, to), 22)
}

func TestAMoveThatSeemsToHaveEndedIsNotBelievedWithoutItsEvent(t *testing.T) {
	t.Parallel()
	from, to := postgrestest.Open(t, newDatabase(t)), &forgetful{Store: postgrestest.Open(t, newDatabase(t))}
	fill(t, from, 20)
	m := mover(from, to)
	m.GracePeriod = time.Hour
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		defer cancel()
		_ = poll.Wait(ctx, func() bool { return !mayStart(t, from) })
	}()
	if _, err := m.Move(ctx); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	to.forgets = true
	if _, err := mover(from, to).Move(t.Context()); !errors.Is(err, transfer.ErrLags) {
		t.Errorf("a half copy passes for a whole one: %v", err)
	}
	to.forgets = false
	mustMove(t, mover(from, to), 22)
	third := postgrestest.Open(t, newDatabase(t))
	mustMove(t, mover(to, third), 23)
	mustMove(t, mover(from, to), 0) // the move had ended, and the log has grown since
}

// The time is the last instant of a month in units of 100 ns, which EventStoreDB uses.
func TestACopiedEventKeepsItsBookingTime(t *testing.T) {
	t.Parallel()
	last := time.Date(2026, 1, 31, 16, 59, 59, 999_999_900, time.UTC)
	from := esdbStore(t)
	e := []eventstore.Proposed{{ID: uuid.New(), Type: "note.noted.v1", Data: []byte(`{}`), FirstBookedAt: last}}
	if _, err := from.Append(t.Context(), "month-1", eventstore.NoStream, e); err != nil {
		t.Fatal(err)
	}
	fill(t, from, 20)
	for range 3 {
		for _, to := range []transfer.Store{postgrestest.Open(t, newDatabase(t)), esdbStore(t)} {
			if _, err := mover(from, to).Move(t.Context()); err != nil {
				t.Fatal(err)
			}
			got, err := to.ReadStream(t.Context(), "month-1", 0, eventstore.Forwards, 1)
			if err != nil || len(got) != 1 || !got[0].BookedAt.Equal(last) {
				t.Fatalf("booked at %v, %v", got, err)
			}
			from = to
		}
	}
}
