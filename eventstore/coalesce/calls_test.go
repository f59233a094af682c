package coalesce_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"gateway/eventstore/coalesce"
)

// held answers a question with its double. Each batch is answered only when the test allows it.
type held struct {
	begun chan []int
	let   chan error
}

func newHeld() held { return held{begun: make(chan []int), let: make(chan error)} }

func (h held) answer(ctx context.Context, questions []int) ([]int, error) {
	h.begun <- questions
	select {
	case err := <-h.let:
		if err != nil {
			return nil, err
		}
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	doubles := make([]int, len(questions))
	for i, q := range questions {
		doubles[i] = 2 * q
	}
	return doubles, nil
}

func TestQuestionsThatArriveMeanwhileShareABatch(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHeld()
		calls := coalesce.New(coalesce.Config{Slots: 1, MaxBatch: 3}, h.answer)
		var asked sync.WaitGroup
		ask := func(q int) {
			asked.Go(func() {
				if double, err := calls.Do(t.Context(), q); err != nil || double != 2*q {
					t.Errorf("%d: %d, %v", q, double, err)
				}
			})
			synctest.Wait() // until it is queued
		}
		ask(1)
		expect(t, <-h.begun, 1)
		for q := 2; q <= 5; q++ {
			ask(q)
		}
		h.let <- nil
		expect(t, <-h.begun, 2, 3, 4) // the largest batch
		h.let <- nil
		expect(t, <-h.begun, 5)
		h.let <- nil
		asked.Wait()
	})
}

func TestQuestionsAreAnsweredAtOnceWhileSlotsAreFree(t *testing.T) {
	t.Parallel()
	h := newHeld()
	calls := coalesce.New(coalesce.Config{Slots: 2, MaxBatch: 10}, h.answer)
	var asked sync.WaitGroup
	for q := range 2 {
		asked.Go(func() { _, _ = calls.Do(t.Context(), q) })
		<-h.begun // while the first is not answered
	}
	h.let <- nil
	h.let <- nil
	asked.Wait()
}

func TestAnErrorIsThatOfAllQuestionsOfItsBatch(t *testing.T) {
	t.Parallel()
	h, broken := newHeld(), errors.New("the database is gone")
	calls := coalesce.New(coalesce.Config{MaxBatch: 10}, h.answer)
	failed := make(chan error)
	go func() { _, err := calls.Do(t.Context(), 1); failed <- err }()
	<-h.begun
	h.let <- broken
	if err := <-failed; !errors.Is(err, broken) {
		t.Fatal(err)
	}
	go func() { _, err := calls.Do(t.Context(), 2); failed <- err }()
	<-h.begun
	h.let <- nil
	if err := <-failed; err != nil {
		t.Fatal("the next batch fails, too:", err)
	}
}

func TestTheQuestionOfACallerThatHasLeftIsNotAskedAnyMore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHeld()
		var running sync.WaitGroup
		calls := coalesce.New(coalesce.Config{MaxBatch: 10, Running: &running}, h.answer)
		ctx, leave := context.WithCancel(t.Context())
		left, stayed := make(chan error), make(chan error)
		go func() { _, err := calls.Do(ctx, 1); left <- err }()
		<-h.begun
		go func() { _, err := calls.Do(ctx, 2); left <- err }()
		synctest.Wait()
		go func() {
			double, err := calls.Do(t.Context(), 3)
			if double != 6 {
				err = fmt.Errorf("3 is answered %d, %w", double, err)
			}
			stayed <- err
		}()
		synctest.Wait()
		leave()
		for range 2 {
			if err := <-left; !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		}
		h.let <- nil
		expect(t, <-h.begun, 3)
		h.let <- nil
		if err := <-stayed; err != nil {
			t.Error(err)
		}
		running.Wait()
		if _, err := calls.Do(ctx, 4); !errors.Is(err, context.Canceled) {
			t.Error("a context that has ended asks:", err)
		}
	})
}

func TestAnAnswerThatTakesTooLongFreesItsSlot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := newHeld()
		calls := coalesce.New(coalesce.Config{Limit: time.Minute}, h.answer)
		failed := make(chan error)
		go func() { _, err := calls.Do(t.Context(), 1); failed <- err }()
		<-h.begun
		if err := <-failed; !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		go func() { _, err := calls.Do(t.Context(), 2); failed <- err }()
		<-h.begun
		h.let <- nil
		if err := <-failed; err != nil {
			t.Error("the next one fails, too:", err)
		}
	})
}

func TestAPanicAndTooFewAnswersAreErrors(t *testing.T) {
	t.Parallel()
	for text, ask := range map[string]func(context.Context, []int) ([]int, error){
		"panic: broken":            func(context.Context, []int) ([]int, error) { panic("broken") },
		"0 answers to 1 questions": func(context.Context, []int) ([]int, error) { return nil, nil },
	} {
		if _, err := coalesce.New(coalesce.Config{}, ask).Do(t.Context(), 1); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%v, want %s", err, text)
		}
	}
}

// No question may be lost between the last look at the queue and the freeing of a slot.
func TestEachOfManyQuestionsIsAnswered(t *testing.T) {
	t.Parallel()
	calls := coalesce.New(coalesce.Config{Slots: 2, MaxBatch: 3}, func(_ context.Context, questions []int) ([]int, error) {
		return questions, nil
	})
	var asked sync.WaitGroup
	for caller := range 16 {
		asked.Go(func() {
			for n := range 500 {
				if got, err := calls.Do(t.Context(), caller*1000+n); err != nil || got != caller*1000+n {
					t.Errorf("%d, %v", got, err)
				}
			}
		})
	}
	asked.Wait()
}

func expect(t *testing.T, got []int, want ...int) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Fatalf("batch %v, want %v", got, want)
	}
}
