package paymentrows

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"gateway/domain"
	"gateway/domain/payment"
	"gateway/domain/text"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
	"golang.org/x/text/unicode/norm"
)

// Payer tells who was to pay a payment, where to, and for which order. It is empty for a recorded transaction.
type Payer struct {
	TransactionID string `db:"transaction_id"`
	// ExternalID is the order number of the client.
	ExternalID string `db:"external_id"`
	VANumber   string `db:"va_number"`
	// Name and Phone are empty when the client did not say them, and after an erasure.
	Name  string `db:"name"`
	Phone string `db:"phone"`
}

// Order names the order and the customer of the payment that a row is about, in answers of the API. Queries leave it empty, and so do
// callbacks and the feed, which outlive an erasure.
type Order struct {
	// OrderNumber is the external_id of the payment.
	OrderNumber  string `json:"order_number,omitempty" db:"-"`
	CustomerName string `json:"customer_name,omitempty" db:"-"`
}

// Listed is what the API adds to a transaction when it answers. Queries leave it empty, for the reason of Order.
type Listed struct {
	CustomerName  string `json:"customer_name,omitempty"`
	CustomerPhone string `json:"customer_phone,omitempty"`
	// ListedVANumber stays known after the payment, in lists.
	ListedVANumber string `json:"va_number,omitempty"`
}

// Payers reads who was to pay; Queries implements it.
type Payers interface {
	PayersOf(ctx context.Context, transactionIDs []string) (map[string]Payer, error)
}

// NameOrders sets the order numbers in rows, and the names of the customers if persons is true, with one query for all of them.
func NameOrders[T any](ctx context.Context, q Payers, rows []T, persons bool, of func(*T) (transactionID string, order *Order)) error {
	ids := make([]string, len(rows))
	for i := range rows {
		ids[i], _ = of(&rows[i])
	}
	payers, err := q.PayersOf(ctx, ids)
	for i := range rows {
		id, order := of(&rows[i])
		order.OrderNumber = payers[id].ExternalID
		if persons {
			order.CustomerName = payers[id].Name
		}
	}
	return err
}

// NameOrder returns one row with its order number, and the name of its customer if persons is true. If err, the error of reading the
// row, is not nil, it only returns both.
func NameOrder[T any](ctx context.Context, q Payers, row T, persons bool, of func(*T) (string, *Order), err error) (T, error) {
	if err != nil {
		return row, err
	}
	one := []T{row}
	err = NameOrders(ctx, q, one, persons, of)
	return one[0], err
}

// NamePayers sets the VA numbers in transactions, and the customers if persons is true, with one query for all of them.
func (q Queries) NamePayers(ctx context.Context, rows []Transaction, persons bool) error {
	var ids []string
	for _, row := range rows {
		if row.Channel != ChannelRecorded {
			ids = append(ids, row.TransactionID)
		}
	}
	payers, err := q.PayersOf(ctx, ids)
	for i, row := range rows {
		if row.Channel == ChannelRecorded {
			continue
		}
		p := payers[row.TransactionID]
		rows[i].ListedVANumber = p.VANumber
		if persons {
			rows[i].CustomerName, rows[i].CustomerPhone = p.Name, p.Phone
		}
	}
	return err
}

// NamePayer sets the customer of a transaction that is shown alone, if persons is true. Its VA number is among the instructions.
func (q Queries) NamePayer(ctx context.Context, t Transaction, persons bool, err error) (Transaction, error) {
	if err != nil {
		return t, err
	}
	one := []Transaction{t}
	err = q.NamePayers(ctx, one, persons)
	one[0].ListedVANumber = ""
	return one[0], err
}

// PayersOf returns the payers of payments of any client, by transaction_id. Recorded transactions have none.
func (q Queries) PayersOf(ctx context.Context, transactionIDs []string) (map[string]Payer, error) {
	payers := map[string]Payer{}
	if len(transactionIDs) == 0 {
		return payers, nil
	}
	var rows []Payer
	err := q.SQL.SelectContext(ctx, &rows, `SELECT t.transaction_id, COALESCE(t.external_id, '') AS external_id,
		COALESCE(t.va_number, '') AS va_number, COALESCE(c.name, '') AS name, COALESCE(c.phone, '') AS phone
		FROM transactions AS t LEFT JOIN payment_customers AS c ON c.id = t.id
		WHERE t.transaction_id = ANY ($1) AND t.channel <> '`+ChannelRecorded+`'`, pq.Array(transactionIDs))
	if err != nil {
		return nil, readtable.Failed("payment_customers", err)
	}
	for _, p := range rows {
		payers[p.TransactionID] = p
	}
	return payers, nil
}

// Customers projects who was to pay each payment, and forgets it when it is erased.
type Customers struct{}

// Name implements engine.Model.
func (Customers) Name() string { return "payment_customers" }

// Tables implements engine.Model.
func (Customers) Tables() []string { return []string{"payment_customers", "payment_customer_words"} }

// Applies implements engine.Selective.
func (Customers) Applies() []domain.Event {
	return []domain.Event{payment.Requested{}, payment.CustomerErased{}}
}

// customerRow is a row of payment_customers.
type customerRow struct {
	id, clientID, position int64
	name, phone            string
}

func (r *customerRow) columns(f *readtable.Fields) {
	f.At("id", &r.id).At("client_id", &r.clientID).At("position", &r.position).At("name", &r.name).At("phone", &r.phone)
}

// customerWord is a row of payment_customer_words.
type customerWord struct {
	word         string
	position, id int64
}

func (w *customerWord) columns(f *readtable.Fields) {
	f.At("word", &w.word).At("position", &w.position).At("id", &w.id)
}

var (
	insertCustomers     = readtable.Insert("payment_customers", (*customerRow).columns).OrCopy()
	insertCustomerWords = readtable.Insert("payment_customer_words", (*customerWord).columns).OrCopy()
	eraseCustomers      = readtable.Delete("payment_customers", (*customerRow).columns, "id")
	eraseCustomerWords  = readtable.Delete("payment_customer_words", (*customerWord).columns, "id")
)

// Apply implements engine.Model.
func (Customers) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var rows, erased []*customerRow
	var words, erasedWords []*customerWord
	for _, env := range events {
		switch e := env.Event.(type) {
		case payment.Requested:
			if e.CustomerName == "" && e.CustomerPhone == "" {
				continue
			}
			at := env.Position.Commit
			rows = append(rows, &customerRow{e.ID, e.ClientID, at, e.CustomerName, PhoneOf(e.CustomerPhone)})
			for _, word := range WordsOf(e.CustomerName) {
				words = append(words, &customerWord{word, at, e.ID})
			}
		case payment.CustomerErased:
			erased, erasedWords = append(erased, &customerRow{id: e.ID}), append(erasedWords, &customerWord{id: e.ID})
		}
	}
	return readtable.Run(ctx, tx, insertCustomers.Rows(rows...), insertCustomerWords.Rows(words...),
		eraseCustomers.Rows(erased...), eraseCustomerWords.Rows(erasedWords...))
}

// PhoneOf returns a telephone number in the form in which payment_customers has it: that of E.164, however it was typed. What is no
// telephone number it returns as it is.
func PhoneOf(typed string) string {
	plain := strings.NewReplacer(".", "", "(", "", ")", "", "\u00a0", "").Replace(strings.TrimSpace(typed))
	if phone, err := text.Phone("phone", plain); err == nil {
		return phone
	}
	return typed
}

// Limits of the words of a name that can be searched for.
const (
	maxWords      = 20
	maxWordLength = 100
)

// WordsOf returns the words of a name in lower case, each once, the longest first: letters and digits, with the marks on them.
// Apostrophes belong to a word. All else divides words.
func WordsOf(name string) []string {
	words := strings.FieldsFunc(strings.ToLower(norm.NFC.String(name)), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune("'’", r)
	})
	for i, word := range words {
		words[i] = strings.Trim(strings.ReplaceAll(word, "’", "'"), "'")
	}
	words = slices.DeleteFunc(words, func(word string) bool { return word == "" || len(word) > maxWordLength })
	slices.SortStableFunc(words, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	words = slices.Compact(words)
	return words[:min(maxWords, len(words))]
}
