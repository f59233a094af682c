package domaintest_test

import (
	"testing"

	"gateway/domain"
	"gateway/domain/domaintest"
)

// doorOpened and the decision below stand for an aggregate: a door that opens once.
type doorOpened struct{}

func (doorOpened) EventType() string { return "door.opened.v1" }

type door struct{ Open bool }

func open(d door) ([]domain.Event, error) {
	if d.Open {
		return nil, domain.Refuse(domain.Invalid, "already_open", "the door is open")
	}
	return []domain.Event{doorOpened{}}, nil
}

var doors = domain.Aggregate[door]{Category: "door", Evolve: func(d door, e domain.Event) door {
	if _, ok := e.(doorOpened); ok {
		d.Open = true
	}
	return d
}}

func TestADoorOpensOnce(t *testing.T) {
	t.Parallel()
	domaintest.Run(t, doors, []domaintest.Case[door]{
		{Name: "closed", When: open, Then: []domain.Event{doorOpened{}}},
		{Name: "open", Given: []domain.Event{doorOpened{}}, When: open, Refused: "already_open"},
	})
}
