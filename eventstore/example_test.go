package eventstore_test

import (
	"context"
	"fmt"

	"gateway/domain"
	"gateway/eventstore"
	"gateway/eventstore/storetest"
)

// deposited is an event: a fact with its own wire name and version.
type deposited struct {
	Rupiah int64 `json:"rupiah"`
}

func (deposited) EventType() string { return "purse.deposited.v1" }

// withdrawn is the other event of a purse.
type withdrawn struct {
	Rupiah int64 `json:"rupiah"`
}

func (withdrawn) EventType() string { return "purse.withdrawn.v1" }

// purse is the state of an aggregate, folded from the events of its stream.
type purse struct{ Rupiah int64 }

var purses = domain.Aggregate[purse]{Category: "purse", Evolve: func(p purse, e domain.Event) purse {
	switch e := e.(type) {
	case deposited:
		p.Rupiah += e.Rupiah
	case withdrawn:
		p.Rupiah -= e.Rupiah
	}
	return p
}}

// withdraw decides a command: it returns events, or refuses.
func withdraw(rupiah int64) func(purse) ([]domain.Event, error) {
	return func(p purse) ([]domain.Event, error) {
		if p.Rupiah < rupiah {
			return nil, domain.Refuse(domain.Invalid, "insufficient", "the purse holds too little")
		}
		return []domain.Event{withdrawn{rupiah}}, nil
	}
}

// A command is decided on the folded events of one stream, and its events are appended
// to that stream.
func ExampleExecute() {
	ctx := context.Background()
	store := storetest.NewMemory().Open() // postgres.Open or esdb.Open outside of tests
	log := eventstore.NewLog(store, eventstore.NewCodec(deposited{}, withdrawn{}), eventstore.Options{})

	deposit := func(purse) ([]domain.Event, error) { return []domain.Event{deposited{100_000}}, nil }
	out, err := eventstore.Execute(ctx, log, purses, purses.Stream("7"), deposit)
	fmt.Println("deposit:", out.State.Rupiah, err)

	out, err = eventstore.Execute(ctx, log, purses, purses.Stream("7"), withdraw(30_000))
	fmt.Println("first withdrawal:", out.State.Rupiah, err)

	_, err = eventstore.Execute(ctx, log, purses, purses.Stream("7"), withdraw(80_000))
	fmt.Println("second withdrawal:", err)

	events, _ := store.ReadStream(ctx, "purse-7", 0, eventstore.Forwards, 10)
	for _, e := range events {
		fmt.Println(e.Revision, e.Type, string(e.Data))
	}
	// Output:
	// deposit: 100000 <nil>
	// first withdrawal: 70000 <nil>
	// second withdrawal: insufficient: the purse holds too little
	// 0 purse.deposited.v1 {"rupiah":100000}
	// 1 purse.withdrawn.v1 {"rupiah":30000}
}
