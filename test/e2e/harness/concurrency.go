package harness

import (
	"sync"
	"testing"
)

// AtOnce makes n calls at the same time, then hands the answers to look one by one.
func AtOnce(tb testing.TB, n int, call func(i int) (Answer, error), look func(Answer)) {
	tb.Helper()
	answers, errs := make([]Answer, n), make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { answers[i], errs[i] = call(i) })
	}
	all.Wait()
	for i, a := range answers {
		if errs[i] != nil {
			tb.Fatal(errs[i])
		}
		a.CheckEnvelope(tb)
		look(a)
	}
}
