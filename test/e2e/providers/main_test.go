// Package providers tests a gateway with several connections to providers end to end: routing, fallback, and the books
// of each connection.
package providers

import (
	"testing"

	"gateway/test/e2e/harness"
)

func TestMain(m *testing.M) { harness.Main(m, "providers") }

type object = harness.Object
