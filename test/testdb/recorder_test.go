package testdb_test

import (
	"fmt"
	"runtime"
	"testing"
)

// recorder is a testing.TB that keeps the message that ends it.
type recorder struct {
	testing.TB
	fatal string
}

func (r *recorder) Helper() {}

func (r *recorder) Fatal(args ...any) { r.end(fmt.Sprint(args...)) }

func (r *recorder) Fatalf(format string, args ...any) { r.end(fmt.Sprintf(format, args...)) }

func (r *recorder) Skip(args ...any) { r.end(fmt.Sprint(args...)) }

func (r *recorder) end(how string) {
	r.fatal = how
	runtime.Goexit()
}

func (r *recorder) run(test func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		test()
	}()
	<-done
}
