package credential

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"gateway/http/server/origin"
	"gateway/test/poll"
)

// waits starts a caller that hashes, and returns when the caller waits for a slot. told receives the name
// when it ends, or its error.
func waits(ctx context.Context, t *testing.T, q *hashQueue, name string, told chan<- string) {
	t.Helper()
	waiting := func() int {
		q.mu.Lock()
		defer q.mu.Unlock()
		return len(q.familiar.waiting) + len(q.strangers.waiting)
	}
	before, ended := waiting(), make(chan struct{})
	go func() {
		defer close(ended)
		if err := q.do(ctx, func() error { told <- name; return nil }); err != nil {
			told <- name + ": " + err.Error()
		}
	}()
	poll.Until(t, name+" waits", func() bool {
		select {
		case <-ended:
			return true
		default:
			return waiting() > before
		}
	})
}

func TestFamiliarCallersHashBeforeAllStrangers(t *testing.T) {
	t.Parallel()
	q := newHashQueue(1, 8)
	if err := q.acquire(t.Context()); err != nil {
		t.Fatal(err)
	}
	told := make(chan string, 10)
	for i := range 3 {
		waits(origin.With(t.Context(), "203.0.113.1"), t, q, fmt.Sprint("stranger ", i), told)
	}
	waits(asFamiliar(t.Context()), t, q, "familiar", told)
	q.release()
	for _, want := range []string{"familiar", "stranger 0", "stranger 1", "stranger 2"} {
		if got := <-told; got != want {
			t.Errorf("%s hashes, want %s", got, want)
		}
	}
}

func TestStrangersWhoWaitToHashAreBoundedAndACallerWhoLeavesKeepsNoSlot(t *testing.T) {
	t.Parallel()
	q := newHashQueue(1, 1)
	if err := q.acquire(t.Context()); err != nil {
		t.Fatal(err)
	}
	told := make(chan string, 10)
	ctx, leave := context.WithCancel(t.Context())
	waits(ctx, t, q, "first", told)
	if err := q.acquire(t.Context()); !errors.Is(err, errBusy) {
		t.Errorf("one too many: %v", err)
	}
	leave()
	if got := <-told; got != "first: context canceled" {
		t.Error(got)
	}
	q.release()
	if err := q.do(t.Context(), func() error { return nil }); err != nil || q.free != 1 {
		t.Errorf("%d slots are free: %v", q.free, err)
	}
}
