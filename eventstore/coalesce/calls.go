package coalesce

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"
)

// Calls answers questions of type Q with answers of type A. A question that arrives while a slot is free is
// answered at once, alone. Questions that arrive while all slots are taken are answered together once a slot
// is free, in the order of their arrival. An answer is asked for only after its question has arrived, so it
// is as fresh as one that was asked for alone. It is safe for concurrent use.
type Calls[Q, A any] struct {
	config Config
	ask    func(context.Context, []Q) ([]A, error)
	slots  chan struct{} // one value for each goroutine that answers

	mu    sync.Mutex
	queue []*call[Q, A]
}

// Config limits how questions share an answer.
type Config struct {
	// Slots is how many batches are answered at a time; below 1 counts as 1. With few slots, more
	// questions share a batch.
	Slots int
	// MaxBatch is the maximum number of questions in a batch; below 1 counts as 1. A long batch delays the
	// others.
	MaxBatch int
	// Limit is how long an answer may take, because no question's own context ends it. 0 means no limit.
	Limit time.Duration
	// Running counts the goroutines that answer, so that a caller can wait for them. It may be nil.
	Running *sync.WaitGroup
}

type call[Q, A any] struct {
	ctx      context.Context // the context of the waiting caller
	question Q
	answer   A
	err      error
	done     chan struct{} // closed when answer and err are set
}

// New makes Calls. The function ask returns an answer for each question, in their order, or one error for all
// of them. It runs on up to Slots goroutines at a time, with its own context.
func New[Q, A any](config Config, ask func(context.Context, []Q) ([]A, error)) *Calls[Q, A] {
	if config.Running == nil {
		config.Running = new(sync.WaitGroup)
	}
	config.Slots, config.MaxBatch = max(1, config.Slots), max(1, config.MaxBatch)
	return &Calls[Q, A]{config: config, ask: ask, slots: make(chan struct{}, config.Slots)}
}

// Do returns once the answer is there or the context ends; in the latter case it returns the context's error.
// A question whose caller has left is no longer asked. Other errors are those of ask, or an error for a panic
// in it.
func (c *Calls[Q, A]) Do(ctx context.Context, question Q) (answer A, err error) {
	if ctx.Err() != nil {
		return answer, ctx.Err()
	}
	asked := &call[Q, A]{ctx: ctx, question: question, done: make(chan struct{})}
	c.mu.Lock()
	c.queue = append(c.queue, asked)
	c.mu.Unlock()
	select {
	case c.slots <- struct{}{}:
		c.config.Running.Go(c.answerQueued)
	case <-asked.done: // another call's goroutine answered
	case <-ctx.Done():
	}
	select {
	case <-asked.done:
		return asked.answer, asked.err
	case <-ctx.Done():
		return answer, ctx.Err()
	}
}

// answerQueued answers questions until the queue is empty, and frees its slot. A question that is queued
// after the last look takes the slot itself.
func (c *Calls[Q, A]) answerQueued() {
	defer func() { <-c.slots }()
	for batch := c.takeBatch(); len(batch) > 0; batch = c.takeBatch() {
		answers, err := c.answers(batch)
		for i, asked := range batch {
			if asked.err = err; err == nil {
				asked.answer = answers[i]
			}
			close(asked.done)
		}
	}
}

// answers returns as many answers as there are questions, or an error. It turns a panic into an error,
// because no caller could recover from it.
func (c *Calls[Q, A]) answers(batch []*call[Q, A]) (answers []A, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("answer %d questions together: panic: %v\n%s", len(batch), p, debug.Stack())
		}
	}()
	ctx := context.Background()
	if c.config.Limit > 0 {
		limited, cancel := context.WithTimeout(ctx, c.config.Limit)
		defer cancel()
		ctx = limited
	}
	questions := make([]Q, len(batch))
	for i, asked := range batch {
		questions[i] = asked.question
	}
	answers, err = c.ask(ctx, questions)
	if err == nil && len(answers) != len(questions) {
		err = fmt.Errorf("%d answers to %d questions", len(answers), len(questions))
	}
	return answers, err
}

// takeBatch takes the questions that have waited longest, and drops those whose callers have left.
func (c *Calls[Q, A]) takeBatch() (batch []*call[Q, A]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	taken := 0
	for ; taken < len(c.queue) && len(batch) < c.config.MaxBatch; taken++ {
		if asked := c.queue[taken]; asked.ctx.Err() == nil {
			batch = append(batch, asked)
		}
	}
	clear(c.queue[:taken])
	if c.queue = c.queue[taken:]; len(c.queue) == 0 {
		c.queue = nil
	}
	return batch
}
