package readtable

import (
	"context"
	"strings"

	"github.com/shopspring/decimal"
)

// Sort is the order of the rows of a list. The zero value is SortNewest.
type Sort string

// The orders of lists. Rows of the same time or amount are in the order of their positions.
const (
	SortNewest     Sort = "newest"
	SortOldest     Sort = "oldest"
	SortAmountDown Sort = "amount_desc"
	SortAmountUp   Sort = "amount_asc"
)

// IsNewest reports whether the newest rows come first.
func (s Sort) IsNewest() bool { return s == "" || s == SortNewest }

// ByAmount reports whether the amounts order the rows.
func (s Sort) ByAmount() bool { return s == SortAmountDown || s == SortAmountUp }

// isUp reports whether the rows ascend.
func (s Sort) isUp() bool { return s == SortOldest || s == SortAmountUp }

// Selection is the part of a filter that lists of money have in common: the amount, in rupiah, and the order. No index has the
// amounts of a whole list. A query by them reads all entries of a period on the index of the times, so the filter should
// have one.
type Selection struct {
	// AmountFrom and AmountTo limit the amount; both are included. Nil is no limit.
	AmountFrom *decimal.Decimal `json:",omitzero"`
	AmountTo   *decimal.Decimal `json:",omitzero"`
	Sort       Sort             `json:",omitzero"`
}

// HasAmounts reports whether the amount is limited.
func (s Selection) HasAmounts() bool { return s.AmountFrom != nil || s.AmountTo != nil }

// Limit adds the limits of the column of the amounts.
func (s Selection) Limit(to *Search, column string) {
	if s.AmountFrom != nil {
		to.And(column+" >= ?", *s.AmountFrom)
	}
	if s.AmountTo != nil {
		to.And(column+" <= ?", *s.AmountTo)
	}
}

// Past adds the condition that a row comes after a place.
func (s Sort) Past(to *Search, amount string, after *Place) {
	than := " < "
	if s.isUp() {
		than = " > "
	}
	if s.ByAmount() {
		to.And("("+amount+", position)"+than+"(?, ?)", after.Amount, after.Position)
		return
	}
	to.And("(created_at, position)"+than+"(?, ?)", after.At, after.Position)
}

// Order returns the order of the rows of a table, or of a subquery if the table is empty. amount is the column of the amounts.
func (s Sort) Order(table, amount string) string {
	if table != "" {
		table += "."
	}
	column, direction := "created_at", " DESC"
	if s.ByAmount() {
		column = amount
	}
	if s.isUp() {
		direction = " ASC"
	}
	return " ORDER BY " + table + column + direction + ", " + table + "position" + direction
}

// PageBy is Page in the order of a sort. amount is the column of the amounts.
func (t Table[T]) PageBy(
	ctx context.Context, db DB, s *Search, counters, id string, sort Sort, amount string, p Page,
) (rows []T, total int64, err error) {
	if sort.IsNewest() {
		return t.Page(ctx, db, s, counters, id, p)
	}
	skip := int64(0)
	if p.After != nil {
		total = p.After.Total
		sort.Past(s, amount, p.After)
	} else {
		count := "SELECT count(*) FROM (SELECT FROM " + s.From + s.Clause() + NewestFirst + ") AS counted"
		if counters != "" {
			count = sumOf(counters) + s.Clause()
		}
		if err := db.SQL.GetContext(ctx, &total, count, s.Args...); err != nil {
			return nil, 0, &QueryError{t.from, err}
		}
		var ok bool
		if skip, ok = p.skip(total); !ok {
			return []T{}, total, nil
		}
	}
	from := s.From + s.Clause()
	if sort.ByAmount() {
		// The inner order makes PostgreSQL read the index of the times, even while it has no statistics about the table.
		from = "(SELECT id, created_at, position, " + amount + " FROM " + from + NewestFirst + " OFFSET 0) AS few"
	}
	ids := "ARRAY(SELECT id FROM " + from + sort.Order("", amount) + s.Bind(" OFFSET ? LIMIT ?", []any{skip, p.PerPage}) + ")"
	rows, err = t.List(ctx, db, "WHERE "+strings.Replace(id, "?", ids, 1)+sort.Order(t.name(), amount), s.Args...)
	return rows, total, err
}

// ListPageBy is ListPage with the newest or the oldest rows first.
func (t Table[T]) ListPageBy(ctx context.Context, db DB, counters string, s *Search, sort Sort, p Page) ([]T, int64, error) {
	if sort.IsNewest() {
		return t.ListPage(ctx, db, counters, s, p)
	}
	order := " ORDER BY " + t.name() + ".position ASC"
	if p.After != nil {
		s.And("position > ?", p.After.Position)
		rows, err := t.listSearch(ctx, db, s, order, " LIMIT ?", p.PerPage)
		return rows, p.After.Total, err
	}
	total, err := t.count(ctx, db, sumOf(counters), s)
	skip, ok := p.skip(total)
	if err != nil || !ok {
		return []T{}, total, err
	}
	s.And("position >= (SELECT position FROM "+t.name()+s.Clause()+" ORDER BY position ASC OFFSET ? LIMIT 1)", skip)
	rows, err := t.listSearch(ctx, db, s, order, " LIMIT ?", p.PerPage)
	return rows, total, err
}
