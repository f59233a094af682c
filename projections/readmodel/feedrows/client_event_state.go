package feedrows

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"gateway/domain/balance"
	"gateway/domain/feed"
	"gateway/domain/jsontext"
	"gateway/projections/engine"
	"gateway/projections/readmodel/clientrows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/readmodel/ticketrows"

	"github.com/lib/pq"
	"github.com/shopspring/decimal"
)

// ticketThread has the form that GET /tickets/{id} shows.
type ticketThread struct {
	Ticket  ticketrows.Ticket        `json:"ticket"`
	Replies []ticketrows.TicketReply `json:"replies"`
}

// load reads the states of the objects that the batch touches.
func (f *clientEventFold) load(ctx context.Context, tx *engine.Tx) error {
	var kinds pq.StringArray
	var ids pq.Int64Array
	for _, o := range f.objects {
		if f.needed[o] {
			kinds, ids = append(kinds, o.Kind), append(ids, o.ID)
		}
	}
	if len(ids) > 0 {
		err := scanAll(ctx, tx, `SELECT kind, id, state FROM client_event_objects
			WHERE (kind, id) IN (SELECT * FROM unnest($1::text[], $2::bigint[]))`, []any{kinds, ids}, func(scan func(...any) error) error {
			var o clientObject
			var state []byte
			if err := scan(&o.Kind, &o.ID, &state); err != nil {
				return err
			}
			f.stored[o] = true
			return f.put(o, state)
		})
		if err != nil {
			return err
		}
	}
	if len(f.clients) == 0 {
		return nil
	}
	return scanAll(ctx, tx, `SELECT client_id, ordinal, saldo, available FROM client_event_heads WHERE client_id = ANY($1)`,
		[]any{pq.Int64Array(f.clients)}, func(scan func(...any) error) error {
			var h clientHead
			if err := scan(&h.clientID, &h.ordinal, &h.total, &h.available); err != nil {
				return err
			}
			f.heads[h.clientID] = &h
			return nil
		})
}

func scanAll(ctx context.Context, tx *engine.Tx, query string, args []any, row func(scan func(...any) error) error) error {
	rows, err := tx.Query(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// The columns of the objects that are rows.
var (
	transactionColumns = StoredColumnsOf((*paymentrows.TransactionRow).Columns)
	payoutColumns      = StoredColumnsOf((*payoutrows.Row).Columns)
	accountColumns     = StoredColumnsOf((*clientrows.Client).Columns)
)

// put restores a stored state.
func (f *clientEventFold) put(o clientObject, state []byte) error {
	switch o.Kind {
	case transactionObjects:
		return transactionColumns.Decode(state, f.transactions.Rows.ForKey(o.ID))
	case balance.Withdrawal, balance.Settlement:
		return payoutColumns.Decode(state, f.payouts.Rows.ForKey(payoutrows.Key(o)))
	case ticketObjects:
		f.tickets[o.ID] = &ticketThread{}
		return json.Unmarshal(state, f.tickets[o.ID])
	case accountObjects:
		f.accounts[o.ID] = &clientrows.Client{}
		return accountColumns.Decode(state, f.accounts[o.ID])
	}
	return fmt.Errorf("a state of the kind %s", o.Kind)
}

// objectRows returns the states after the batch: of the objects that it created, and of the others.
func (f *clientEventFold) objectRows() (fresh, known []*objectRow, err error) {
	for _, o := range f.objects {
		state, err := f.state(o)
		switch {
		case err != nil:
			return nil, nil, err
		case state == nil:
		case f.stored[o]:
			known = append(known, &objectRow{o, state})
		default:
			fresh = append(fresh, &objectRow{o, state})
		}
	}
	return fresh, known, nil
}

func (f *clientEventFold) state(o clientObject) (json.RawMessage, error) {
	switch o.Kind {
	case transactionObjects:
		if row := f.transactions.Rows.Known(o.ID); row != nil {
			return transactionColumns.Encode(row)
		}
	case ticketObjects:
		if thread := f.tickets[o.ID]; thread != nil {
			return json.Marshal(thread)
		}
	case accountObjects:
		if row := f.accounts[o.ID]; row != nil {
			return accountColumns.Encode(row)
		}
	default:
		if row := f.payouts.Rows.Known(payoutrows.Key(o)); row != nil {
			return payoutColumns.Encode(row)
		}
	}
	return nil, nil
}

// data returns the body's data, which is what the matching GET returns at this point. It is nil for an object
// that no event created, as in a partial log.
func (f *clientEventFold) data(o clientObject, entry feed.Entry) (json.RawMessage, error) {
	switch o.Kind {
	case transactionObjects:
		if row := f.transactions.Rows.Known(o.ID); row != nil {
			return shownTransaction(row.Shown()).AppendJSON(make([]byte, 0, usualBody))
		}
	case ticketObjects:
		if thread := f.tickets[o.ID]; thread != nil {
			return json.Marshal(shownTicket(*thread))
		}
	case accountObjects:
		if row := f.accounts[o.ID]; row != nil {
			c := row.At(entry.At)
			c.Balance, c.Available = f.heads[o.ID].total, f.heads[o.ID].available
			return json.Marshal(c)
		}
	default:
		if row := f.payouts.Rows.Known(payoutrows.Key(o)); row != nil {
			return json.Marshal(shownPayout(row.Payout))
		}
	}
	return nil, nil
}

// usualBody is larger than most bodies.
const usualBody = 1024

func shownTransaction(t paymentrows.Transaction) paymentrows.SingleTransaction {
	t.PaidAt, t.ExpiresAt, t.CreatedAt, t.UpdatedAt = asReadAt(t.PaidAt), asReadAt(t.ExpiresAt), asRead(t.CreatedAt), asRead(t.UpdatedAt)
	t.Reversals = slices.Clone(t.Reversals)
	for i := range t.Reversals {
		t.Reversals[i].At = asRead(t.Reversals[i].At)
	}
	return t.Single()
}

func shownPayout(p payoutrows.Payout) payoutrows.Payout {
	p.TransferAt, p.CreatedAt, p.UpdatedAt = asReadAt(p.TransferAt), asRead(p.CreatedAt), asRead(p.UpdatedAt)
	return p
}

func shownTicket(t ticketThread) ticketThread {
	t.Ticket.CreatedAt, t.Ticket.UpdatedAt = asRead(t.Ticket.CreatedAt), asRead(t.Ticket.UpdatedAt)
	t.Replies = slices.Clone(t.Replies)
	for i := range t.Replies {
		t.Replies[i].CreatedAt = asRead(t.Replies[i].CreatedAt)
	}
	return t
}

// asRead returns a time in the form in which a query reads it: UTC with microseconds.
func asRead(at time.Time) time.Time { return at.UTC().Truncate(time.Microsecond) }

func asReadAt(at *time.Time) *time.Time {
	if at == nil {
		return nil
	}
	read := asRead(*at)
	return &read
}

// StoredColumns are the columns of rows of type R in the order in which a state stores them. Make them with
// StoredColumnsOf.
type StoredColumns[R any] struct {
	list    func(*R, *readtable.Fields)
	columns []readtable.Column
}

// StoredColumnsOf returns the columns that a row type lists.
func StoredColumnsOf[R any](list func(*R, *readtable.Fields)) StoredColumns[R] {
	s := StoredColumns[R]{list, readtable.ColumnsOf(list)}
	slices.SortFunc(s.columns, func(a, b readtable.Column) int { return cmp.Compare(a.Name, b.Name) })
	return s
}

// fieldLists reuses the lists of fields of earlier rows.
var fieldLists = sync.Pool{New: func() any { return new(readtable.Fields) }}

// of returns the fields of a row. The caller puts the list back into fieldLists.
func (s StoredColumns[R]) of(row *R) *readtable.Fields {
	f := fieldLists.Get().(*readtable.Fields)
	f.Addresses = f.Addresses[:0]
	s.list(row, f)
	return f
}

// Encode writes all columns of a row, including those that its JSON does not show. It leaves out zero values.
func (s StoredColumns[R]) Encode(row *R) (json.RawMessage, error) {
	o, fields := jsontext.Begin(make([]byte, 0, usualBody)), s.of(row)
	defer fieldLists.Put(fields)
	for _, c := range s.columns {
		if value := fields.Addresses[c.Place]; !readtable.IsZero(value) {
			appendColumn(&o, c.Name, value)
		}
	}
	return o.End()
}

// appendColumn writes a value, given by its address. A pointer is not nil.
func appendColumn(o *jsontext.Object, name string, value any) {
	switch v := value.(type) {
	case *int64:
		o.Int(name, *v)
	case *int:
		o.Int(name, int64(*v))
	case *bool:
		o.Bool(name, *v)
	case *string:
		o.String(name, *v)
	case *json.RawMessage:
		o.Raw(name, *v)
	case *decimal.Decimal:
		o.Decimal(name, *v)
	case *time.Time:
		o.Time(name, *v)
	case **int64:
		o.Int(name, **v)
	case **string:
		o.String(name, **v)
	case **decimal.Decimal:
		o.Decimal(name, **v)
	case **time.Time:
		o.Time(name, **v)
	default:
		o.Other(name, value)
	}
}

// Decode reads what Encode wrote into a new row. It skips columns that the row type no longer has.
func (s StoredColumns[R]) Decode(state []byte, row *R) error {
	fields, rest := s.of(row), s.columns // a state is in the same order
	defer fieldLists.Put(fields)
	err := jsontext.Members(state, func(name, text []byte) error {
		for len(rest) > 0 && rest[0].Name < string(name) {
			rest = rest[1:]
		}
		if len(rest) == 0 || rest[0].Name != string(name) {
			return nil
		}
		return readColumn(fields.Addresses[rest[0].Place], text)
	})
	if err != nil {
		return fmt.Errorf("the columns of a %T: %w", *row, err)
	}
	return nil
}

// readColumn reads JSON into a value, given by its address, as json.Unmarshal does.
func readColumn(value any, text []byte) error {
	switch v := value.(type) {
	case *string:
		return readString(v, text)
	case **string:
		*v = new(string)
		return readString(*v, text)
	case *decimal.Decimal:
		return v.UnmarshalJSON(text)
	case **decimal.Decimal:
		*v = new(decimal.Decimal)
		return (*v).UnmarshalJSON(text)
	case *time.Time:
		return v.UnmarshalJSON(text)
	case **time.Time:
		*v = new(time.Time)
		return (*v).UnmarshalJSON(text)
	}
	return json.Unmarshal(text, value)
}

func readString(to *string, text []byte) error {
	if bytes.IndexByte(text, '\\') >= 0 || len(text) < 2 {
		return json.Unmarshal(text, to)
	}
	*to = string(text[1 : len(text)-1])
	return nil
}
