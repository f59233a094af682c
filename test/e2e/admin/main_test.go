// Package admin tests end to end what administrators and auditors do.
package admin

import (
	"testing"

	"gateway/test/e2e/harness"
)

func TestMain(m *testing.M) { harness.Main(m, "admin") }

func TestTheSameHoldsOnEventStoreDB(t *testing.T) {
	harness.RunOnEventStoreDB(t, "Log|History|Statement|Checkpoint|Clean|Verify|Last|Two")
}

type (
	object   = harness.Object
	shape    = harness.Shape
	answer   = harness.Answer
	caller   = harness.Caller
	merchant = harness.Merchant
)
