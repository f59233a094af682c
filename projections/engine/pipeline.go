package engine

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

const (
	// largeWrite is the size of arguments, in bytes, from which a statement is sent alone: its round trip
	// then costs little, and PostgreSQL would otherwise parse its text twice.
	largeWrite = 64 << 10
	// largePipeline is the size, in bytes, from which a message gets no further statements.
	largePipeline = 256 << 10
	// shownName is how many bytes of a statement its prepared name shows. PostgreSQL cuts names at 63 bytes.
	shownName = 48
)

// pipeline collects the statements of a transaction that are still to be sent in one message of the simple
// protocol. Otherwise a batch of few events would wait for a round trip to PostgreSQL for each of some twenty
// tables, which takes longer than the statements.
type pipeline struct {
	text []byte
	// begun is true once the transaction's BEGIN was sent. Until then the text starts with it.
	begun bool
	// direct makes the pipeline send each statement separately.
	direct bool
	// ofModel is true when the text has statements of the model that is being applied.
	ofModel bool
	// names are the names of the prepared statements, by their text.
	names map[string]string
}

// pipelineError is an error from statements that were sent together. It does not tell which one failed.
type pipelineError struct{ error }

func (e pipelineError) Unwrap() error { return e.error }

// Write queues a statement whose result is not needed. The statement runs in order, before the model's next
// Query or Exec, and at the latest at the end of the transaction. So one of those calls may return its error.
// PostgreSQL must be able to infer the argument types from the statement; it gets the arguments as texts.
func (t *Tx) Write(ctx context.Context, query string, args ...string) error {
	size := 0
	for _, arg := range args {
		size += len(arg)
	}
	if t.pipeline.direct || size > largeWrite {
		_, err := t.Exec(ctx, query, anys(args)...)
		return err
	}
	if err := t.enqueue(ctx, query, args); err != nil {
		return err
	}
	t.pipeline.ofModel = true
	if len(t.pipeline.text) < largePipeline {
		return nil
	}
	_, err := t.flush(ctx, "")
	return err
}

// writeNow executes a statement like Write, but at once, and returns the number of rows affected.
func (t *Tx) writeNow(ctx context.Context, query string, args ...string) (int64, error) {
	if t.pipeline.direct {
		return t.Exec(ctx, query, anys(args)...)
	}
	if err := t.enqueue(ctx, query, args); err != nil {
		return 0, err
	}
	return t.flush(ctx, "")
}

func (t *Tx) enqueue(ctx context.Context, query string, args []string) error {
	name, err := t.named(ctx, query)
	if err != nil {
		return err
	}
	text := append(append(t.pipeline.text, "EXECUTE "...), name...)
	for i, arg := range args {
		text = append(text, "(,"[min(i, 1)])
		text = appendLiteral(text, arg)
	}
	if len(args) > 0 {
		text = append(text, ')')
	}
	t.pipeline.text = append(text, ';')
	return nil
}

// named prepares a statement under a name that shows its purpose.
func (t *Tx) named(ctx context.Context, query string) (string, error) {
	if name, ok := t.pipeline.names[query]; ok {
		return name, nil
	}
	shown := strings.Join(strings.Fields(strings.NewReplacer(`"`, ``, `'`, ``).Replace(query)), " ")
	name := `"` + strconv.Itoa(len(t.pipeline.names)) + " " + shown[:min(len(shown), shownName)] + `"`
	// The queued statements may include the BEGIN of this transaction.
	if _, err := t.flush(ctx, "PREPARE "+name+" AS "+query); err != nil {
		return "", fmt.Errorf("prepare: %w", err)
	}
	t.pipeline.names[query] = name
	return name, nil
}

// flush sends the queued statements and one more. It returns the number of rows that the last one affected.
func (t *Tx) flush(ctx context.Context, last string) (int64, error) {
	p := &t.pipeline
	text := append(p.text, last...)
	p.text, p.ofModel, p.begun = text[:0], false, true
	if len(text) == 0 {
		return 0, nil
	}
	res, err := t.conn.ExecContext(ctx, string(text))
	if err != nil {
		return 0, pipelineError{err}
	}
	return res.RowsAffected()
}

// flushBefore sends the queued statements that must run before a direct statement of the current model.
func (t *Tx) flushBefore(ctx context.Context) error {
	if t.pipeline.begun && !t.pipeline.ofModel {
		return nil // the queued statements are of other models, on other tables
	}
	_, err := t.flush(ctx, "")
	return err
}

// nextModel says that the following statements belong to another model, which has its own tables.
func (t *Tx) nextModel() { t.pipeline.ofModel = false }

// isOfPipeline reports whether one of several statements sent together failed permanently. Each must then be
// sent alone to find out which one failed.
func isOfPipeline(err error) bool {
	_, together := errors.AsType[pipelineError](err)
	return together && !Transient(err)
}

// appendLiteral appends an SQL string literal. It relies on standard_conforming_strings being on.
func appendLiteral(to []byte, s string) []byte {
	to = append(to, '\'')
	for {
		quote := strings.IndexByte(s, '\'')
		if quote < 0 {
			return append(append(to, s...), '\'')
		}
		to = append(append(to, s[:quote+1]...), '\'')
		s = s[quote+1:]
	}
}

func anys(texts []string) []any {
	all := make([]any, len(texts))
	for i, text := range texts {
		all[i] = text
	}
	return all
}
