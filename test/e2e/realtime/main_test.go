// Package realtime tests end to end the events that clients get by websocket.
package realtime

import (
	"testing"

	"gateway/test/e2e/harness"
)

func TestMain(m *testing.M) { harness.Main(m, "realtime") }

type (
	object   = harness.Object
	shape    = harness.Shape
	answer   = harness.Answer
	caller   = harness.Caller
	merchant = harness.Merchant
)
