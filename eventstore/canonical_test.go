package eventstore_test

import (
	"encoding/json"
	"testing"
	"time"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/eventstore/storetest"

	"github.com/google/go-cmp/cmp"
)

// noted is an event with everything that changes when it is encoded.
type noted struct {
	Raw  json.RawMessage `json:"raw"`
	Text string          `json:"text"`
	At   time.Time       `json:"at"`
	List []string        `json:"list,omitempty"`
}

func (noted) EventType() string { return "note.noted.v1" }

var notes = domain.Aggregate[noted]{Category: "note", Evolve: func(s noted, e domain.Event) noted {
	if n, ok := e.(noted); ok {
		return n
	}
	return s
}}

// What a command returns, what followers of the log get from the cache and what a replay decodes must be the
// same. Otherwise read models would differ from their replay.
func TestACommandGoesOnWithItsEventsAsTheLogGivesThemBack(t *testing.T) {
	t.Parallel()
	event := noted{
		Raw: json.RawMessage("{ \"a\" : \"Tom & <Jerry> \u2028\",\n\"n\": 1.50 }"), Text: "not UTF-8: \xff & <b>",
		At: time.Date(2026, 1, 2, 19, 0, 0, 123_456_789, time.FixedZone("WIB", 7*60*60)), List: []string{},
	}
	store := storetest.NewMemory().Open()
	t.Cleanup(func() { _ = store.Close() })
	codec := eventstore.NewCodec(noted{})
	log := eventstore.NewLog(store, codec, eventstore.Options{})
	out, err := eventstore.Execute(t.Context(), log, notes, "note-1", func(noted) ([]domain.Event, error) { return []domain.Event{event}, nil })
	if err != nil {
		t.Fatal(err)
	}
	recorded, err := store.ReadStream(t.Context(), "note-1", 0, eventstore.Forwards, 1)
	if err != nil {
		t.Fatal(err)
	}
	want, err := codec.Decode(recorded[0].Type, recorded[0].Data)
	if err != nil {
		t.Fatal(err)
	}
	cached, err := log.Decode(recorded[0])
	if err != nil {
		t.Fatal(err)
	}
	for from, got := range map[string]domain.Event{"the outcome": out.Events[0], "the state": out.State, "the cache": cached.Event} {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s differs from a replay:\n%s", from, diff)
		}
	}
	if raw := string(want.(noted).Raw); raw != "{\"a\":\"Tom & <Jerry> \u2028\",\"n\":1.50}" {
		t.Errorf("the log gives back %s", raw)
	}
}
