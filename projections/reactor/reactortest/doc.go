// Package reactortest has the test fixtures of the reactors: a log and read models on a real PostgreSQL, a clock
// that a test sets, and the simulated provider. A package of reactors embeds a fixture in a type of its own, and
// adds what only its tests need. Only tests may import it.
package reactortest
