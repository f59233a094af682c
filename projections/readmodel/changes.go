package readmodel

import "encoding/json"

// jsonNull is the value of a JSON column that is never NULL.
var jsonNull = json.RawMessage("null")

// changes are a batch's changes to rows, by key and in the order of the first change
// of each row.
type changes[K comparable, C any] struct {
	byKey map[K]*C
	list  []*C
}

// forKey returns the change of the row with this key, which is the zero value at
// first.
func (c *changes[K, C]) forKey(key K) *C {
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

// reset forgets the changes.
func (c *changes[K, C]) reset() {
	clear(c.byKey)
	c.list = c.list[:0]
}

// setUnlessZero sets a field, unless the value is the zero value.
func setUnlessZero[T comparable](field *T, value T) {
	var zero T
	if value != zero {
		*field = value
	}
}
