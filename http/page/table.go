package page

import (
	"net/url"
	"slices"
	"strings"

	"gateway/http/page/words"
)

// Table is a list. The page's own list (Page.Table) has filters in the page's address, and a CSV file of it has
// all the rows that the filters select.
type Table struct {
	Title   string
	Columns []string
	Rows    []Row
	// FileColumns are the headings of further columns that only the CSV file has.
	FileColumns []string
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

// Row is a row of a table.
type Row struct {
	Cells []Cell
	// File holds the values of the table's FileColumns.
	File []Cell
}

// Add adds a row.
func (t *Table) Add(cells ...Cell) { t.Rows = append(t.Rows, Row{Cells: cells}) }

// Without removes columns by their numbers, counted from 0, such as those in which all rows of the list agree.
// It returns the same list.
func (t *Table) Without(columns ...int) *Table {
	keep := func(i int) bool { return !slices.Contains(columns, i) }
	t.Columns = kept(t.Columns, keep)
	for i := range t.Rows {
		t.Rows[i].Cells = kept(t.Rows[i].Cells, keep)
	}
	return t
}

func kept[T any](all []T, keep func(i int) bool) (some []T) {
	for i, one := range all {
		if keep(i) {
			some = append(some, one)
		}
	}
	return some
}

// Titles returns the headings of columns.
func (c *Context) Titles(titles ...words.Text) []string {
	out := make([]string, len(titles))
	for i, title := range titles {
		out[i] = c.T(title)
	}
	return out
}

// Keep keeps only these columns, for a narrow place.
func (t *Table) Keep(columns ...int) {
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
		if name != "done" {
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
