package searchrows

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gateway/domain"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// Queries runs the search over all features.
type Queries struct{ readtable.DB }

// Hit is something that a search found.
type Hit struct {
	// Kind is transaction, withdrawal, settlement, client, person, ticket or callback.
	Kind string `db:"kind" json:"kind"`
	// Name is the API path of the object, such as `withdrawals/17`.
	Name     string `db:"name" json:"name"`
	ClientID int64  `db:"client_id" json:"client_id"`
	// ClientName is the client's name in answers to administrators. Queries leave it empty.
	ClientName string `db:"-" json:"client_name,omitempty"`
	// Field names the field that matched. Exact tells whether the whole value matched, not only a prefix.
	Field string `db:"-" json:"field"`
	Exact bool   `db:"-" json:"exact"`
	// Title is a reference or name of the object, Status its status, and Amount its amount in rupiah. Each is
	// empty when the object has none.
	Title     string           `db:"title" json:"title"`
	Status    string           `db:"status" json:"status"`
	Amount    *decimal.Decimal `db:"amount" json:"amount"`
	CreatedAt time.Time        `db:"created_at" json:"created_at"`
}

// Limits of a search.
const (
	// MaxHits limits the hits of a search.
	MaxHits = 50
	// maxHitsOfField limits the hits per field, so that none hides the others.
	maxHitsOfField = 10
	// minPrefix is the minimum length of a text that is searched as a prefix.
	minPrefix = 3
)

// SearchFilter limits a search. Both fields may be zero.
type SearchFilter struct {
	// ClientID, if set, limits the search to this client's objects that its API key may read. People and
	// tickets are left out.
	ClientID int64
	// Tickets says whether tickets may be found.
	Tickets bool
}

// rows selects rows of a table as hits.
type rows struct{ columns, table string }

func hitsOf(table, kind, name, clientID, title, amount string) rows {
	return rows{
		columns: kind + " AS kind, " + name + " AS name, " + clientID + " AS client_id, " + title + " AS title, status, " +
			amount + " AS amount, created_at", table: table,
	}
}

const noAmount = "NULL::numeric"

var (
	transactionHits = hitsOf("transactions", "'transaction'", "'transactions/' || transaction_id", "client_id", "COALESCE(external_id, '')",
		"total")
	payoutHits = hitsOf("payouts", "kind", "kind || 's/' || id", "client_id", "external_id", "jumlah")
	clientHits = hitsOf("clients", "'client'", "'clients/' || id", "id", "nama", noAmount)
	personHits = hitsOf("people", "'person'", "'users/' || id", "client_id", "role", noAmount)
	ticketHits = hitsOf("tickets", "'ticket'", "'tickets/' || id", "client_id", "subject", noAmount)
	callHits   = hitsOf("callbacks", "'callback'", "'callbacks/' || id", "client_id", "resource", noAmount)
)

// lookup is a search in one column by its index.
type lookup struct {
	field string
	rows
	where string
	exact bool
	order string
	args  []any
	// clientID, if set, drops other clients' rows from the rows that where selects.
	clientID int64
}

// query first reads the rows that the index gives and then drops other clients' rows. OFFSET 0 keeps
// PostgreSQL from reading an index of all the client's rows instead.
func (l lookup) query() (string, []any) {
	from := l.table
	if l.where != "" {
		from += " WHERE " + l.where
	}
	if l.clientID != 0 {
		l.args = append(l.args, l.clientID)
		from = fmt.Sprintf("(SELECT * FROM %s OFFSET 0) AS found WHERE client_id = $%d", from, len(l.args))
	}
	return fmt.Sprintf("SELECT %s FROM %s%s LIMIT %d", l.columns, from, l.order, maxHitsOfField), l.args
}

// Search finds objects by an id, reference, number, address or amount: first exact matches, newest first,
// then matches of a prefix in the order of the matched field; at most MaxHits. It trims the text and has no
// wildcards. It refuses an empty text with invalid_field q.
func (q Queries) Search(ctx context.Context, text string, f SearchFilter) ([]Hit, error) {
	if text = strings.TrimSpace(text); text == "" {
		return nil, domain.InvalidField("q", "is required")
	}
	hits := []Hit{}
	seen := map[string]bool{}
	for _, l := range lookupsOfForms(text, f) {
		found, err := q.look(ctx, l)
		if err != nil {
			return nil, err
		}
		for _, h := range found {
			if !seen[h.Name] && len(hits) < MaxHits {
				seen[h.Name], hits = true, append(hits, h)
			}
		}
	}
	return hits, nil
}

func (q Queries) look(ctx context.Context, l lookup) (found []Hit, err error) {
	query, args := l.query()
	if err := q.SQL.SelectContext(ctx, &found, query, args...); err != nil {
		return nil, readtable.Failed("what is searched for", err)
	}
	if l.exact {
		slices.SortStableFunc(found, func(a, b Hit) int { return b.CreatedAt.Compare(a.CreatedAt) })
	}
	for i := range found {
		found[i].Field, found[i].Exact, found[i].CreatedAt = l.field, l.exact, found[i].CreatedAt.UTC()
	}
	return found, nil
}
