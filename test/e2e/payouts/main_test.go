// Package payouts tests withdrawals and settlements, from the request to the bank, end to end.
package payouts

import (
	"testing"

	"gateway/test/e2e/harness"
)

func TestMain(m *testing.M) { harness.Main(m, "payouts") }

func TestTheSameHoldsOnEventStoreDB(t *testing.T) { harness.RunOnEventStoreDB(t) }

type (
	object   = harness.Object
	shape    = harness.Shape
	answer   = harness.Answer
	caller   = harness.Caller
	merchant = harness.Merchant
)
