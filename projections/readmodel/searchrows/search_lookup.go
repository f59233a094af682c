package searchrows

import (
	"fmt"
	"strconv"
	"strings"

	"gateway/domain/balance"
	"gateway/domain/person"
	"gateway/domain/text"
	"gateway/projections/readmodel/paymentrows"

	"github.com/lib/pq"
	"github.com/shopspring/decimal"
)

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
	is("va_number", transactionHits, "va_number", text)
	is("provider_id", payoutHits, "provider_id", text)
	is("id", callHits, "id", text)
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
	return all
}

// exactNumber looks for ids, phone numbers and amounts.
func exactNumber(text string, f SearchFilter) (all []lookup) {
	is := func(field string, r rows, where string, args ...any) {
		all = append(all, lookup{field: field, rows: r, where: where, exact: true, args: args, clientID: f.ClientID})
	}
	if id, err := strconv.ParseInt(text, 10, 64); err == nil && id > 0 {
		is("id", transactionHits, "id = $1", id)
		for _, kind := range payoutKinds {
			is("id", payoutHits, "kind = $1 AND id = $2", kind, id)
		}
		if f.ClientID == 0 {
			is("id", clientHits, "id = $1", id)
		}
		if f.Tickets && f.ClientID == 0 {
			is("id", ticketHits, "id = $1", id)
		}
	}
	if phones := PhonesOf(text); len(phones) > 0 && f.ClientID == 0 {
		is("phone", clientHits, "regexp_replace(no_telp_pic, '[^0-9]', '', 'g') = ANY($1)", pq.StringArray(phones))
	}
	if amount, ok := AmountOf(text); ok && f.ClientID == 0 {
		all = append(all, amounts(transactionHits, "total", "id", "", amount))
		for _, kind := range payoutKinds {
			all = append(all, amounts(payoutHits, "jumlah", "position", " WHERE kind = $2", amount, kind))
		}
	}
	return all
}

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
	begins("va_number", transactionHits, "va_number", text)
	begins("id", callHits, "id", text)
	begins("email", clientHits, "lower(email)", strings.ToLower(text))
	begins("name", clientHits, clientName, strings.ToLower(text))
	return all
}
