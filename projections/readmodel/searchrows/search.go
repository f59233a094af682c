package searchrows

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/callback"
	"gateway/domain/payment"
	"gateway/domain/person"
	"gateway/domain/text"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
	"github.com/shopspring/decimal"
)

// Queries runs the search over all features.
type Queries struct{ readtable.DB }

// Hit is something that a search found.
type Hit struct {
	// Kind is transaction, withdrawal, settlement, refund, dispute, withholding_slip, client, person, ticket or callback.
	Kind string `db:"kind" json:"kind"`
	// Name is the API path of the object, such as `withdrawals/17`.
	Name     string `db:"name" json:"name"`
	ClientID int64  `db:"client_id" json:"client_id"`
	// ClientName is the client's name in answers to administrators. Queries leave it empty.
	ClientName string `db:"-" json:"client_name,omitempty"`
	paymentrows.Order
	// TransactionID is that of the payment which a payment, a refund, a dispute or a callback is about; empty for anything else.
	TransactionID string `db:"of_transaction" json:"-"`
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

// SearchFilter limits a search. All fields may be zero.
type SearchFilter struct {
	// ClientID, if set, limits the search to this client's objects that its API key may read. People and
	// tickets are left out.
	ClientID int64
	// Tickets says whether tickets may be found.
	Tickets bool
	// Slips says whether withholding slips may be found.
	Slips bool
	// Customers says whether payments of all clients may be found by the customer's name and telephone number. It is
	// without effect when ClientID is set.
	Customers bool
}

// rows selects rows of a table as hits.
type rows struct{ columns, table string }

func hitsOf(table, kind, name, clientID, title, amount, transactionID string) rows {
	return rows{
		columns: kind + " AS kind, " + name + " AS name, " + clientID + " AS client_id, " + title + " AS title, status, " +
			amount + " AS amount, created_at, " + transactionID + " AS of_transaction", table: table,
	}
}

const (
	noAmount = "NULL::numeric"
	none     = "''"
)

var (
	transactionHits = hitsOf("transactions", "'transaction'", "'transactions/' || transaction_id", "client_id", "COALESCE(external_id, '')",
		"total", "CASE WHEN channel = '"+paymentrows.ChannelRecorded+"' THEN '' ELSE transaction_id END")
	payoutHits = hitsOf("payouts", "kind", "kind || 's/' || id", "client_id", "external_id", "jumlah", none)
	clientHits = hitsOf("clients", "'client'", "'clients/' || id", "id", "nama", noAmount, none)
	personHits = hitsOf("people", "'person'", "'users/' || id", "client_id", "role", noAmount, none)
	ticketHits = hitsOf("tickets", "'ticket'", "'tickets/' || id", "client_id", "subject", noAmount, none)
	refundHits = hitsOf("refunds", "'refund'", "'refunds/' || id", "client_id", "external_id", "amount", "transaction_id")
	// The reason is in the words of the provider. The payment says more.
	disputeHits = hitsOf("disputes", "'dispute'", "'disputes/' || id", "client_id", "transaction_id", "amount", "transaction_id")
	slipHits    = hitsOf("withholding_slips", "'withholding_slip'", "'withholding-slips/' || number", "client_id", "period", "tax", none)
	callHits    = hitsOf("callbacks", "'callback'", "'callbacks/' || id", "client_id", "resource", noAmount,
		"CASE WHEN kind = '"+callback.KindPayment+"' THEN subject ELSE '' END")
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

// lookupsOfForms returns the lookups of a text in each form in which it may be stored.
func lookupsOfForms(sent string, f SearchFilter) (all []lookup) {
	for _, form := range text.Forms(sent) {
		all = append(all, lookups(form, f)...)
	}
	return all
}

// lookups returns the lookups for a text, exact ones first.
func lookups(text string, f SearchFilter) (all []lookup) {
	all = append(exactText(text, f), exactNumber(text, f)...)
	if len(text) < minPrefix {
		return all
	}
	return append(all, prefixes(text, f)...)
}

// shownRefund leaves out refunds that the balance has not held.
const shownRefund = "status IN ('" + payment.RefundStatusPending + "', '" + payment.RefundStatusProcessing + "', '" +
	payment.RefundStatusSucceeded + "', '" + payment.RefundStatusFailed + "', '" + payment.RefundStatusCancelled + "', '" +
	payment.RefundStatusRejected + "')"

// payoutKinds are the kinds of payouts.
var payoutKinds = []string{balance.Withdrawal, balance.Settlement}

// clientName is the expression for a client's name in its index.
const clientName = `lower(nama) COLLATE "C"`

func exactText(text string, f SearchFilter) (all []lookup) {
	is := func(field string, r rows, column, text string) {
		all = append(all, lookup{field: field, rows: r, where: column + " = $1", exact: true, args: []any{text}, clientID: f.ClientID})
	}
	is("transaction_id", transactionHits, "transaction_id", text)
	all = append(all, references(f, text, text, true)...)
	is("provider_id", transactionHits, "provider_id", text)
	is("va_number", transactionHits, "va_number", paymentrows.VANumberOf(text))
	is("provider_id", payoutHits, "provider_id", text)
	is("provider_id", refundHits, shownRefund+" AND provider_id", text)
	is("provider_id", disputeHits, "provider_dispute_id", text)
	if _, id, _, ok := payment.ParseRefundKey(text); ok {
		all = append(all, lookup{
			field: "reference", rows: refundHits, where: "id = $1 AND " + shownRefund, exact: true, args: []any{id}, clientID: f.ClientID,
		})
	}
	is("id", callHits, "id", text)
	if f.Slips { // a number that was rejected may have several
		all = append(all, lookup{
			field: "number", rows: slipHits, where: "number = $1", exact: true, order: " ORDER BY position DESC",
			args: []any{balance.SlipNumber(text)}, clientID: f.ClientID,
		})
	}
	if kind, client, id, ok := balance.ParseReference(text); ok && (f.ClientID == 0 || f.ClientID == client) {
		all = append(all, lookup{
			field: "reference", rows: payoutHits, where: "kind = $1 AND id = $2", exact: true, args: []any{kind, id}, clientID: client,
		})
	}
	if f.ClientID == 0 {
		is("email", clientHits, "lower(email)", strings.ToLower(text))
		is("code", clientHits, "kode", text)
		is("name", clientHits, clientName, strings.ToLower(text))
		is("email", personHits, "status = '"+person.StatusActive+"' AND lower(email)", strings.ToLower(text))
	}
	return all
}

// references finds external_ids between two texts, along the index of each client. For all clients it merges
// the results of each client, so the cost grows with the number of clients.
func references(f SearchFilter, from, to string, exact bool) (all []lookup) {
	least := ">"
	if exact {
		least = ">="
	}
	between := " AND external_id " + least + " $1 AND external_id <= $2"
	add := func(r rows, counts, having, also string, args ...any) {
		clients := "(SELECT DISTINCT client_id AS one FROM " + counts + having + ") AS each"
		if f.ClientID != 0 {
			args = append(args, f.ClientID)
			clients = fmt.Sprintf("(SELECT $%d::bigint AS one) AS each", len(args))
		}
		// The order matches the index, which starts with the client and the kind.
		columns := " ORDER BY external_id, position"
		own := fmt.Sprintf("SELECT * FROM %s WHERE client_id = each.one%s%s%s LIMIT %d", r.table, also, between, columns, maxHitsOfField)
		r.table = "(SELECT own.* FROM " + clients + " CROSS JOIN LATERAL (" + own + ") AS own OFFSET 0) AS found"
		all = append(all, lookup{field: "external_id", rows: r, exact: exact, order: columns, args: args})
	}
	add(transactionHits, "transaction_counts", "", "", from, to)
	for _, kind := range payoutKinds {
		add(payoutHits, "client_payout_counts", " WHERE kind = $3", " AND kind = $3", from, to, kind)
	}
	add(refundHits, "client_refund_counts", "", " AND "+shownRefund, from, to)
	return all
}

// accountDigits is the expression of the index payouts_by_account: the digits of the bank account that a payout goes to.
const accountDigits = `regexp_replace(norek, '[^0-9]', '', 'g')`

// exactNumber looks for ids, phone numbers, bank accounts and amounts.
func exactNumber(text string, f SearchFilter) (all []lookup) {
	is := func(field string, r rows, where string, args ...any) {
		all = append(all, lookup{field: field, rows: r, where: where, exact: true, args: args, clientID: f.ClientID})
	}
	if id, err := strconv.ParseInt(text, 10, 64); err == nil && id > 0 {
		is("id", transactionHits, "id = $1", id)
		for _, kind := range payoutKinds {
			is("id", payoutHits, "kind = $1 AND id = $2", kind, id)
		}
		is("id", refundHits, "id = $1 AND "+shownRefund, id)
		is("id", disputeHits, "id = $1", id)
		if f.ClientID == 0 {
			is("id", clientHits, "id = $1", id)
		}
		if f.Tickets && f.ClientID == 0 {
			is("id", ticketHits, "id = $1", id)
		}
	}
	if f.Customers && f.ClientID == 0 {
		all = append(all, customers(text)...)
	}
	if phones := PhonesOf(text); len(phones) > 0 && f.ClientID == 0 {
		is("phone", clientHits, "regexp_replace(no_telp_pic, '[^0-9]', '', 'g') = ANY($1)", pq.StringArray(phones))
	}
	if account := paymentrows.VANumberOf(text); isAccount.MatchString(account) && f.ClientID == 0 {
		all = append(all, lookup{
			field: "account_number", rows: payoutHits, where: accountDigits + " = $1", exact: true, args: []any{account},
			order: " ORDER BY position DESC",
		})
	}
	if amount, ok := AmountOf(text); ok && f.ClientID == 0 {
		all = append(all, amounts(transactionHits, "total", "id", "", amount))
		for _, kind := range payoutKinds {
			all = append(all, amounts(payoutHits, "jumlah", "position", " WHERE kind = $2", amount, kind))
		}
	}
	return all
}

// customers finds payments by the telephone number of the customer, however it is typed, and by whole words of the name, in any case
// and order: the newest of those whose names have all words, among the newest with the longest word.
func customers(text string) (all []lookup) {
	ofCustomer := func(field, ids string, args ...any) {
		all = append(all, lookup{
			field: field, rows: transactionHits, where: "id = ANY (ARRAY(" + ids + "))", exact: true,
			order: " ORDER BY created_at DESC", args: args,
		})
	}
	if len(PhonesOf(text)) > 0 {
		ofCustomer("customer_phone", fmt.Sprintf(
			"SELECT id FROM payment_customers WHERE phone = $1 AND phone <> '' ORDER BY position DESC LIMIT %d", maxHitsOfField,
		), paymentrows.PhoneOf(text))
	}
	words := paymentrows.WordsOf(text)
	if len(words) == 0 || !strings.ContainsFunc(words[0], unicode.IsLetter) {
		return all
	}
	ids := fmt.Sprintf(`SELECT id FROM (SELECT id, position FROM payment_customer_words WHERE word = $1 ORDER BY position DESC LIMIT %d)
		AS one`, newestOfWord)
	args := []any{words[0]}
	if len(words) > 1 {
		ids += ` WHERE NOT EXISTS (SELECT FROM unnest($2::text[]) AS other (word) WHERE NOT EXISTS
			(SELECT FROM payment_customer_words AS w WHERE w.word = other.word AND w.position = one.position))`
		args = append(args, pq.StringArray(words[1:]))
	}
	ofCustomer("customer_name", ids+fmt.Sprintf(" ORDER BY position DESC LIMIT %d", maxHitsOfField), args...)
	return all
}

// newestOfWord is how many of the newest names with a word are searched for the other words.
const newestOfWord = 2000

// newest is how many of the newest rows of a table are searched for an amount. Amounts have no index, because
// that would cost every payment another write.
const newest = 500

// amounts searches the newest rows for an amount, along the index of their order.
func amounts(r rows, column, order, also string, amount decimal.Decimal, args ...any) lookup {
	r.table = fmt.Sprintf("(SELECT * FROM %s%s ORDER BY %s DESC LIMIT %d) AS newest", r.table, also, order, newest)
	return lookup{
		field: "amount", rows: r, exact: true, args: append([]any{amount}, args...), where: column + " = $1", order: " ORDER BY created_at DESC",
	}
}

func prefixes(text string, f SearchFilter) (all []lookup) {
	begins := func(field string, r rows, column, text string) {
		all = append(all, lookup{
			field: field, rows: r, where: column + " > $1 AND " + column + " <= $2", order: " ORDER BY " + column,
			args: []any{text, text + paymentrows.LastCharacter},
		})
	}
	all = references(f, text, text+paymentrows.LastCharacter, false)
	if f.ClientID != 0 {
		return all
	}
	begins("transaction_id", transactionHits, "transaction_id", text)
	begins("provider_id", transactionHits, "provider_id", text)
	begins("va_number", transactionHits, "va_number", paymentrows.VANumberOf(text))
	begins("id", callHits, "id", text)
	if f.Slips {
		begins("number", slipHits, "number", balance.SlipNumber(text))
	}
	begins("email", clientHits, "lower(email)", strings.ToLower(text))
	begins("name", clientHits, clientName, strings.ToLower(text))
	return all
}

var (
	notDigits = regexp.MustCompile(`[^0-9]`)
	isAccount = regexp.MustCompile(`^[0-9]{6,34}$`)
	isPhone   = regexp.MustCompile(`^\+?[0-9][0-9 -]{5,18}$`)
	grouped   = regexp.MustCompile(`^[0-9]{1,3}(\.[0-9]{3})+(,[0-9]{1,2})?$`)
	plain     = regexp.MustCompile(`^[0-9]{1,13}([.,][0-9]{1,2})?$`)
)

// PhonesOf returns the digits of a phone number with and without the country code.
func PhonesOf(text string) []string {
	if !isPhone.MatchString(text) {
		return nil
	}
	digits := notDigits.ReplaceAllString(text, "")
	if national, ok := strings.CutPrefix(digits, "0"); ok {
		return []string{digits, "62" + national}
	}
	if national, ok := strings.CutPrefix(digits, "62"); ok {
		return []string{digits, "0" + national}
	}
	return []string{digits}
}

// AmountOf parses rupiah as people write it: 150000, 150.000, Rp150.000,50, 150000.50.
func AmountOf(text string) (amount decimal.Decimal, ok bool) {
	text = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(text, "Rp"), "\u00a0"))
	switch {
	case grouped.MatchString(text):
		text = strings.ReplaceAll(strings.ReplaceAll(text, ".", ""), ",", ".")
	case plain.MatchString(text):
		text = strings.ReplaceAll(text, ",", ".")
	default:
		return amount, false
	}
	amount, err := decimal.NewFromString(text)
	return amount, err == nil && amount.IsPositive()
}
