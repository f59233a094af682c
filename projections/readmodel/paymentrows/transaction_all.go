package paymentrows

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"gateway/projections/readmodel/readtable"
)

// AllTransactions returns a page of the transactions that the filter selects, newest first, and their total
// number. ClientID 0 selects all clients; then Query must be a whole external_id, not a prefix, and Metadata
// must be empty.
//
// Every index on transactions starts with the client or identifies a single row. So a list over all clients
// is merged from the lists of each client: its cost grows with the number of clients, not of transactions,
// and no further index has to be maintained.
func (q Queries) AllTransactions(ctx context.Context, f TransactionFilter, p readtable.Page) ([]Transaction, int64, error) {
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
	s := &readtable.Search{}
	rows := f.ofAll(s, p.After)
	if f.names() == 0 {
		rows = f.ofEach(s, rows+readtable.NewestFirst+s.Bind(" LIMIT ?", []any{skip + int64(p.PerPage)}))
	}
	ids := "SELECT id FROM (" + rows + ") AS merged" + readtable.NewestFirst + s.Bind(" OFFSET ? LIMIT ?", []any{skip, p.PerPage})
	list, err := shownTransactions.List(ctx, q.DB, "WHERE id = ANY (ARRAY("+ids+"))"+shownTransactions.NewestFirst(), s.Args...)
	return list, total, err
}

// countAll returns the number of all rows that the filter selects. It sums counters where it can.
func (q Queries) countAll(ctx context.Context, f TransactionFilter, p readtable.Page) (total int64, err error) {
	if p.After != nil {
		return p.After.Total, nil
	}
	s := &readtable.Search{}
	query := ""
	switch {
	case f.isCounted():
		s.And("n > 0")
		s.Equals("status", f.Status)
		s.Equals("channel", f.Channel)
		query = "SELECT COALESCE(sum(n), 0)::bigint FROM transaction_counts" + s.Clause()
	case f.names() > 0:
		query = "SELECT count(*) FROM (" + f.ofAll(s, nil) + ") AS found"
	default:
		query = "SELECT count(*) FROM (" + f.ofEach(s, f.ofAll(s, nil)+readtable.NewestFirst) + ") AS found"
	}
	if err := q.SQL.GetContext(ctx, &total, query, s.Args...); err != nil {
		return 0, readtable.Failed("transactions", err)
	}
	return total, nil
}

// names returns the number of conditions on references, each of which few rows satisfy.
func (f TransactionFilter) names() (n int) {
	for _, name := range []string{f.ExternalID, f.Query} {
		if name != "" {
			n++
		}
	}
	return n
}

// ofAll selects the places of the rows that satisfy the whole filter. Without a reference it selects the rows
// of one client, each.client_id.
func (f TransactionFilter) ofAll(s *readtable.Search, after *readtable.Place) string {
	rows := &readtable.Search{Args: s.Args}
	from := "transactions"
	if f.names() > 0 {
		from = f.named(rows)
	} else {
		if f.Status != "" {
			from = "transaction_states"
		}
		rows.And("client_id = each.client_id")
	}
	rows.Equals("status", f.Status)
	rows.Equals("channel", f.Channel)
	rows.Between("created_at", f.From, f.To)
	if after != nil {
		rows.And("(created_at, position) < (?, ?)", after.At, after.Position)
	}
	s.Args = rows.Args
	return "SELECT id, created_at, position FROM " + from + rows.Clause()
}

// ofEach selects the rows of each client that has any rows with the status and the channel.
func (f TransactionFilter) ofEach(s *readtable.Search, rows string) string {
	return "SELECT own.* FROM " + f.clients(s) + " CROSS JOIN LATERAL (" + rows + ") AS own"
}

func (f TransactionFilter) clients(s *readtable.Search) string {
	having := &readtable.Search{Args: s.Args}
	having.And("n > 0")
	having.Equals("status", f.Status)
	having.Equals("channel", f.Channel)
	s.Args = having.Args
	return "(SELECT DISTINCT client_id FROM transaction_counts" + having.Clause() + ") AS each"
}

// named selects rows by the filter's references.
func (f TransactionFilter) named(s *readtable.Search) string {
	external := func(value string) string {
		one := s.Bind("SELECT id FROM transactions WHERE client_id = each.client_id AND external_id = ? OFFSET 0", []any{value})
		return "SELECT own.id FROM " + f.clients(s) + " CROSS JOIN LATERAL (" + one + ") AS own"
	}
	var sets []string
	if f.ExternalID != "" {
		sets = append(sets, ofForms(f.ExternalID, external))
	}
	if f.Query != "" {
		sets = append(sets, ofForms(f.Query, func(form string) string {
			return "(" + external(form) + s.Bind(` UNION SELECT id FROM transactions WHERE transaction_id = ?
			UNION SELECT id FROM transactions WHERE provider_id = ?
			UNION SELECT id FROM transactions WHERE va_number = ?)`, []any{form, form, form})
		}))
	}
	// OFFSET 0 keeps PostgreSQL from searching all rows for the ids.
	return "(SELECT * FROM transactions WHERE id = ANY (ARRAY(" + strings.Join(sets, " INTERSECT ") + ")) OFFSET 0) AS narrowed"
}

// TransactionOfAny returns a transaction of any client by its integer id, or else by its transaction_id: the
// payment with it, or else the newest recorded transaction. Error: ErrNotFound.
func (q Queries) TransactionOfAny(ctx context.Context, name string) (Transaction, error) {
	if id, err := strconv.ParseInt(name, 10, 64); err == nil && strconv.FormatInt(id, 10) == name {
		t, err := transactionTable.Get(ctx, q.DB, "WHERE id = $1", id)
		if !errors.Is(err, readtable.ErrNotFound) {
			return t, err
		}
	}
	t, err := q.PaymentByTransactionID(ctx, name)
	if errors.Is(err, readtable.ErrNotFound) {
		return q.RecordedTransaction(ctx, name, 0)
	}
	return t, err
}
