package engine

import (
	"context"
	"errors"

	"gateway/eventstore/wire"
)

// largeWrite is the size of arguments, in bytes, from which a statement is sent alone: its round trip then
// costs little, and PostgreSQL would otherwise parse its text twice.
const largeWrite = 64 << 10

// Write queues a statement whose result is not needed. The statement runs in order, before the model's next
// Query or Exec, and at the latest at the end of the transaction. So one of those calls may return its error.
// PostgreSQL must be able to infer the argument types from the statement; it gets the arguments as texts.
func (t *Tx) Write(ctx context.Context, query string, args ...string) error {
	size := 0
	for _, arg := range args {
		size += len(arg)
	}
	if t.direct || size > largeWrite {
		_, err := t.Exec(ctx, query, anys(args)...)
		return err
	}
	if err := t.pipeline.Add(ctx, query, args); err != nil {
		return err
	}
	t.ofModel = true
	if !t.pipeline.IsLarge() {
		return nil
	}
	_, err := t.flush(ctx)
	return err
}

// writeNow executes a statement like Write, but at once, and returns the number of rows affected.
func (t *Tx) writeNow(ctx context.Context, query string, args ...string) (int64, error) {
	if t.direct {
		return t.Exec(ctx, query, anys(args)...)
	}
	if err := t.pipeline.Add(ctx, query, args); err != nil {
		return 0, err
	}
	return t.flush(ctx)
}

// Copy writes rows with COPY ... FROM STDIN. lines holds at least one line in COPY's text format, each ending
// with a line feed.
func (t *Tx) Copy(ctx context.Context, statement string, lines []byte) error {
	if err := t.flushBefore(ctx); err != nil {
		return err
	}
	return wire.Copy(ctx, t.conn, statement, lines)
}

// flush sends the queued statements. It returns the number of rows that the last one affected.
func (t *Tx) flush(ctx context.Context) (int64, error) {
	t.ofModel = false
	return t.pipeline.Flush(ctx, "")
}

// flushBefore sends the queued statements that must run before a direct statement of the current model.
func (t *Tx) flushBefore(ctx context.Context) error {
	if t.pipeline.Begun && !t.ofModel {
		return nil // the queued statements are of other models, on other tables
	}
	_, err := t.flush(ctx)
	return err
}

// nextModel says that the following statements belong to another model, which has its own tables.
func (t *Tx) nextModel() { t.ofModel = false }

// isOfPipeline reports whether one of several statements sent together failed permanently. Each must then be
// sent alone to find out which one failed.
func isOfPipeline(err error) bool {
	_, together := errors.AsType[wire.PipelineError](err)
	return together && !Transient(err)
}

func anys(texts []string) []any {
	all := make([]any, len(texts))
	for i, text := range texts {
		all[i] = text
	}
	return all
}
