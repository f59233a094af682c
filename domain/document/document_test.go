package document

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/file"
)

func TestADocumentIsSubmittedOnceAndDecidedOnce(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	sent := func(id int64, kind string, replaces int64) Submitted {
		return Submitted{ClientID: 7, ID: id, Kind: kind, File: file.Ref{Hash: "h", Size: MaxBytesOfStranger / 4}, Replaces: replaces, By: "client:7", At: at}
	}
	accepted := func(id, replaces int64) Accepted {
		return Accepted{ClientID: 7, ID: id, Kind: NPWP, Replaces: replaces, By: "admin:1", At: at}
	}
	rejected := Rejected{ClientID: 7, ID: 1, Kind: NPWP, Reason: "blurred", By: "admin:1", At: at}
	submit := func(id int64, kind string) func(State) ([]domain.Event, error) {
		return func(s State) ([]domain.Event, error) {
			return Submit(s, SubmitCmd{ClientID: 7, ID: id, Kind: kind, File: file.Ref{Hash: "h", Size: MaxBytesOfStranger / 4}, By: "client:7", At: at})
		}
	}
	stranger := func(id, size int64) func(State) ([]domain.Event, error) {
		return func(s State) ([]domain.Event, error) {
			return Submit(s, SubmitCmd{
				ClientID: 7, ID: id, Kind: NIB, File: file.Ref{Hash: "h", Size: size}, Stranger: true, By: "client:7", At: at,
			})
		}
	}
	room := int64(MaxBytesOfStranger / 4)
	three := []domain.Event{sent(1, NPWP, 0), sent(2, NPWP, 1), sent(3, NPWP, 2)}
	four := append(slices.Clip(three), sent(4, NPWP, 3))
	decide := func(decision func(State, DecideCmd) ([]domain.Event, error), id int64, reason string) func(State) ([]domain.Event, error) {
		return func(s State) ([]domain.Event, error) {
			return decision(s, DecideCmd{ClientID: 7, ID: id, Reason: reason, By: "admin:1", At: at})
		}
	}
	var many []domain.Event
	for id := range int64(MaxInVain) {
		many = append(many, sent(id+1, NIB, 0))
	}
	for _, c := range []struct {
		name    string
		given   []domain.Event
		when    func(State) ([]domain.Event, error)
		then    []domain.Event
		refused string
	}{
		{name: "the first", when: submit(1, NPWP), then: []domain.Event{sent(1, NPWP, 0)}},
		{name: "again", given: []domain.Event{sent(1, NPWP, 0)}, when: submit(1, NPWP)},
		{name: "another kind", given: []domain.Event{sent(1, NPWP, 0)}, when: submit(2, NIB), then: []domain.Event{sent(2, NIB, 0)}},
		{name: "in place of one that waits", given: []domain.Event{sent(1, NPWP, 0)}, when: submit(2, NPWP), then: []domain.Event{sent(2, NPWP, 1)}},
		{name: "after a rejection", given: []domain.Event{sent(1, NPWP, 0), rejected}, when: submit(2, NPWP), then: []domain.Event{sent(2, NPWP, 0)}},
		{name: "an unknown kind", when: submit(1, "ktp"), refused: "invalid_field kind"},
		{name: "too many", given: many, when: submit(99, NIB), refused: "too_many_documents"},
		{name: "after many, one was accepted", given: append(many, accepted(MaxInVain, 0)), when: submit(99, NPWP), then: []domain.Event{sent(99, NPWP, 0)}},

		{name: "the last file of a stranger, of the last bytes", given: three, when: stranger(4, room), then: []domain.Event{sent(4, NIB, 0)}},
		{name: "a byte more", given: three, when: stranger(4, room+1), refused: "documents_full"},
		{name: "a file more", given: four, when: stranger(5, 0), refused: "documents_full"},
		{name: "a file of four, again", given: four, when: stranger(4, room)},
		{
			name: "after one of four was rejected", given: append(slices.Clip(four), Rejected{ClientID: 7, ID: 4, Kind: NPWP}),
			when: stranger(5, room), then: []domain.Event{sent(5, NIB, 0)},
		},
		{name: "after one of four was accepted", given: append(slices.Clip(four), accepted(4, 0)), when: stranger(5, room), refused: "documents_full"},

		{name: "accept", given: []domain.Event{sent(1, NPWP, 0)}, when: decide(Accept, 1, ""), then: []domain.Event{accepted(1, 0)}},
		{name: "accept again", given: []domain.Event{sent(1, NPWP, 0), accepted(1, 0)}, when: decide(Accept, 1, "")},
		{
			name: "accept a newer one", given: []domain.Event{sent(1, NPWP, 0), accepted(1, 0), sent(2, NPWP, 0)},
			when: decide(Accept, 2, ""), then: []domain.Event{accepted(2, 1)},
		},
		{name: "accept one that was replaced", given: []domain.Event{sent(1, NPWP, 0), sent(2, NPWP, 1)}, when: decide(Accept, 1, ""), refused: "not_waiting"},
		{name: "accept one that was rejected", given: []domain.Event{sent(1, NPWP, 0), rejected}, when: decide(Accept, 1, ""), refused: "not_waiting"},
		{name: "accept one of another client", when: decide(Accept, 1, ""), refused: "not_waiting"},

		{name: "reject without a reason", given: []domain.Event{sent(1, NPWP, 0)}, when: decide(Reject, 1, ""), refused: "invalid_field reason"},
		{name: "reject", given: []domain.Event{sent(1, NPWP, 0)}, when: decide(Reject, 1, "blurred"), then: []domain.Event{rejected}},
		{name: "reject one that was accepted", given: []domain.Event{sent(1, NPWP, 0), accepted(1, 0)}, when: decide(Reject, 1, "no"), refused: "not_waiting"},
	} {
		var s State
		for _, e := range c.given {
			s = Evolve(s, e)
		}
		events, err := c.when(s)
		if got := domaintest.Refusal(err); got != c.refused || !reflect.DeepEqual(events, c.then) {
			t.Errorf("%s: %v %q, want %v %q", c.name, events, got, c.then, c.refused)
		}
	}
}
