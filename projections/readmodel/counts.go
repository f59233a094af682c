package readmodel

// tally is by how much a batch changes counters of rows by status. A counter that
// was touched is written even when it is as before: what rows there are must not
// depend on how the events were batched.
type tally map[counter]int64

// counter is the number of rows of one status within a scope: a client's id, a
// kind, or nil where the table counts all rows together.
type counter struct {
	scope  any
	status string
}

// move counts a row that goes from one status to another; empty means that it is
// new.
func (t tally) move(scope any, from, to string) {
	if from != "" {
		t[counter{scope, from}]--
	}
	t[counter{scope, to}]++
}

// counting is the statement that adds a tally to a table of counters, whose scope
// is a column given as "name type", or empty.
func counting(table, scope string) string {
	if scope == "" {
		return insertion(table, "status text", "n bigint") + " ON CONFLICT (status) DO UPDATE SET n = t.n + excluded.n"
	}
	return insertion(table, scope, "status text", "n bigint") +
		" ON CONFLICT (" + names([]string{scope}) + ", status) DO UPDATE SET n = t.n + excluded.n"
}

// batch gives the rows for a counting statement.
func (t tally) batch() *batch {
	var b batch
	for c, n := range t {
		if c.scope == nil {
			b.add(c.status, n)
		} else {
			b.add(c.scope, c.status, n)
		}
	}
	return &b
}
