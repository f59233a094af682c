package database

import (
	"crypto/sha256"
	"database/sql/driver"
	"encoding/hex"
	"regexp"
	"strings"
	"time"

	"gateway/eventstore/wire"

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
	return wire.Measured(c, s.measure)
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
