package database

import (
	"context"
	"crypto/sha256"
	"database/sql/driver"
	"encoding/hex"
	"regexp"
	"strings"
	"time"

	"github.com/sirupsen/logrus"
)

// SlowQueries logs slow statements without their arguments.
type SlowQueries struct {
	after  time.Duration // 0 logs none
	logger *logrus.Entry
}

// Wrap returns a connector whose connections measure their statements.
func (s SlowQueries) Wrap(c driver.Connector) driver.Connector {
	if s.after <= 0 || s.logger == nil {
		return c
	}
	return measuredConnector{c, s}
}

type measuredConnector struct {
	driver.Connector
	slow SlowQueries
}

// Connect implements driver.Connector.
func (c measuredConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if full, ok := conn.(fullConn); ok {
		return measuredConn{full, c.slow}, err
	}
	return conn, err // never with lib/pq
}

// fullConn has the optional interfaces of lib/pq's connections. If the wrapper lacked one, database/sql would
// use the connection differently.
type fullConn interface {
	driver.Conn
	driver.ConnPrepareContext
	driver.ConnBeginTx
	driver.QueryerContext
	driver.ExecerContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
	driver.NamedValueChecker
}

type measuredConn struct {
	fullConn
	slow SlowQueries
}

// QueryContext implements driver.QueryerContext. It measures until the first row.
func (c measuredConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	defer c.slow.measure(query, time.Now())
	return c.fullConn.QueryContext(ctx, query, args)
}

// ExecContext implements driver.ExecerContext.
func (c measuredConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	defer c.slow.measure(query, time.Now())
	return c.fullConn.ExecContext(ctx, query, args)
}

// PrepareContext implements driver.ConnPrepareContext. Each run of the statement is measured.
func (c measuredConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	stmt, err := c.fullConn.PrepareContext(ctx, query)
	if full, ok := stmt.(fullStmt); ok {
		return measuredStmt{full, query, c.slow}, err
	}
	return stmt, err // never with lib/pq
}

// fullStmt has the optional interfaces of lib/pq's statements.
type fullStmt interface {
	driver.Stmt
	driver.StmtQueryContext
	driver.StmtExecContext
}

type measuredStmt struct {
	fullStmt
	query string
	slow  SlowQueries
}

// QueryContext implements driver.StmtQueryContext. It measures until the first row.
func (s measuredStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	defer s.slow.measure(s.query, time.Now())
	return s.fullStmt.QueryContext(ctx, args)
}

// ExecContext implements driver.StmtExecContext.
func (s measuredStmt) ExecContext(ctx context.Context, args []driver.NamedValue) (driver.Result, error) {
	defer s.slow.measure(s.query, time.Now())
	return s.fullStmt.ExecContext(ctx, args)
}

func (s SlowQueries) measure(query string, began time.Time) {
	took := time.Since(began)
	if took < s.after {
		return
	}
	s.logger.WithFields(logrus.Fields{
		"ms": took.Milliseconds(), "statement": statementText(query), "fingerprint": fingerprint(query),
	}).Warn("a slow query")
}

// statementShown is how many characters of a statement the log shows.
const statementShown = 160

var literals = regexp.MustCompile(`'(?:[^']|'')*'`)

// statementText returns the start of a statement, without line breaks and literals.
func statementText(query string) string {
	text := strings.Join(strings.Fields(literals.ReplaceAllString(query, "?")), " ")
	return text[:min(len(text), statementShown)]
}

// fingerprint returns an id of a statement that does not depend on its arguments.
func fingerprint(query string) string {
	sum := sha256.Sum256([]byte(strings.Join(strings.Fields(literals.ReplaceAllString(query, "?")), " ")))
	return hex.EncodeToString(sum[:6])
}
