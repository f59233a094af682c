package storetest_test

import (
	"testing"

	"gateway/eventstore"
	"gateway/eventstore/storetest"
	"gateway/eventstore/transfer"
)

func TestAMemoryKeepsTheContract(t *testing.T) {
	storetest.RunWithoutFaults(t, func(*testing.T) storetest.Fixture {
		memory := storetest.NewMemory()
		return storetest.Fixture{
			Open:  func(testing.TB) transfer.Store { return memory.Open() },
			Dense: true,
			Restored: func(_ testing.TB, events []eventstore.Recorded) func(testing.TB) transfer.Store {
				memory := storetest.NewMemoryWith(events)
				return func(testing.TB) transfer.Store { return memory.Open() }
			},
		}
	})
}
