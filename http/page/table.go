package page

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"gateway/domain/words"

	"github.com/shopspring/decimal"
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
	// Dense says that the list has many columns, which a wide screen is to show side by side.
	Dense bool
	// Choosers are buttons that do something to the rows that a person chooses (Row.Choice).
	Choosers []Chooser
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
	// Choice is the check box of the row; nil if it can't be chosen.
	Choice *Choice
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
	if slices.Contains(names, "from") {
		c.addPeriod(out)
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

// View is a table as its template shows it, without columns that are empty in every row. On a phone a row
// becomes a card.
type View struct {
	Heads []ViewCell
	Rows  [][]ViewCell
	// Cards says that a phone shows a row as a card of two or three lines: the thing, its amount, its state,
	// its time and one more cell. The rest is on the thing's page. Without Cards, a phone shows each cell
	// beside its heading.
	Cards bool
}

// ViewCell is a cell, or the heading of a column, with its classes.
type ViewCell struct {
	Cell
	// Label is the heading of the cell's column.
	Label, Class string
}

// The parts of a card, by the class of their cells.
const (
	cardWhat   = "card-what"
	cardAmount = "card-amount"
	cardMore   = "card-more"
	cardState  = "card-state"
	cardWhen   = "card-when"
)

// View returns the table as its template shows it.
func (t *Table) View() View {
	card := t.card()
	v := View{Cards: card != nil}
	var shown []int
	for i, column := range t.Columns {
		if cells := t.column(i); len(cells) > 0 && !slices.ContainsFunc(cells, isShown) {
			continue
		}
		shown = append(shown, i)
		v.Heads = append(v.Heads, ViewCell{Cell: Plain(column.Heading), Class: classes(t.kind(i), card[i])})
	}
	for _, row := range t.Rows {
		var cells []ViewCell
		for _, i := range shown {
			if i < len(row.Cells) {
				cells = append(cells, ViewCell{row.Cells[i], t.Columns[i].Heading, classes(row.Cells[i].Kind, card[i], empty(row.Cells[i]))})
			}
		}
		v.Rows = append(v.Rows, cells)
	}
	return v
}

// card returns the part of the card that each column fills, by column number. It is nil for a table whose rows
// link nowhere, because then a phone has to show all columns.
func (t *Table) card() map[int]string {
	what := t.find(nil, func(c Cell) bool { return c.Path != "" && (c.Kind == "" || c.Kind == "code" || c.Kind == "number") })
	if what < 0 {
		return nil
	}
	card := map[int]string{what: cardWhat}
	for _, one := range []struct{ kind, part string }{{"money", cardAmount}, {"state", cardState}, {"time", cardWhen}} {
		if i := t.find(card, func(c Cell) bool { return c.Kind == one.kind }); i >= 0 {
			card[i] = one.part
		}
	}
	if len(card) < 3 {
		return nil
	}
	for _, is := range []func(Cell) bool{
		func(c Cell) bool { return c.Path != "" },
		func(c Cell) bool { return c.Kind == "" && isShown(c) },
		func(c Cell) bool { return c.Kind == "code" && isShown(c) },
	} {
		if i := t.find(card, is); i >= 0 {
			card[i] = cardMore
			return card
		}
	}
	return card
}

// find returns the first column that is not taken and has such a cell, -1 if there is none.
func (t *Table) find(taken map[int]string, is func(Cell) bool) int {
	for i := range t.Columns {
		if taken[i] == "" && slices.ContainsFunc(t.column(i), is) {
			return i
		}
	}
	return -1
}

func (t *Table) column(i int) (cells []Cell) {
	for _, row := range t.Rows {
		if i < len(row.Cells) {
			cells = append(cells, row.Cells[i])
		}
	}
	return cells
}

// kind is the kind of the column's cells; the heading is aligned with them.
func (t *Table) kind(i int) string {
	for _, c := range t.column(i) {
		if c.Kind != "" {
			return c.Kind
		}
	}
	return ""
}

func isShown(c Cell) bool { return c.Text != "" }

// empty is the class of cells that a phone leaves out.
func empty(c Cell) string {
	if !isShown(c) {
		return "is-empty"
	}
	if d, err := decimal.NewFromString(c.Raw); err == nil && d.IsZero() && (c.Kind == "money" || c.Kind == "number") {
		return "is-zero"
	}
	return ""
}

// classes joins the class of a kind with others.
func classes(kind string, others ...string) string {
	all := others
	if kind != "" {
		all = append([]string{"is-" + kind}, others...)
	}
	return strings.Join(slices.DeleteFunc(all, func(one string) bool { return one == "" }), " ")
}
