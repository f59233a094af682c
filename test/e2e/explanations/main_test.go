// Package explanations tests the questions why, what happened, and where something is, end to end.
package explanations

import (
	"testing"

	"gateway/test/e2e/harness"
)

func TestMain(m *testing.M) { harness.Main(m, "explanations") }

func TestTheSameHoldsOnEventStoreDB(t *testing.T) { harness.RunOnEventStoreDB(t) }

type (
	object   = harness.Object
	answer   = harness.Answer
	merchant = harness.Merchant
)
