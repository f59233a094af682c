package reactor_test

import (
	"testing"

	"gateway/projections/reactor/reactortest"
)

func TestMain(m *testing.M) { reactortest.Main(m) }
