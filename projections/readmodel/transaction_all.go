package readmodel

import (
	"context"
	"errors"
	"strconv"
	"strings"
)

// AllTransactions returns a page of the transactions that the filter selects, newest first, and
// the number of all: of all clients where ClientID is 0. Then Query is the whole of an external_id,
// not its begin, and Metadata must be empty.
//
// Every index of transactions begins with the client, or has one id. So a list of all clients is
// merged from the lists of each: its cost grows with the number of clients, not of transactions, and
// no further index has to be written.
func (q *Queries) AllTransactions(ctx context.Context, f TransactionFilter, p Page) ([]Transaction, int64, error) {
	if f.ClientID != 0 {
		return q.Transactions(ctx, f, p)
	}
	total, err := q.countAll(ctx, f, p)
	if err != nil {
		return nil, 0, err
	}
	skip := int64(0)
	if p.After == nil {
		skip = int64(p.Number-1) * int64(p.PerPage)
		if int64(p.Number-1) > total/int64(p.PerPage) || skip >= total {
			return []Transaction{}, total, nil
		}
	}
	s := &search{}
	rows := f.ofAll(s, p.After)
	if f.names() == 0 {
		rows = f.ofEach(s, rows+newestFirst+s.bind(" LIMIT ?", []any{skip + int64(p.PerPage)}))
	}
	ids := "SELECT id FROM (" + rows + ") AS merged" + newestFirst + s.bind(" OFFSET ? LIMIT ?", []any{skip, p.PerPage})
	list, err := shownTransactions.list(ctx, q, "WHERE id = ANY (ARRAY("+ids+"))"+shownTransactions.newestFirst(), s.args...)
	return list, total, err
}

// countAll returns the number of all rows that the filter selects. It sums counters where it can.
func (q *Queries) countAll(ctx context.Context, f TransactionFilter, p Page) (total int64, err error) {
	if p.After != nil {
		return p.After.Total, nil
	}
	s := &search{}
	query := ""
	switch {
	case f.isCounted():
		s.and("n > 0")
		s.equals("status", f.Status)
		s.equals("channel", f.Channel)
		query = "SELECT COALESCE(sum(n), 0)::bigint FROM transaction_counts" + s.clause()
	case f.names() > 0:
		query = "SELECT count(*) FROM (" + f.ofAll(s, nil) + ") AS found"
	default:
		query = "SELECT count(*) FROM (" + f.ofEach(s, f.ofAll(s, nil)+newestFirst) + ") AS found"
	}
	if err := q.db.GetContext(ctx, &total, query, s.args...); err != nil {
		return 0, &queryError{"transactions", err}
	}
	return total, nil
}

// names is the number of conditions on references: few rows have one.
func (f TransactionFilter) names() (n int) {
	for _, name := range []string{f.ExternalID, f.Query} {
		if name != "" {
			n++
		}
	}
	return n
}

// ofAll selects the places of the rows that have all that the filter names. Without a reference
// they are those of one client, each.client_id.
func (f TransactionFilter) ofAll(s *search, after *Place) string {
	rows := &search{args: s.args}
	from := "transactions"
	if f.names() > 0 {
		from = f.named(rows)
	} else {
		if f.Status != "" {
			from = "transaction_states"
		}
		rows.and("client_id = each.client_id")
	}
	rows.equals("status", f.Status)
	rows.equals("channel", f.Channel)
	rows.between(f.From, f.To)
	if after != nil {
		rows.and("(created_at, position) < (?, ?)", after.At, after.Position)
	}
	if len(rows.where) == 0 {
		rows.and("true")
	}
	s.args = rows.args
	return "SELECT id, created_at, position FROM " + from + rows.clause()
}

// ofEach selects the rows of each client that has any with the status and the channel.
func (f TransactionFilter) ofEach(s *search, rows string) string {
	return "SELECT own.* FROM " + f.clients(s) + " CROSS JOIN LATERAL (" + rows + ") AS own"
}

func (f TransactionFilter) clients(s *search) string {
	having := &search{args: s.args}
	having.and("n > 0")
	having.equals("status", f.Status)
	having.equals("channel", f.Channel)
	s.args = having.args
	return "(SELECT DISTINCT client_id FROM transaction_counts" + having.clause() + ") AS each"
}

// named selects the rows by the references.
func (f TransactionFilter) named(s *search) string {
	external := func(value string) string {
		one := s.bind("SELECT id FROM transactions WHERE client_id = each.client_id AND external_id = ? OFFSET 0", []any{value})
		return "SELECT own.id FROM " + f.clients(s) + " CROSS JOIN LATERAL (" + one + ") AS own"
	}
	var sets []string
	if f.ExternalID != "" {
		sets = append(sets, ofForms(f.ExternalID, external))
	}
	if f.Query != "" {
		sets = append(sets, ofForms(f.Query, func(form string) string {
			return "(" + external(form) + s.bind(` UNION SELECT id FROM transactions WHERE transaction_id = ?
			UNION SELECT id FROM transactions WHERE provider_id = ?
			UNION SELECT id FROM transactions WHERE va_number = ?)`, []any{form, form, form})
		}))
	}
	// OFFSET 0 keeps PostgreSQL from looking for the ids among all rows.
	return "(SELECT * FROM transactions WHERE id = ANY (ARRAY(" + strings.Join(sets, " INTERSECT ") + ")) OFFSET 0) AS narrowed"
}

// TransactionOfAny returns a transaction of any client by its integer id, else by its
// transaction_id: that of a payment, else the newest recorded one. Error: ErrNotFound.
func (q *Queries) TransactionOfAny(ctx context.Context, name string) (Transaction, error) {
	if id, err := strconv.ParseInt(name, 10, 64); err == nil && strconv.FormatInt(id, 10) == name {
		t, err := transactionTable.get(ctx, q, "WHERE id = $1", id)
		if !errors.Is(err, ErrNotFound) {
			return t, err
		}
	}
	t, err := q.PaymentByTransactionID(ctx, name)
	if errors.Is(err, ErrNotFound) {
		return q.RecordedTransaction(ctx, name, 0)
	}
	return t, err
}
