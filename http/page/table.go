package page

import (
	"net/url"
	"slices"
	"strings"

	"gateway/domain/words"
)

// Table is a list. The page's own list (Page.Table) has filters in the page's address, and a CSV file of it has
// all the rows that the filters select.
type Table struct {
	Title   string
	Columns []Column
	Rows    []Row
	// FileColumns are the headings of further columns, which only the file has.
	FileColumns []Column
	// Filters are the fields above the list.
	Filters []Field
	// Total is the number of rows on all pages, 0 if unknown.
	Total int64
	// After is the cursor of the next rows (query `after`), empty at the end.
	After string
	// Empty says what to do if the list has no rows yet.
	Empty string
	// Mark is the position from which a script continues, or empty.
	Mark string

	page bool
	// refused says that a filter is wrong, so that the list has no rows.
	refused bool
	// number is the place of the table among those of Page.Show, counted from 1; 0 if the table has no file.
	number int
}

// Column of a table: the word that names it in the code, and its heading in the page's language.
type Column struct {
	Name    words.Text
	Heading string
}

// Row of a table.
type Row struct {
	Cells []Cell
	// File holds the values of the table's FileColumns.
	File []Cell
}

// Add adds a row.
func (t *Table) Add(cells ...Cell) { t.Rows = append(t.Rows, Row{Cells: cells}) }

// Without takes columns out, such as those that all rows of a part of the list have in common. It
// returns the same list.
func (t *Table) Without(columns ...words.Text) *Table {
	t.keep(func(c Column) bool { return !slices.Contains(columns, c.Name) })
	return t
}

// Titles are columns with their headings.
func (c *Context) Titles(names ...words.Text) []Column {
	out := make([]Column, len(names))
	for i, name := range names {
		out[i] = Column{name, c.T(name)}
	}
	return out
}

// Keep keeps some of the columns, for a narrow place.
func (t *Table) Keep(columns ...words.Text) {
	t.keep(func(c Column) bool { return slices.Contains(columns, c.Name) })
}

func (t *Table) keep(is func(Column) bool) {
	var columns []int
	for i, c := range t.Columns {
		if is(c) {
			columns = append(columns, i)
		}
	}
	t.Columns = picked(t.Columns, columns)
	for i := range t.Rows {
		t.Rows[i].Cells = picked(t.Rows[i].Cells, columns)
	}
}

func picked[T any](all []T, at []int) []T {
	kept := make([]T, len(at))
	for i, n := range at {
		kept[i] = all[n]
	}
	return kept
}

// address returns the page's own address with some parameters changed.
func (c *Context) address(change map[string]string) string {
	query := url.Values{}
	for name, values := range c.Query {
		if name != DoneParameter {
			query[name] = values
		}
	}
	for name, value := range change {
		if value == "" {
			query.Del(name)
			continue
		}
		query.Set(name, value)
	}
	path := c.gin.Request.URL.EscapedPath()
	if len(query) == 0 {
		return path
	}
	return path + "?" + query.Encode()
}

// Filter returns the parameters of the page's address that the API takes under the same names.
func (c *Context) Filter(names ...string) url.Values {
	out := url.Values{}
	for _, name := range append(names, "after") {
		if value := strings.TrimSpace(c.Query.Get(name)); value != "" {
			out.Set(name, value)
		}
	}
	return out
}

// Choices returns the options of a filter: any, and the keys of a table of words in the given order.
func (c *Context) Choices(table map[string]words.Text, keys ...string) []Option {
	options := []Option{{Text: c.T(words.Any)}}
	for _, key := range keys {
		options = append(options, Option{Value: key, Text: c.Word(table, key)})
	}
	return options
}
