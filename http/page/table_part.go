package page

import (
	"net/http"
	"strconv"
)

// Part keeps the rows of the requested page, of a list that holds all rows. The cursor is the number of rows
// before it. The error is a *Problem of the field after.
func (t *Table) Part(c *Context, perPage int) error {
	before, err := c.RowsBefore()
	if err != nil {
		return err
	}
	t.Total = int64(len(t.Rows))
	end := min(before+perPage, len(t.Rows))
	if end < len(t.Rows) {
		t.After = strconv.Itoa(end)
	}
	t.Rows = t.Rows[min(before, end):end]
	return nil
}

// RowsBefore reads the cursor of a list that holds all rows: the number of rows before the requested page. The
// error is a *Problem of the field after.
func (c *Context) RowsBefore() (int, error) {
	after := c.Query.Get("after")
	if after == "" {
		return 0, nil
	}
	before, err := strconv.Atoi(after)
	if err != nil || before < 0 {
		return 0, wrongParameter("after", "is no place in this list")
	}
	return before, nil
}

// wrongParameter refuses a parameter of the page's address.
func wrongParameter(name, message string) *Problem {
	return &Problem{
		Status: http.StatusBadRequest, Code: "invalid_field", Message: name + ": " + message, Fields: map[string]string{name: message},
	}
}
