// Package payments tests payments and their fees end to end: creation, notifications of
// the provider, suspense, callbacks, and recorded transactions.
package payments

import (
	"testing"

	"gateway/test/e2e/harness"
)

func TestMain(m *testing.M) { harness.Main(m, "payments") }

func TestTheSameHoldsOnEventStoreDB(t *testing.T) { harness.RunOnEventStoreDB(t, "") }

type (
	object   = harness.Object
	shape    = harness.Shape
	answer   = harness.Answer
	merchant = harness.Merchant
)
