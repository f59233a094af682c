// Package access tests end to end who may call what: every operation of the API's
// description as every kind of caller.
package access

import (
	"testing"

	"gateway/test/e2e/harness"
)

func TestMain(m *testing.M) { harness.Main(m, "access") }

type (
	object   = harness.Object
	answer   = harness.Answer
	caller   = harness.Caller
	merchant = harness.Merchant
)
