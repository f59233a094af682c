package readmodel

// counterChanges are a batch's changes to counters of rows by status. A counter whose
// changes sum to zero is written, too: which counters exist must not depend on how the
// events were batched.
type counterChanges map[counter]int64

// counter identifies the number of rows of one status within a scope: a client's id, a
// kind, or nil for a table that counts all rows together.
type counter struct {
	scope  any
	status string
}

// move counts a row that goes from one status to another; from is empty for a new row.
func (c counterChanges) move(scope any, from, to string) {
	if from != "" {
		c[counter{scope, from}]--
	}
	c[counter{scope, to}]++
}

// addToCounters returns the statement that adds changes to a table of counters. The
// scope is a column of the table, as "name type", or empty.
func addToCounters(table, scope string) string {
	if scope == "" {
		return insertStatement(table, "status text", "n bigint") + " ON CONFLICT (status) DO UPDATE SET n = t.n + excluded.n"
	}
	return insertStatement(table, scope, "status text", "n bigint") +
		" ON CONFLICT (" + names([]string{scope}) + ", status) DO UPDATE SET n = t.n + excluded.n"
}

// batch returns the rows for addToCounters.
func (c counterChanges) batch() *batch {
	var b batch
	for key, n := range c {
		if key.scope == nil {
			b.add(key.status, n)
		} else {
			b.add(key.scope, key.status, n)
		}
	}
	return &b
}
