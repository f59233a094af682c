package engine_test

import (
	"encoding/json"
	"testing"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/engine/enginetest"
	"gateway/test/poll"

	"github.com/google/uuid"
)

// choosyModel is a SumModel that declares which events it applies.
type choosyModel struct {
	enginetest.SumModel
	applies []domain.Event
}

func (m choosyModel) Applies() []domain.Event { return m.applies }

// append1 appends an event as another program would write it. Without metadata it counts as foreign.
func append1(t *testing.T, f enginetest.Fixture, eventType, data string, metadata json.RawMessage) eventstore.Position {
	t.Helper()
	at, err := f.Log.Store().Append(t.Context(), "foreign-"+uuid.NewString(), eventstore.NoStream,
		[]eventstore.Proposed{{ID: uuid.New(), Type: eventType, Data: []byte(data), Metadata: metadata}})
	if err != nil {
		t.Fatal(err)
	}
	return at.Position
}

func TestAMalformedEventHaltsTheModelsThatApplyItsType(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, eventType, data string
		metadata              json.RawMessage
		halted, live          []string
	}{
		{
			"a known type", "number.added.v1", `{"n": "many"}`, nil,
			[]string{"adds", "says nothing"},
			[]string{"applies nothing"},
		},
		{
			"a type of a newer version", "number.doubled.v1", `{}`, eventstore.Metadata{}.JSON(),
			[]string{"adds", "says nothing", "applies nothing"},
			nil,
		},
		{
			"a type of another program", "number.doubled.v1", `{}`, nil,
			nil,
			[]string{"adds", "says nothing", "applies nothing"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := enginetest.New(t)
			e, w, _ := f.Start(t,
				choosyModel{enginetest.SumModel{Row: "adds"}, []domain.Event{enginetest.NumberAdded{}}},
				choosyModel{enginetest.SumModel{Row: "applies nothing"}, nil},
				enginetest.SumModel{Row: "says nothing"})
			enginetest.WaitFor(t, w, f.Add(t, 1, 2))
			append1(t, f, c.eventType, c.data, c.metadata)
			last := f.Add(t, 3)
			for _, model := range c.halted {
				poll.Until(t, model+" halts", func() bool { return statusOf(t, e, model).State == engine.StateHalted })
				if sum, _ := sumOf(t, f, model); sum != 3 {
					t.Errorf("%s has the sum %d, want 3: it skipped the event", model, sum)
				}
			}
			for _, model := range c.live {
				poll.Until(t, model+" goes on", func() bool {
					s := statusOf(t, e, model)
					return s.State == engine.StateLive && s.Position == last.Commit
				})
			}
		})
	}
}
