package poll_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"gateway/test/poll"
)

func TestUntilReturnsOnceTheConditionHolds(t *testing.T) {
	t.Parallel()
	looks := 0
	poll.Until(t, "the third look", func() bool { looks++; return looks == 3 })
	if looks != 3 {
		t.Errorf("looked %d times", looks)
	}
}

func TestWithinEndsTheTestAndShowsWhatItSaw(t *testing.T) {
	t.Parallel()
	failed := &failing{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		poll.Within(failed, 20*time.Millisecond, "the status is paid", func() (bool, any) { return false, "pending" })
	}()
	<-done
	if !strings.Contains(failed.message, "the status is paid") || !strings.Contains(failed.message, "pending") {
		t.Errorf("the message is %q", failed.message)
	}
}

// failing is a test that keeps the message that ended it.
type failing struct {
	testing.TB
	message string
}

func (f *failing) Helper() {}

func (f *failing) Fatalf(format string, args ...any) {
	f.message = fmt.Sprintf(format, args...)
	runtime.Goexit()
}
