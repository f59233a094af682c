package page

import (
	"slices"
	"strings"

	"github.com/shopspring/decimal"
)

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
