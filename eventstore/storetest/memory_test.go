package storetest_test

import (
	"testing"

	"gateway/eventstore"
	"gateway/eventstore/storetest"
)

func TestAMemoryKeepsTheContract(t *testing.T) {
	storetest.Run(t, func(*testing.T) storetest.Fixture {
		memory := storetest.NewMemory()
		return storetest.Fixture{Open: func(testing.TB) eventstore.Store { return memory.Open() }, Dense: true}
	})
}
