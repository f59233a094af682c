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
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/projections/engine"
	"gateway/projections/readmodel/disputerows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/readmodel/refundrows"
	"gateway/projections/readmodel/ticketrows"
	"gateway/projections/readmodel/withholdingrows"

	"github.com/lib/pq"
	"github.com/shopspring/decimal"
)

// ticketThread has the form that GET /tickets/{id} shows.
type ticketThread struct {
	Ticket  ticketrows.Ticket        `json:"ticket"`
	Replies []ticketrows.TicketReply `json:"replies"`
}

// clientHead is what the fold knows about a client.
type clientHead struct {
	clientID, ordinal int64
	// total and available are the stored balance, empty for none.
	total, available string
	// after is the balance after the newest movement of the batch, if moved is true.
	after ledger.Totals
	moved bool
}

func (h *clientHead) columns(f *readtable.Fields) {
	f.At("client_id", &h.clientID)
	f.Later("ordinal", &h.ordinal).Later("saldo numeric", &h.total).Later("available numeric", &h.available)
}

// balance returns what the profile shows.
func (h *clientHead) balance() (total, available decimal.Decimal, err error) {
	if h.moved {
		return h.after.Sum(), h.after.Available, nil
	}
	if h.total == "" {
		return total, available, nil
	}
	total, err = decimal.NewFromString(h.total)
	if err == nil {
		available, err = decimal.NewFromString(h.available)
	}
	return total, available, err
}

// changedHeads returns the rows of the clients after the batch.
func (f *clientEventFold) changedHeads() []*clientHead {
	for _, h := range f.heads.List {
		if h.moved {
			h.total, h.available = h.after.Sum().String(), h.after.Available.String()
		}
		h.total, h.available = cmp.Or(h.total, "0"), cmp.Or(h.available, "0")
	}
	return f.heads.List
}

// selectStates selects the states of objects, and the heads of clients, which have no state.
const selectStates = `SELECT kind, id, state, 0 AS ordinal, '' AS saldo, '' AS available FROM client_event_objects
		WHERE (kind, id) IN (SELECT * FROM unnest($1::text[], $2::bigint[]))
	UNION ALL SELECT '', client_id, NULL, ordinal, saldo::text, available::text FROM client_event_heads WHERE client_id = ANY($3)`

// load reads the states of the objects and the heads of the clients that the batch touches.
func (f *clientEventFold) load(ctx context.Context, tx *engine.Tx) error {
	var kinds pq.StringArray
	var ids, clients pq.Int64Array
	for _, o := range f.objects.List {
		if !o.made {
			kinds, ids = append(kinds, o.kind), append(ids, o.id)
		}
	}
	for _, h := range f.heads.List {
		clients = append(clients, h.clientID)
	}
	if len(ids)+len(clients) == 0 {
		return nil
	}
	rows, err := tx.Query(ctx, selectStates, kinds, ids, clients)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var key objectKey
		var state []byte
		var h clientHead
		if err := rows.Scan(&key.kind, &key.id, &state, &h.ordinal, &h.total, &h.available); err != nil {
			return err
		}
		if state == nil {
			h.clientID = key.id
			*f.heads.ForKey(key.id) = h
			continue
		}
		f.objects.ForKey(key).stored = state
		if err := f.put(key, state); err != nil {
			return err
		}
	}
	return rows.Err()
}

var (
	transactionColumns = StoredColumnsOf((*paymentrows.TransactionRow).Columns, paymentrows.RememberedColumns)
	disputeColumns     = StoredColumnsOf((*disputerows.Row).Columns, disputerows.ShownColumns)
	slipColumns        = StoredColumnsOf((*withholdingrows.Row).Columns, withholdingrows.ShownColumns)
	payoutColumns      = StoredColumnsOf((*payoutrows.Row).Columns, payoutrows.ShownColumns)
	refundColumns      = StoredColumnsOf((*refundrows.Row).Columns, refundrows.ShownColumns)
)

// put restores a stored state.
func (f *clientEventFold) put(o objectKey, state []byte) error {
	switch o.kind {
	case transactionObjects:
		return transactionColumns.Decode(state, f.transactions.Rows.ForKey(o.id))
	case balance.Withdrawal, balance.Settlement:
		return payoutColumns.Decode(state, f.payouts.Rows.ForKey(payoutrows.Key{Kind: o.kind, ID: o.id}))
	case refundObjects:
		return refundColumns.Decode(state, f.refunds.Rows.ForKey(o.id))
	case disputeObjects:
		return disputeColumns.Decode(state, f.disputes.Rows.ForKey(o.id))
	case slipObjects:
		return slipColumns.Decode(state, f.slips.Rows.ForKey(o.id))
	case ticketObjects:
		f.tickets[o.id] = &ticketThread{}
		return json.Unmarshal(state, f.tickets[o.id])
	case accountObjects:
		f.accounts[o.id] = &storedClient{}
		return json.Unmarshal(state, f.accounts[o.id])
	}
	return fmt.Errorf("a state of the kind %s", o.kind)
}

// changedObjects returns the objects whose states the batch changed: those that it created, and the others.
func (f *clientEventFold) changedObjects() (fresh, known []*keptObject, err error) {
	for _, o := range f.objects.List {
		o.state, err = f.state(o.objectKey)
		switch {
		case err != nil:
			return nil, nil, err
		case o.state == nil || bytes.Equal(o.state, o.stored):
		case o.stored != nil:
			known = append(known, o)
		default:
			fresh = append(fresh, o)
		}
	}
	return fresh, known, nil
}

// state returns what is remembered of an object, or nil for one that no event created, as in a partial log.
func (f *clientEventFold) state(o objectKey) (text json.RawMessage, err error) {
	switch o.kind {
	case transactionObjects:
		if row := f.transactions.Rows.Known(o.id); row != nil {
			if row.Status != payment.StatusPending { // no GET shows any more how it could be paid
				row.OpenedAt, row.Opening = nil, paymentrows.Opening{}
			}
			return transactionColumns.Encode(row)
		}
	case refundObjects:
		if row := f.refunds.Rows.Known(o.id); row != nil {
			return refundColumns.Encode(row)
		}
	case disputeObjects:
		if row := f.disputes.Rows.Known(o.id); row != nil {
			return disputeColumns.Encode(row)
		}
	case slipObjects:
		if row := f.slips.Rows.Known(o.id); row != nil {
			return slipColumns.Encode(row)
		}
	case ticketObjects:
		if thread := f.tickets[o.id]; thread != nil {
			return json.Marshal(thread)
		}
	case accountObjects:
		if row := f.accounts[o.id]; row != nil {
			return json.Marshal(row)
		}
	default:
		if row := f.payouts.Rows.Known(payoutrows.Key{Kind: o.kind, ID: o.id}); row != nil {
			return payoutColumns.Encode(row)
		}
	}
	return nil, nil
}

// data returns the body's data, which is what the matching GET returns at this point. It is nil for an object
// that no event created, as in a partial log.
func (f *clientEventFold) data(o objectKey, entry feed.Entry) (data json.RawMessage, err error) {
	switch o.kind {
	case transactionObjects:
		if row := f.transactions.Rows.Known(o.id); row != nil {
			return shownTransaction(row.Shown()).AppendJSON(make([]byte, 0, usualBody))
		}
	case refundObjects:
		if row := f.refunds.Rows.Known(o.id); row != nil {
			return shownRefund(row)
		}
	case disputeObjects:
		if row := f.disputes.Rows.Known(o.id); row != nil {
			return json.Marshal(shownDispute(row.Dispute))
		}
	case slipObjects:
		if row := f.slips.Rows.Known(o.id); row != nil {
			return json.Marshal(shownSlip(row.Slip))
		}
	case ticketObjects:
		if thread := f.tickets[o.id]; thread != nil {
			return json.Marshal(shownTicket(*thread))
		}
	case accountObjects:
		if row := f.accounts[o.id]; row != nil {
			c := row.Client
			c.PausedUntil = row.Until
			c.Balance, c.Available, err = f.heads.ForKey(o.id).balance()
			if err != nil {
				return nil, err
			}
			return json.Marshal(c.At(entry.At))
		}
	default:
		if row := f.payouts.Rows.Known(payoutrows.Key{Kind: o.kind, ID: o.id}); row != nil {
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

func shownRefund(row *refundrows.Row) (json.RawMessage, error) {
	r, err := row.Shown()
	if err != nil {
		return nil, err
	}
	r.SucceededAt, r.CreatedAt, r.UpdatedAt = asReadAt(r.SucceededAt), asRead(r.CreatedAt), asRead(r.UpdatedAt)
	return json.Marshal(r)
}

func shownDispute(d disputerows.Dispute) disputerows.Dispute {
	d.DueBy, d.AnsweredAt, d.CreatedAt, d.UpdatedAt = asRead(d.DueBy), asReadAt(d.AnsweredAt), asRead(d.CreatedAt), asRead(d.UpdatedAt)
	return d
}

func shownSlip(s withholdingrows.Slip) withholdingrows.Slip {
	s.CreatedAt, s.UpdatedAt = asRead(s.CreatedAt), asRead(s.UpdatedAt)
	return s
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

// StoredColumnsOf returns the columns with these names, of those that a row type lists.
func StoredColumnsOf[R any](list func(*R, *readtable.Fields), names []string) StoredColumns[R] {
	s := StoredColumns[R]{list: list}
	for _, c := range readtable.ColumnsOf(list) {
		if slices.Contains(names, c.Name) {
			s.columns = append(s.columns, c)
		}
	}
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

// Encode writes the columns of a row. It leaves out zero values.
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
