// Package operations tests how a gateway is run: settings, health, restarts, and a move to another
// store, end to end.
package operations

import (
	"testing"

	"gateway/test/e2e/harness"
)

func TestMain(m *testing.M) { harness.Main(m, "operations") }

func TestTheSameHoldsOnEventStoreDB(t *testing.T) { harness.RunOnEventStoreDB(t) }

type (
	object = harness.Object
	answer = harness.Answer
)
