package paymentrows

import (
	"context"
	"strings"
	"time"

	"gateway/domain/text"
	"gateway/projections/readmodel/readtable"
)

// TransactionFilter selects transactions of one client. An empty field selects all.
type TransactionFilter struct {
	// ClientID is required.
	ClientID                    int64
	Status, Channel, ExternalID string
	// Query is the prefix of an external_id, or a whole transaction_id, provider id or virtual account
	// number. It has no wildcards.
	Query string
	// From and To limit the creation time; both are included.
	From, To time.Time
	// Metadata has the members, by key, that the transaction's metadata must have (filterableMembers).
	Metadata map[string]string
}

// isCounted reports whether counters exist for the transactions that the filter selects.
func (f TransactionFilter) isCounted() bool {
	return f.ExternalID == "" && f.Query == "" && f.From.IsZero() && f.To.IsZero() && len(f.Metadata) == 0
}

// Transactions returns a page of the transactions that the filter selects, newest first, and their total
// number. Fields that are not in the JSON stay zero.
func (q Queries) Transactions(ctx context.Context, f TransactionFilter, p readtable.Page) ([]Transaction, int64, error) {
	s := &readtable.Search{From: "transactions"}
	if f.Status != "" {
		s.From = "transaction_states"
	}
	s.And("client_id = ?", f.ClientID)
	s.Equals("status", f.Status)
	s.Equals("channel", f.Channel)
	counters := "transaction_counts"
	if !f.isCounted() {
		counters = ""
		s.Between("created_at", f.From, f.To)
		f.narrow(s)
	}
	return shownTransactions.Page(ctx, q.DB, s, counters, "id = ANY (?)", p)
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

// narrow replaces the table with the rows that the conditions on references and metadata select.
func (f TransactionFilter) narrow(s *readtable.Search) {
	if len(f.Metadata) == 1 && f.ExternalID == "" && f.Query == "" {
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
				[]any{f.ClientID, form, form + LastCharacter, form, form, form})
		}))
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
		s.From = "(SELECT m.id, m.created_at, m.position, t.client_id, t.status, t.channel FROM (SELECT id, created_at, position" +
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
