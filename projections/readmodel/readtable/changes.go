package readtable

import "encoding/json"

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
