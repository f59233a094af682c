// Package payments tests payments, fees, recorded transactions, money in suspense, the provider's
// notifications and the callbacks to merchants, end to end.
package payments

import (
	"testing"

	"gateway/test/e2e/harness"
)

func TestMain(m *testing.M) { harness.Main(m, "payments") }

func TestTheSameHoldsOnEventStoreDB(t *testing.T) { harness.RunOnEventStoreDB(t) }

type (
	object   = harness.Object
	shape    = harness.Shape
	answer   = harness.Answer
	merchant = harness.Merchant
)
