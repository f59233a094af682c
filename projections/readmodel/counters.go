package readmodel

import "slices"

// counterChanges are a batch's changes to counters of rows by status. A counter whose
// changes sum to zero is written, too: which counters exist must not depend on how the
// events were batched.
type counterChanges map[counter]int64

// counter identifies the number of rows of one status within a scope: a client's id, a
// kind, a clientScope, or nil for a table that counts all rows together.
type counter struct {
	scope  any
	status string
}

// clientScope is a client and a word: the channel of its transactions, the kind of its
// payouts.
type clientScope struct {
	clientID int64
	word     string
}

// move counts a row that goes from one status to another; from is empty for a new row.
func (c counterChanges) move(scope any, from, to string) {
	if from != "" {
		c[counter{scope, from}]--
	}
	c[counter{scope, to}]++
}

// addToCounters returns the statement that adds changes to a table of counters. The
// columns of the scope are given as "name type".
func addToCounters(table string, scope ...string) string {
	columns := append(slices.Clone(scope), "status text")
	return insertStatement(table, append(slices.Clone(columns), "n bigint")...) +
		" ON CONFLICT (" + names(columns) + ") DO UPDATE SET n = t.n + excluded.n"
}

// batch returns the rows for addToCounters.
func (c counterChanges) batch() *batch {
	var b batch
	for key, n := range c {
		switch scope := key.scope.(type) {
		case nil:
			b.add(key.status, n)
		case clientScope:
			b.add(scope.clientID, scope.word, key.status, n)
		default:
			b.add(scope, key.status, n)
		}
	}
	return &b
}
