package eventstore_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"gateway/eventstore"
	"gateway/eventstore/storetest"

	"github.com/google/uuid"
)

// plant appends an event as another program, or another version, would write it.
func plant(t *testing.T, s eventstore.Store, stream string, expected eventstore.Revision, eventType, metadata string) eventstore.Recorded {
	t.Helper()
	e := eventstore.Proposed{ID: uuid.New(), Type: eventType, Data: []byte(`{}`), Metadata: []byte(metadata)}
	at, err := s.Append(t.Context(), stream, expected, []eventstore.Proposed{e})
	if err != nil {
		t.Fatal(err)
	}
	return eventstore.Recorded{Proposed: e, Stream: stream, Revision: at.Revision, Position: at.Position}
}

func TestAnUnknownEventWithoutTheMarkIsAnotherPrograms(t *testing.T) {
	t.Parallel()
	log := newLog(t, storetest.NewMemory(), eventstore.Options{Owns: func(stream string) bool { return stream != "legacy-2" }})
	const marked = `{"actor":"client:1","origin":"gateway"}`
	for i, c := range []struct{ eventType, metadata, is string }{
		{"counter.counted.v1", marked, "ours"},
		{"counter.counted.v1", ``, "ours"},    // written before events were marked
		{"counter.counted.v1", ``, "foreign"}, // in a stream of another program
		{"counter.counted.v9", marked, "newer"},
		{"counter.counted.v9", string(eventstore.Metadata{RequestID: "r"}.JSON()), "newer"},
		{"counter.counted.v9", ``, "foreign"},
		{"SubscriptionCheckpoint", `{}`, "foreign"},
		{"orders.placed", `{"origin":"shop"}`, "foreign"},
		{"orders.placed", `{"note":"\"origin\":\"gateway\""}`, "foreign"},
		{"orders.placed", `{"inner":{"origin":"gateway"}}`, "foreign"},
		{"orders.placed", `[{"origin":"gateway"}]`, "foreign"},
	} {
		r := plant(t, log.Store(), fmt.Sprint("legacy-", i), eventstore.NoStream, c.eventType, c.metadata)
		e, err := log.Decode(r)
		is := "ours"
		if f, ok := e.Event.(eventstore.Foreign); ok && f.Type == c.eventType {
			is = "foreign"
		}
		if _, unknown := errors.AsType[*eventstore.UnknownTypeError](err); unknown {
			is = "newer"
		} else if err != nil {
			t.Error(err)
		}
		if is != c.is || log.IsForeign(r) != (is == "foreign") {
			t.Errorf("%s %s is %s, want %s", c.eventType, c.metadata, is, c.is)
		}
	}
}

func TestEveryEventOfTheGatewayCarriesTheMark(t *testing.T) {
	t.Parallel()
	memory := storetest.NewMemory()
	log := newLog(t, memory, eventstore.Options{SnapshotEvery: 1})
	if _, err := execute(t, log, "counter-1", 10); err != nil {
		t.Fatal(err)
	}
	if _, err := eventstore.BeginGeneration(t.Context(), log.Store(), eventstore.ReasonImported, eventstore.Position{}, time.Now()); err != nil {
		t.Fatal(err)
	}
	all, err := log.Store().ReadAll(t.Context(), eventstore.Position{}, 10)
	if err != nil || len(all) != 3 {
		t.Fatal(all, err)
	}
	for _, r := range all {
		if !eventstore.IsMarked(r.Metadata) {
			t.Errorf("%s has the metadata %s", r.Type, r.Metadata)
		}
	}
}

func TestCommandsGoOnBehindAnEventOfAnotherProgramInTheirStream(t *testing.T) {
	t.Parallel()
	memory := storetest.NewMemory()
	first := newLog(t, memory, eventstore.Options{})
	if _, err := execute(t, first, "counter-1", 10); err != nil {
		t.Fatal(err)
	}
	plant(t, first.Store(), "counter-1", 0, "orders.placed", ``)
	for _, log := range []*eventstore.Log{first, newLog(t, memory, eventstore.Options{})} {
		out, err := execute(t, log, "counter-1", 10)
		if err != nil || out.State.N != int(out.Revision) {
			t.Errorf("the state is %+v at revision %d, %v", out.State, out.Revision, err)
		}
	}
	plant(t, first.Store(), "counter-1", 3, "counter.counted.v9", string(eventstore.Metadata{}.JSON()))
	if _, err := execute(t, first, "counter-1", 10); err == nil {
		t.Error("an event of a newer version was passed by")
	}
}

// Otherwise another program could make payouts be sent before they were compared.
func TestAnEventOfAnotherProgramChangesNoGeneration(t *testing.T) {
	t.Parallel()
	s := newLog(t, storetest.NewMemory(), eventstore.Options{}).Store()
	began, err := eventstore.BeginGeneration(t.Context(), s, eventstore.ReasonImported, eventstore.Position{}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	plant(t, s, "store-generations", 0, "orders.placed", ``)
	if g, err := eventstore.ReadGeneration(t.Context(), s); err != nil || g.Number != began.Number || !g.PayoutsOff {
		t.Errorf("the generation is %+v, %v", g, err)
	}
	imported := eventstore.NewImportedGeneration()
	all, err := s.ReadAll(t.Context(), eventstore.Position{}, 10)
	if err != nil || imported.Pass(all) != nil {
		t.Fatal(err)
	}
	if r, ok, err := imported.Began(time.Now()); err != nil || !ok || r.Revision != 2 {
		t.Errorf("the import goes on at revision %d, %v", r.Revision, err)
	}
	if g, err := eventstore.ResumePayouts(t.Context(), s, "me", time.Now()); err != nil || g.PayoutsOff || g.Number != began.Number {
		t.Errorf("resumed: %+v, %v", g, err)
	}
}

func TestAnEventOfAnotherProgramIsToldOfOnce(t *testing.T) {
	t.Parallel()
	var told []string
	log := newLog(t, storetest.NewMemory(), eventstore.Options{OnForeign: func(r eventstore.Recorded) { told = append(told, r.Stream) }})
	var all []eventstore.Recorded
	for _, stream := range []string{"a", "b", "c"} {
		all = append(all, plant(t, log.Store(), stream, eventstore.NoStream, "orders.placed", ``))
	}
	for range 3 { // readers
		for _, r := range all {
			if _, err := log.Decode(r); err != nil {
				t.Fatal(err)
			}
		}
		log.PurgeIfIdle()
	}
	if !slices.Equal(told, []string{"a", "b", "c"}) {
		t.Errorf("told of %v", told)
	}
}
