package postingreactor

import (
	"testing"

	"gateway/projections/reactor/reactortest"
)

// postingFixture adds to the shared fixture what the tests of this package need.
type postingFixture struct{ *reactortest.LogFixture }

func newPostingFixture(t testing.TB) *postingFixture {
	t.Helper()
	return &postingFixture{reactortest.NewLogFixture(t)}
}

func TestMain(m *testing.M) { reactortest.Main(m) }
