package paymentrows

import (
	"context"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"

	"gateway/domain/payment"
	"gateway/domain/text"
	"gateway/projections/readmodel/readtable"
)

// TransactionFilter selects transactions of one client. An empty field selects all.
type TransactionFilter struct {
	// ClientID is required.
	ClientID                    int64
	Status, Channel, ExternalID string
	// Connection is that of Transaction.Asked. The rows of all connections between From and To are looked at, so
	// From should not be zero with it.
	Connection string
	// Only leaves rows out: OnlyPayments or OnlyPaid.
	Only string
	// ChannelCode is the bank or wallet that a payment was made for; an invoice has none. From should not be zero with it.
	ChannelCode string
	// HeldFrom and HeldTo, both included, leave payments of which money is held since then. HeldTo is zero for all.
	HeldFrom, HeldTo time.Time
	// Query is the prefix of an external_id, or a whole transaction_id, provider id or virtual account
	// number. It has no wildcards.
	Query string
	// State is one of the states of TransactionStates, which statuses don't tell.
	State string `json:",omitzero"`
	// From and To limit the creation time; both are included.
	From, To time.Time
	// Selection is that of the total. The rows between From and To are looked at, so From should not be zero with it.
	readtable.Selection
	// Metadata has the members, by key, that the transaction's metadata must have (filterableMembers).
	Metadata map[string]string
}

// The values of Only: payments are the transactions that are not recorded, and paid ones the payments whose money was
// credited.
const (
	OnlyPayments = "payments"
	OnlyPaid     = "paid"
)

// table is the one whose indexes serve the conditions on status, channel and connection. Only one has the connection.
func (f TransactionFilter) table() string {
	if (f.Status != "" || f.Only == OnlyPaid) && f.Connection == "" && f.ChannelCode == "" && f.State == "" {
		return "transaction_states"
	}
	return "transactions"
}

// The states of transactions that no status tells. A transaction may be in several of them.
const (
	// StateCancelled: the client cancelled the payment, and no money was credited since.
	StateCancelled = "cancelled"
	// StateReplaced: a newer payment of its chain replaced it, whatever became of it afterwards.
	StateReplaced = "replaced"
	// StateUnderReview: some of its money is in suspense and waits for the decision of a person.
	StateUnderReview = "under_review"
)

// stateConditions select the transactions in each state. Each is the predicate of a partial index, so that it must not
// have an argument.
var stateConditions = map[string]string{
	StateCancelled: "cancelled", StateReplaced: "replaced_by IS NOT NULL", StateUnderReview: "open_suspense > 0",
}

// TransactionStates returns the states that lists can be filtered by, in the order in which a form offers them.
func TransactionStates() []string { return []string{StateCancelled, StateReplaced, StateUnderReview} }

// inState adds the condition on the state, if there is one.
func (f TransactionFilter) inState(s *readtable.Search) {
	if condition, ok := stateConditions[f.State]; ok {
		s.And(condition)
	}
}

// isCounted reports whether counters exist for the transactions that the filter selects.
func (f TransactionFilter) isCounted() bool {
	return f.Only == "" && f.ChannelCode == "" && f.HeldTo.IsZero() && f.ExternalID == "" && f.Query == "" && f.Connection == "" &&
		f.State == "" && !f.HasAmounts() && f.From.IsZero() && f.To.IsZero() && len(f.Metadata) == 0
}

// Transactions returns a page of the transactions that the filter selects, newest first, and their total
// number. Fields that are not in the JSON stay zero.
func (q Queries) Transactions(ctx context.Context, f TransactionFilter, p readtable.Page) ([]Transaction, int64, error) {
	s := &readtable.Search{From: "transactions"}
	s.From = f.table()
	s.And("client_id = ?", f.ClientID)
	s.Equals("status", f.Status)
	s.Equals("channel", f.Channel)
	s.Equals("connection", f.Connection)
	f.leave(s)
	f.inState(s)
	f.Limit(s, "total")
	counters := "transaction_counts"
	if !f.isCounted() {
		counters = ""
		s.Between("created_at", f.From, f.To)
		f.narrow(s)
	}
	return shownTransactions.PageBy(ctx, q.DB, s, counters, "id = ANY (?)", f.Sort, "total", p)
}

// IsTransactionStatus reports whether the client has a transaction that has, or had, this status. The
// statuses of recorded transactions are the client's own words.
func (q Queries) IsTransactionStatus(ctx context.Context, clientID int64, status string) (bool, error) {
	var known bool
	err := q.SQL.GetContext(ctx, &known, "SELECT EXISTS (SELECT FROM transaction_counts WHERE client_id = $1 AND status = $2)",
		clientID, status)
	if err != nil {
		return false, readtable.Failed("transaction_counts", err)
	}
	return known, nil
}

// LastCharacter is the last character of Unicode, which does not occur in text that people write. In byte
// order, all texts with a prefix lie between the prefix and the prefix followed by LastCharacter.
const LastCharacter = "\U0010ffff"

// groupedDigits are digits in groups, as people write and read out a long number.
var groupedDigits = regexp.MustCompile(`^[0-9]+([ \x{a0}.-]+[0-9]+)+$`)

// VANumberOf returns the digits of a number that people write in groups, such as "8077 7000-1234 5678". Another text it
// returns as it is.
func VANumberOf(text string) string {
	if text = strings.TrimSpace(text); !groupedDigits.MatchString(text) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

// leave adds the conditions of Only and ChannelCode.
func (f TransactionFilter) leave(s *readtable.Search) {
	if f.Only != "" {
		s.And("channel <> ?", ChannelRecorded)
	}
	if f.Only == OnlyPaid {
		s.And("status IN (?, ?)", payment.StatusPaid, payment.StatusSettled)
	}
	s.Equals("code_asked", f.ChannelCode)
}

// narrow replaces the table with the rows that the conditions on references and metadata select.
func (f TransactionFilter) narrow(s *readtable.Search) {
	if len(f.Metadata) == 1 && f.ExternalID == "" && f.Query == "" && f.HeldTo.IsZero() && f.ChannelCode == "" && f.Only == "" {
		f.followMember(s)
		return
	}
	var sets []string
	if f.ExternalID != "" {
		sets = append(sets, ofForms(f.ExternalID, func(form string) string {
			return s.Bind("SELECT id FROM transactions WHERE client_id = ? AND external_id = ?", []any{f.ClientID, form})
		}))
	}
	if f.Query != "" {
		sets = append(sets, ofForms(f.Query, func(form string) string {
			return s.Bind(`(SELECT id FROM transactions WHERE client_id = ? AND external_id >= ? AND external_id <= ?
			UNION SELECT id FROM transactions WHERE transaction_id = ?
			UNION SELECT id FROM transactions WHERE provider_id = ?
			UNION SELECT id FROM transactions WHERE va_number = ?)`,
				[]any{f.ClientID, form, form + LastCharacter, form, form, VANumberOf(form)})
		}))
	}
	if !f.HeldTo.IsZero() {
		sets = append(sets, s.Bind(`SELECT t.id FROM holds AS h JOIN transactions AS t ON t.transaction_id = h.transaction_id
			WHERE h.client_id = ? AND h.held_since >= ? AND h.held_since <= ? AND t.channel <> ?`,
			[]any{f.ClientID, f.HeldFrom, f.HeldTo, ChannelRecorded}))
	}
	for key, value := range f.Metadata {
		sets = append(sets, s.Bind("SELECT id FROM transaction_metadata WHERE client_id = ? AND key = ? AND value = ?",
			[]any{f.ClientID, key, value}))
	}
	if len(sets) > 0 {
		// OFFSET 0 keeps PostgreSQL from searching all rows of the client for the ids.
		s.From = "(SELECT * FROM transactions WHERE id = ANY (ARRAY(" + strings.Join(sets, " INTERSECT ") + ")) OFFSET 0) AS narrowed"
	}
}

// ofForms combines the selections for every form in which a text may be stored.
func ofForms(sent string, selects func(form string) string) string {
	forms := text.Forms(sent)
	sets := make([]string, len(forms))
	for i, form := range forms {
		sets[i] = selects(form)
	}
	if len(sets) == 1 {
		return sets[0]
	}
	return "(" + strings.Join(sets, " UNION ") + ")"
}

// followMember reads the rows along the index on one metadata member, because many payments may have it.
func (f TransactionFilter) followMember(s *readtable.Search) {
	for key, value := range f.Metadata {
		members := &readtable.Search{From: "transaction_metadata", Args: s.Args}
		members.And("client_id = ?", f.ClientID)
		members.And("key = ?", key)
		members.And("value = ?", value)
		members.Between("created_at", f.From, f.To)
		s.Args = members.Args
		s.From = "(SELECT m.id, m.created_at, m.position, t.client_id, t.status, t.channel, t.connection," +
			" t.total, t.cancelled, t.replaced_by, t.open_suspense FROM (SELECT id, created_at, position" +
			" FROM transaction_metadata" + members.Clause() + ") AS m JOIN transactions AS t ON t.id = m.id) AS narrowed"
	}
}

func (t Transaction) isNewer(than Transaction) bool { return t.CreatedAt.After(than.CreatedAt) }

// StoredStatus returns the form in which a client's transactions store a status, because the statuses of
// recorded transactions are the client's own words. For clientID 0 (all clients) it returns the NFC form.
func (q Queries) StoredStatus(ctx context.Context, clientID int64, sent string) (string, error) {
	forms := text.Forms(sent)
	stored := forms[len(forms)-1]
	if stored == sent || clientID == 0 {
		return stored, nil
	}
	known, err := q.IsTransactionStatus(ctx, clientID, sent)
	if known {
		return sent, err
	}
	return stored, err
}

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
		rows = f.ofEach(s, rows+f.Sort.Order("", "total")+s.Bind(" LIMIT ?", []any{skip + int64(p.PerPage)}))
	}
	ids := "SELECT id FROM (" + rows + ") AS merged" + f.Sort.Order("", "total") + s.Bind(" OFFSET ? LIMIT ?", []any{skip, p.PerPage})
	list, err := shownTransactions.List(ctx, q.DB, "WHERE id = ANY (ARRAY("+ids+"))"+f.Sort.Order("transactions", "total"), s.Args...)
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
	from := f.table()
	if f.names() > 0 {
		from = f.named(rows)
	} else {
		rows.And("client_id = each.client_id")
	}
	rows.Equals("status", f.Status)
	rows.Equals("channel", f.Channel)
	rows.Equals("connection", f.Connection)
	f.leave(rows)
	f.inState(rows)
	f.Limit(rows, "total")
	rows.Between("created_at", f.From, f.To)
	if after != nil {
		f.Sort.Past(rows, "total", after)
	}
	s.Args = rows.Args
	return "SELECT id, created_at, position, total FROM " + from + rows.Clause()
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
			UNION SELECT id FROM transactions WHERE va_number = ?)`, []any{form, form, VANumberOf(form)})
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
