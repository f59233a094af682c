package fuzz

import (
	"flag"
	"testing"
	"time"

	"gateway/test/e2e/harness"
)

var (
	seed     = flag.Uint64("fuzz.seed", 1, "the seed of all requests")
	requests = flag.Int("fuzz.requests", 250, "requests a role")
	length   = flag.Duration("fuzz.for", 12*time.Second, "how long all roles may call; each has its share, but for the one of -fuzz.role")
	only     = flag.String("fuzz.role", "", "the one role to call as")
)

func TestMain(m *testing.M) { harness.Main(m, "fuzz") }

type (
	object   = harness.Object
	answer   = harness.Answer
	caller   = harness.Caller
	merchant = harness.Merchant
)
