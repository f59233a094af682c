package readtable

import (
	"encoding/json"
	"slices"
)

// JSONNull is the empty value of a JSON column that is never NULL.
var JSONNull = json.RawMessage("null")

// Changes are a batch's changes to rows, by key. They keep the order in which rows first changed.
type Changes[K comparable, C any] struct {
	byKey map[K]*C
	List  []*C
}

// ForKey returns the change of the row with this key. A new change is the zero value.
func (c *Changes[K, C]) ForKey(key K) *C {
	if known, ok := c.byKey[key]; ok {
		return known
	}
	if c.byKey == nil {
		c.byKey = make(map[K]*C)
	}
	change := new(C)
	c.byKey[key], c.List = change, append(c.List, change)
	return change
}

// Known returns the row with this key, or nil when there is none.
func (c *Changes[K, C]) Known(key K) *C { return c.byKey[key] }

// CounterChanges are a batch's changes to the counts of rows by status. A counter whose changes sum to zero
// is written, too, because which counters exist must not depend on how the events were batched.
type CounterChanges map[Counter]int64

// Counter identifies the count of rows with one status within a scope. The scope is a client's id, a kind, a
// ClientScope, or nil for a table that counts all rows together.
type Counter struct {
	Scope  any
	Status string
}

// ClientScope is a client and a word: the channel of its transactions or the kind of its payouts.
type ClientScope struct {
	ClientID int64
	Word     string
}

// Move records that a row's status changes. from is empty for a new row.
func (c CounterChanges) Move(scope any, from, to string) {
	if from != "" {
		c[Counter{scope, from}]--
	}
	c[Counter{scope, to}]++
}

// AddToCounters returns the statement that adds changes to a table of counters. Each column of the scope is
// given as "name type".
func AddToCounters(table string, scope ...string) string {
	columns := append(slices.Clone(scope), "status text")
	return InsertStatement(table, append(slices.Clone(columns), "n bigint")...) +
		" ON CONFLICT (" + names(columns) + ") DO UPDATE SET n = t.n + excluded.n"
}

// Batch returns the rows for the statement of AddToCounters.
func (c CounterChanges) Batch() *Batch {
	var b Batch
	for key, n := range c {
		switch scope := key.Scope.(type) {
		case nil:
			b.Add(key.Status, n)
		case ClientScope:
			b.Add(scope.ClientID, scope.Word, key.Status, n)
		default:
			b.Add(scope, key.Status, n)
		}
	}
	return &b
}
