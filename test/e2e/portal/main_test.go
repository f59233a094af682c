// Package portal tests end to end what a client does for itself: registration, login, keys, profile,
// transactions, tickets, proposals.
package portal

import (
	"testing"

	"gateway/test/e2e/harness"
)

func TestMain(m *testing.M) { harness.Main(m, "portal") }

func TestTheSameHoldsOnEventStoreDB(t *testing.T) {
	harness.RunOnEventStoreDB(t, "AtOnce|Killed|Signed")
}

type (
	object = harness.Object
	shape  = harness.Shape
	answer = harness.Answer
)
