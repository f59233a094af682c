// Package api tests end to end what all operations have in common: the envelope, credentials, rules of fields,
// idempotency keys, limits, and concurrent requests.
package api

import (
	"testing"

	"gateway/test/e2e/harness"
)

func TestMain(m *testing.M) { harness.Main(m, "api") }

func TestTheSameHoldsOnEventStoreDB(t *testing.T) {
	harness.RunOnEventStoreDB(t, "AtOnce|Idempotency|UnderItsKey|PerKey")
}

type (
	object   = harness.Object
	answer   = harness.Answer
	caller   = harness.Caller
	merchant = harness.Merchant
)
