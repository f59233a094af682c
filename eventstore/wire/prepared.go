package wire

import (
	"context"
	"database/sql/driver"
	"errors"
	"strings"

	"github.com/lib/pq"
)

const (
	// preparedPerConn limits how many statements a connection keeps prepared. The texts of list queries
	// depend on their filters, so there could be any number of them.
	preparedPerConn = 200
	// usesToPrepare is the number of the use at which a text is prepared on a connection. Most texts that are
	// used once are not used again.
	usesToPrepare = 2
)

// Preparing returns a connector whose connections prepare frequent queries, so that PostgreSQL parses and plans
// each of them once per connection.
func Preparing(c driver.Connector) driver.Connector {
	return wrapping(c, func(conn fullConn) driver.Conn {
		return &preparingConn{fullConn: conn, queries: make(map[string]*preparedQuery)}
	})
}

// preparingConn prepares SELECTs only. Other statements are mostly those of the projections, whose array
// arguments have lengths that an earlier plan cannot know; and planning them costs little compared with the
// many events of a batch.
type preparingConn struct {
	fullConn
	queries map[string]*preparedQuery
	// clock counts the queries.
	clock int
}

type preparedQuery struct {
	statement preparedStatement // nil before it is prepared
	uses      int
	last      int // the clock at the last use
}

// preparedStatement is a statement of lib/pq.
type preparedStatement interface {
	driver.Stmt
	driver.StmtQueryContext
}

// QueryContext implements driver.QueryerContext.
func (c *preparingConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if !strings.HasPrefix(query, "SELECT ") || strings.ContainsRune(query, ';') {
		return c.fullConn.QueryContext(ctx, query, args)
	}
	statement, err := c.prepared(ctx, query)
	if err != nil {
		return nil, err
	}
	if statement == nil {
		return c.fullConn.QueryContext(ctx, query, args)
	}
	rows, err := statement.QueryContext(ctx, args)
	if err != nil && outdated(err) {
		// Outside of a transaction, the query can still be run.
		delete(c.queries, query)
		_ = statement.Close() // it may be gone already
		return c.fullConn.QueryContext(ctx, query, args)
	}
	return rows, err
}

// prepared returns the prepared statement of a query, or nil while the query is not worth preparing.
func (c *preparingConn) prepared(ctx context.Context, query string) (preparedStatement, error) {
	c.clock++
	q, ok := c.queries[query]
	if !ok {
		if err := c.makeRoom(); err != nil {
			return nil, err
		}
		q = &preparedQuery{}
		c.queries[query] = q
	}
	q.uses, q.last = q.uses+1, c.clock
	if q.statement != nil || q.uses < usesToPrepare {
		return q.statement, nil
	}
	prepared, err := c.fullConn.PrepareContext(ctx, query)
	if err != nil {
		delete(c.queries, query)
		return nil, err
	}
	q.statement, _ = prepared.(preparedStatement) // always, with lib/pq
	return q.statement, nil
}

// makeRoom drops the least recently used query when there are too many.
func (c *preparingConn) makeRoom() error {
	if len(c.queries) < preparedPerConn {
		return nil
	}
	oldest := ""
	for query, q := range c.queries {
		if oldest == "" || q.last < c.queries[oldest].last {
			oldest = query
		}
	}
	statement := c.queries[oldest].statement
	delete(c.queries, oldest)
	if statement == nil {
		return nil
	}
	return statement.Close()
}

// outdated reports whether a prepared statement can no longer run, because its tables have other columns now
// or the server has forgotten it.
func outdated(err error) bool {
	refused, ok := errors.AsType[*pq.Error](err)
	if !ok {
		return false
	}
	return refused.Code.Name() == "invalid_sql_statement_name" ||
		refused.Code.Name() == "feature_not_supported" && strings.Contains(refused.Message, "cached plan")
}
