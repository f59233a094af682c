// Package approvals tests end to end that some acts of an administrator need a second one.
package approvals

import (
	"testing"

	"gateway/test/e2e/harness"
)

func TestMain(m *testing.M) { harness.Main(m, "approvals") }

func TestTheSameHoldsOnEventStoreDB(t *testing.T) { harness.RunOnEventStoreDB(t, "AtOnce|Crash|Anew") }

type (
	object   = harness.Object
	shape    = harness.Shape
	answer   = harness.Answer
	caller   = harness.Caller
	merchant = harness.Merchant
)
