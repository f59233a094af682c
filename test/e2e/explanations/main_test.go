// Package explanations tests end to end the questions about a thing: why it is in its state, what happened to
// it, and where it is.
package explanations

import (
	"testing"

	"gateway/test/e2e/harness"
)

func TestMain(m *testing.M) { harness.Main(m, "explanations") }

func TestTheSameHoldsOnEventStoreDB(t *testing.T) { harness.RunOnEventStoreDB(t, "") }

type (
	object   = harness.Object
	answer   = harness.Answer
	merchant = harness.Merchant
)
