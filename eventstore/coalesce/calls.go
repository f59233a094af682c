package coalesce

import (
	"context"
	"sync"
)

// Calls answers questions of type Q with answers of type A. A question that arrives while a slot is
// free is answered at once, alone. Those that arrive while all slots are taken are answered
// together when a slot is free, in the order of their arrival. An answer is asked for only after
// its question has arrived, so it is as new as one that was asked for alone.
type Calls[Q, A any] struct {
	config Config
	answer func([]Q) ([]A, error)
	slots  chan struct{} // one value for each goroutine that answers

	mu    sync.Mutex
	queue []*call[Q, A]
}

// Config limits how questions share an answer.
type Config struct {
	// Slots is how many batches are answered at a time, at least 1. With few slots, more
	// questions share a batch.
	Slots int
	// MaxBatch is the most questions of a batch. A long one delays the others.
	MaxBatch int
	// Running counts the goroutines that answer, for who must wait for them. It may be nil.
	Running *sync.WaitGroup
}

type call[Q, A any] struct {
	question Q
	answer   A
	err      error
	done     chan struct{} // closed when answer and err are set
}

// New makes Calls. The function answer gives an answer for each question, in their order, or an
// error for all of them; it must end by itself. It runs on up to Slots goroutines at a time.
func New[Q, A any](config Config, answer func([]Q) ([]A, error)) *Calls[Q, A] {
	if config.Running == nil {
		config.Running = new(sync.WaitGroup)
	}
	return &Calls[Q, A]{config: config, answer: answer, slots: make(chan struct{}, max(1, config.Slots))}
}

// Do returns when the answer is there or the context ends, with the context's error; the batch
// then goes on for the other questions. Other errors are those of the function answer.
func (c *Calls[Q, A]) Do(ctx context.Context, question Q) (answer A, err error) {
	if ctx.Err() != nil {
		return answer, ctx.Err()
	}
	asked := &call[Q, A]{question: question, done: make(chan struct{})}
	c.mu.Lock()
	c.queue = append(c.queue, asked)
	c.mu.Unlock()
	select {
	case c.slots <- struct{}{}:
		c.config.Running.Go(c.answerQueued)
	case <-asked.done: // by a goroutine that another call started
	case <-ctx.Done():
	}
	select {
	case <-asked.done:
		return asked.answer, asked.err
	case <-ctx.Done():
		return answer, ctx.Err()
	}
}

// answerQueued answers questions until the queue is empty, and frees its slot. A question that is
// queued after the last look takes the slot itself.
func (c *Calls[Q, A]) answerQueued() {
	defer func() { <-c.slots }()
	for batch := c.takeBatch(); len(batch) > 0; batch = c.takeBatch() {
		c.answerBatch(batch)
	}
}

func (c *Calls[Q, A]) answerBatch(batch []*call[Q, A]) {
	questions := make([]Q, len(batch))
	for i, asked := range batch {
		questions[i] = asked.question
	}
	answers, err := c.answer(questions)
	for i, asked := range batch {
		if asked.err = err; err == nil {
			asked.answer = answers[i]
		}
		close(asked.done)
	}
}

func (c *Calls[Q, A]) takeBatch() []*call[Q, A] {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := min(len(c.queue), max(1, c.config.MaxBatch))
	batch := c.queue[:n:n]
	if c.queue = c.queue[n:]; len(c.queue) == 0 {
		c.queue = nil
	}
	return batch
}
