package readtable

import (
	"slices"
	"strings"
)

// Scope is what a count belongs to: a client, a kind, a channel, or several of them. A field that the table does not
// have is zero.
type Scope struct {
	ClientID      int64
	Kind, Channel string
}

// Count identifies the count of the rows with one status in a scope.
type Count struct {
	Scope
	Status string
}

// Counts are a batch's changes to counts. A count whose changes sum to zero is written, too, because which counts
// exist must not depend on how the events were batched.
type Counts map[Count]int64

// Move records that a row's status changes. from is empty for a new row.
func (c Counts) Move(s Scope, from, to string) {
	if from != "" {
		c[Count{s, from}]--
	}
	c[Count{s, to}]++
}

// Counter is a table of counts.
type Counter struct{ add Writer[countRow] }

// CounterIn returns the table of counts with the columns of its scope: client_id, kind or channel.
func CounterIn(table string, scope ...string) Counter {
	names := append(slices.Clone(scope), "status")
	key := strings.Join(names, ", ")
	return Counter{Custom("INSERT INTO "+table+" AS t ("+key+", n) SELECT "+key+", n FROM {rows} ON CONFLICT ("+key+
		") DO UPDATE SET n = t.n + excluded.n", (*countRow).columns, append(names, "n")...)}
}

// Add adds the changes to the table.
func (c Counter) Add(changes Counts) Step {
	rows := make([]*countRow, 0, len(changes))
	for count, n := range changes {
		rows = append(rows, &countRow{count, n})
	}
	return c.add.Rows(rows...)
}

type countRow struct {
	Count
	n int64
}

func (r *countRow) columns(f *Fields) {
	f.At("client_id", &r.ClientID).At("kind", &r.Kind).At("channel", &r.Channel).At("status", &r.Status).At("n", &r.n)
}
