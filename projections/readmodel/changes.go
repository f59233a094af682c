package readmodel

import "encoding/json"

// noJSON is the JSON null of a column that is never absent.
var noJSON = json.RawMessage("null")

// changes are what a batch says of each row, in the order in which it first says
// something of them.
type changes[K comparable, C any] struct {
	byKey map[K]*C
	list  []*C
}

// of gives the change of the row with this key, empty at first.
func (c *changes[K, C]) of(key K) *C {
	if known, ok := c.byKey[key]; ok {
		return known
	}
	if c.byKey == nil {
		c.byKey = make(map[K]*C)
	}
	change := new(C)
	c.byKey[key], c.list = change, append(c.list, change)
	return change
}

// say notes a value, unless it is the zero value, which says nothing.
func say[T comparable](field *T, value T) {
	var zero T
	if value != zero {
		*field = value
	}
}
