// Package operations tests end to end how a gateway is operated: settings, health, restarts, and a move of the
// log to another store.
package operations

import (
	"testing"

	"gateway/test/e2e/harness"
)

func TestMain(m *testing.M) { harness.Main(m, "operations") }

func TestTheSameHoldsOnEventStoreDB(t *testing.T) { harness.RunOnEventStoreDB(t, "") }

type (
	object = harness.Object
	answer = harness.Answer
)
