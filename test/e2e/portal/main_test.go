// Package portal tests what a client does in the portal: registration, login, keys, profile, tickets,
// proposals, end to end.
package portal

import (
	"testing"

	"gateway/test/e2e/harness"
)

func TestMain(m *testing.M) { harness.Main(m, "portal") }

func TestTheSameHoldsOnEventStoreDB(t *testing.T) { harness.RunOnEventStoreDB(t) }

type (
	object = harness.Object
	shape  = harness.Shape
	answer = harness.Answer
)
