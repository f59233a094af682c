package wire

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

const (
	// largePipeline is the size, in bytes, from which a message gets no further statements.
	largePipeline = 256 << 10
	// shownName is how many bytes of a statement its prepared name shows. PostgreSQL cuts names at 63 bytes.
	shownName = 48
)

// Pipeline runs one transaction after the other on a connection. It collects the statements of a transaction
// that are still to be sent in one message of the simple protocol: EXECUTE of a prepared statement, with the
// arguments as literals. It must be used by one goroutine.
type Pipeline struct {
	// Begun is true once the transaction's BEGIN was sent. Until then the text starts with it.
	Begun bool

	conn *sql.Conn
	text []byte
	// names are the names of the prepared statements, by their text.
	names map[string]string
}

// ErrNUL says that an argument has a NUL, which PostgreSQL's type text cannot hold.
var ErrNUL = errors.New("an argument holds NUL")

// PipelineError is an error from statements that were sent together. It does not tell which one failed.
type PipelineError struct{ error }

// Unwrap returns the error of the statement that failed.
func (e PipelineError) Unwrap() error { return e.error }

// OpenPipeline returns an empty pipeline on a connection, which it sets up for it.
func OpenPipeline(ctx context.Context, conn *sql.Conn) (*Pipeline, error) {
	// appendLiteral relies on it.
	if _, err := conn.ExecContext(ctx, `SET standard_conforming_strings = on`); err != nil {
		return nil, err
	}
	return &Pipeline{conn: conn, names: make(map[string]string)}, nil
}

// Begin makes the transaction start with its first statement. how is its BEGIN, and may set its settings.
func (p *Pipeline) Begin(how string) { p.text, p.Begun = append(p.text[:0], how...), false }

// Commit sends the queued statements and commits.
func (p *Pipeline) Commit(ctx context.Context) error {
	if _, err := p.Flush(ctx, "COMMIT"); err != nil {
		return err
	}
	if cap(p.text) > largePipeline {
		p.text = nil
	}
	return nil
}

// RollBack drops the queued statements and rolls back.
func (p *Pipeline) RollBack(ctx context.Context) error {
	p.text = p.text[:0]
	if !p.Begun {
		return nil
	}
	_, err := p.Flush(ctx, "ROLLBACK")
	return err
}

// IsLarge reports whether the queued statements are to be sent before any others.
func (p *Pipeline) IsLarge() bool { return len(p.text) >= largePipeline }

// Add queues a statement, which gets the arguments as texts. PostgreSQL must be able to infer their types from
// the statement. To prepare a new statement, it first sends those that are queued.
func (p *Pipeline) Add(ctx context.Context, query string, args []string) error {
	name, err := p.named(ctx, query)
	if err != nil {
		return err
	}
	text := append(append(p.text, "EXECUTE "...), name...)
	for i, arg := range args {
		if strings.IndexByte(arg, 0) >= 0 {
			return ErrNUL
		}
		text = append(text, "(,"[min(i, 1)])
		text = appendLiteral(text, arg)
	}
	if len(args) > 0 {
		text = append(text, ')')
	}
	p.text = append(text, ';')
	return nil
}

// named prepares a statement under a name that shows its purpose.
func (p *Pipeline) named(ctx context.Context, query string) (string, error) {
	if name, ok := p.names[query]; ok {
		return name, nil
	}
	shown := strings.Join(strings.Fields(strings.NewReplacer(`"`, ``, `'`, ``).Replace(query)), " ")
	name := `"` + strconv.Itoa(len(p.names)) + " " + shown[:min(len(shown), shownName)] + `"`
	// The queued statements may include the BEGIN of this transaction.
	if _, err := p.Flush(ctx, "PREPARE "+name+" AS "+query); err != nil {
		return "", fmt.Errorf("prepare: %w", err)
	}
	p.names[query] = name
	return name, nil
}

// Flush sends the queued statements and one more. It returns the number of rows that the last one affected.
func (p *Pipeline) Flush(ctx context.Context, last string) (int64, error) {
	text := append(p.text, last...)
	p.text, p.Begun = text[:0], true
	if len(text) == 0 {
		return 0, nil
	}
	res, err := p.conn.ExecContext(ctx, string(text))
	if err != nil {
		return 0, PipelineError{err}
	}
	return res.RowsAffected()
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
