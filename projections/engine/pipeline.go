package engine

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

const (
	// largeWrite is the size of arguments, in bytes, from which a statement is sent by itself: its
	// round trip is then the smaller part, and PostgreSQL would read its text twice.
	largeWrite = 64 << 10
	// largePipeline is the size of a message that is not added to.
	largePipeline = 256 << 10
	// shownName is how much of a statement its name shows, in bytes. PostgreSQL cuts names at 63.
	shownName = 48
)

// pipeline is the statements of a transaction that are still to be sent, in one message of the
// simple protocol: a batch of few events would else wait for a round trip to PostgreSQL for
// each of some twenty tables, which takes longer than the statements.
type pipeline struct {
	text []byte
	// begun says that the BEGIN of the transaction was sent; until then the text begins with it.
	begun bool
	// direct says that each statement is sent by itself.
	direct bool
	// ofModel says that the text has statements of the model that is being applied.
	ofModel bool
	// names are those of the prepared statements, by their text.
	names map[string]string
}

// pipelineError is an error of statements that were sent together. It does not say which one it
// is from.
type pipelineError struct{ error }

func (e pipelineError) Unwrap() error { return e.error }

// Write executes a statement whose result is of no interest, at the end of the transaction at
// the latest: after those before it, and before the model's next Query or Exec. So its error may
// be returned by one of these. PostgreSQL must know the types of the arguments from the
// statement; it gets them as texts.
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

// writeNow is Write and the number of rows that it affected.
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

// named prepares a statement under a name that shows what it does.
func (t *Tx) named(ctx context.Context, query string) (string, error) {
	if name, ok := t.pipeline.names[query]; ok {
		return name, nil
	}
	shown := strings.Join(strings.Fields(strings.NewReplacer(`"`, ``, `'`, ``).Replace(query)), " ")
	name := `"` + strconv.Itoa(len(t.pipeline.names)) + " " + shown[:min(len(shown), shownName)] + `"`
	// What waits may hold the BEGIN of this transaction.
	if _, err := t.flush(ctx, "PREPARE "+name+" AS "+query); err != nil {
		return "", fmt.Errorf("prepare: %w", err)
	}
	t.pipeline.names[query] = name
	return name, nil
}

// flush sends what waits, and one statement after it. It returns the number of rows that the
// last of them affected.
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

// flushBefore sends what a statement of the model that is being applied has to wait for.
func (t *Tx) flushBefore(ctx context.Context) error {
	if t.pipeline.begun && !t.pipeline.ofModel {
		return nil // what waits is of other models, on other tables
	}
	_, err := t.flush(ctx, "")
	return err
}

// nextModel says that what follows is of another model, which has tables of its own.
func (t *Tx) nextModel() { t.pipeline.ofModel = false }

// isOfPipeline reports whether one of several statements that were sent together failed for
// good, so that each has to be sent by itself to find out which.
func isOfPipeline(err error) bool {
	_, together := errors.AsType[pipelineError](err)
	return together && !Transient(err)
}

// appendLiteral appends a literal of SQL, where standard_conforming_strings is on.
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
