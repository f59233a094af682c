package page

import (
	"net/http"
	"strconv"
)

// Part keeps the rows of the page that is asked for, of a list that is there as a whole. The cursor is
// the number of rows before it. Error: a *Problem of the field after.
func (t *Table) Part(c *Context, perPage int) error {
	before := 0
	if after := c.Query.Get("after"); after != "" {
		var err error
		if before, err = strconv.Atoi(after); err != nil || before < 0 {
			const no = "is no place in this list"
			return &Problem{Status: http.StatusBadRequest, Code: "invalid_field", Message: "after: " + no, Fields: map[string]string{"after": no}}
		}
	}
	t.Total = int64(len(t.Rows))
	end := min(before+perPage, len(t.Rows))
	if end < len(t.Rows) {
		t.After = strconv.Itoa(end)
	}
	t.Rows = t.Rows[min(before, end):end]
	return nil
}
