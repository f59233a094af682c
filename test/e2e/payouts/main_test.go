// Package payouts tests withdrawals and settlements end to end, from the request to the
// transfer.
package payouts

import (
	"testing"

	"gateway/test/e2e/harness"
)

func TestMain(m *testing.M) { harness.Main(m, "payouts") }

func TestTheSameHoldsOnEventStoreDB(t *testing.T) { harness.RunOnEventStoreDB(t, "") }

type (
	object   = harness.Object
	shape    = harness.Shape
	answer   = harness.Answer
	caller   = harness.Caller
	merchant = harness.Merchant
)
