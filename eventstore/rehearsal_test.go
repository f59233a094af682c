package eventstore_test

import (
	"errors"
	"testing"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/eventstore/storetest"
)

func TestARehearsedCommandIsDecidedAndAppendsNothing(t *testing.T) {
	t.Parallel()
	l := newLog(t, storetest.NewMemory(), eventstore.Options{})
	rehearsal := l.Rehearsal()
	rehearse := func(limit int) error {
		out, err := eventstore.Execute(t.Context(), rehearsal, counters, "counter-1", count(limit))
		if len(out.Events) > 0 {
			t.Errorf("it gives events: %+v", out)
		}
		return err
	}
	for range 2 {
		if err := rehearse(1); !errors.Is(err, eventstore.ErrRehearsed) {
			t.Errorf("a command that would be done: %v", err)
		}
	}
	if err := rehearse(0); !errors.Is(err, errLimit) {
		t.Errorf("a command that would be refused: %v", err)
	}
	_, err := eventstore.Execute(t.Context(), rehearsal, counters, "counter-1", func(counter) ([]domain.Event, error) { return nil, nil })
	if err != nil {
		t.Errorf("a command that would do nothing: %v", err)
	}
	if events, err := l.Store().ReadStream(t.Context(), "counter-1", 0, eventstore.Forwards, 10); err != nil || len(events) != 0 {
		t.Errorf("%d events were appended, %v", len(events), err)
	}
	out, err := eventstore.Execute(t.Context(), l, counters, "counter-1", count(1))
	if err != nil || out.State.N != 1 || len(out.Events) != 1 {
		t.Errorf("what is performed after a rehearsal: %+v %v", out, err)
	}
}
