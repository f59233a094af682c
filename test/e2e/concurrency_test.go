package e2e

import (
	"sync"
	"testing"
)

// atOnce makes n calls at the same time, then looks at the answers one by one.
func atOnce(tb testing.TB, n int, call func(i int) (answer, error), look func(answer)) {
	tb.Helper()
	answers, errs := make([]answer, n), make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { answers[i], errs[i] = call(i) })
	}
	all.Wait()
	for i, a := range answers {
		if errs[i] != nil {
			tb.Fatal(errs[i])
		}
		a.checkEnvelope(tb)
		look(a)
	}
}
