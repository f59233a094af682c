// Package api tests what all operations have in common: the envelope, credentials, the rules of
// fields, idempotency keys, limits, and many requests at once, end to end.
package api

import (
	"testing"

	"gateway/test/e2e/harness"
)

func TestMain(m *testing.M) { harness.Main(m, "api") }

func TestTheSameHoldsOnEventStoreDB(t *testing.T) { harness.RunOnEventStoreDB(t) }

type (
	object   = harness.Object
	answer   = harness.Answer
	caller   = harness.Caller
	merchant = harness.Merchant
)
