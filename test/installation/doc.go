// Package installation starts gateways that tests can break: one or more processes of the real binary on a
// PostgreSQL of their own, with the log in it or behind EventStoreDB's protocol. It also generates the load of
// working merchants, and checks that everything that was acknowledged is kept. Only tests may import it.
// Package inprocess starts a gateway inside the test instead.
//
// Functions with a *testing.T end the test if they fail, so they must run in the test's own goroutine, unless
// they say otherwise.
package installation
