package transfer_test

import (
	"context"
	"errors"
	"testing"

	"gateway/eventstore"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/eventstore/transfer"
)

var errUnposted = errors.New("posting lags")

// doubtful moves a log whose last event is hidden until the old store is left. The event is a payment that
// counts as not posted until posted is true.
func doubtful(t *testing.T, from *lagging, to transfer.Store) (m transfer.Mover, posted *bool) {
	t.Helper()
	fill(t, from, 50)
	posted = new(bool)
	hidden, moves := false, 0
	m = mover(from, to)
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
	if _, err := m.Move(t.Context()); !errors.Is(err, transfer.ErrLags) {
		t.Fatalf("a log without its end was moved: %v", err)
	}
	m.CheckPosted = func(context.Context, eventstore.Store) error {
		if *posted {
			return nil
		}
		return errUnposted
	}
	return m, posted
}

func TestADoubtfulMoveIsTakenBackAndMadeAgain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ from, to transfer.Store }{
		"from EventStoreDB": {esdbStore(t), postgrestest.Open(t, newDatabase(t))},
		"to EventStoreDB":   {postgrestest.Open(t, newDatabase(t)), esdbStore(t)},
	} {
		from := &lagging{Store: c.from}
		m, posted := doubtful(t, from, c.to)
		if _, err := m.Move(t.Context()); !errors.Is(err, errUnposted) || mayStart(t, from) || mayStart(t, c.to) {
			t.Fatalf("%s: the hidden payment is not posted: %v", name, err)
		}
		for again, want := range []bool{true, false} {
			if done, err := m.TakeBack(t.Context()); err != nil || done != want || !mayStart(t, from) || mayStart(t, c.to) {
				t.Fatalf("%s: taken back %d times: %v, %v", name, again+1, done, err)
			}
		}
		if _, at, err := transfer.LastMove(t.Context(), from); err != nil || at != (eventstore.Position{}) {
			t.Errorf("%s: a move into the old store, from which posting would begin: %v, %v", name, at, err)
		}
		appendOne(t, from, "credit") // the gateway posts it
		*posted = true
		mustMove(t, m, 56) // 50, the hidden event, its credit; two begun, one void, one taken back
		if n, err := transfer.Verify(t.Context(), from, c.to); err != nil || n != 57 || mayStart(t, from) || !mayStart(t, c.to) {
			t.Errorf("%s: %d events are the same, %v", name, n, err)
		}
		head, _ := c.to.Head(t.Context())
		if _, at, err := transfer.LastMove(t.Context(), c.to); err != nil || at != head {
			t.Errorf("%s: the new store was moved to at %v, %v", name, at, err)
		}
		mustMove(t, m, 0) // again
	}
}

func TestAMoveThatEndedIsNotTakenBack(t *testing.T) {
	t.Parallel()
	from, to := postgrestest.Open(t, newDatabase(t)), postgrestest.Open(t, newDatabase(t))
	fill(t, from, 20)
	mustMove(t, mover(from, to), 21)
	if _, err := mover(from, to).TakeBack(t.Context()); !errors.Is(err, transfer.ErrEnded) || mayStart(t, from) {
		t.Errorf("got %v", err)
	}
}

// The mark of the half copy may be read from a node that lags. A gateway that worked on the new store has
// left events there.
func TestAMoveToAStoreThatIsWorkedOnIsNotTakenBack(t *testing.T) {
	t.Parallel()
	from, to := &lagging{Store: postgrestest.Open(t, newDatabase(t))}, postgrestest.Open(t, newDatabase(t))
	m, _ := doubtful(t, from, to)
	appendOne(t, to, "of-a-gateway")
	if _, err := m.TakeBack(t.Context()); !errors.Is(err, transfer.ErrForeignEvents) || mayStart(t, from) {
		t.Errorf("got %v", err)
	}
}
