package feedrows

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"gateway/domain/balance"
	"gateway/domain/feed"
	"gateway/projections/engine"
	"gateway/projections/readmodel/clientrows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/readmodel/ticketrows"

	"github.com/lib/pq"
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
			var id int64
			var h clientHead
			if err := scan(&id, &h.ordinal, &h.total, &h.available); err != nil {
				return err
			}
			f.heads[id] = &h
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
	transactionColumns = StoredColumnsOf(paymentrows.TransactionColumns)
	payoutColumns      = StoredColumnsOf(payoutrows.Columns)
	accountColumns     = StoredColumnsOf(clientColumns)
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

// objectRows adds the states after the batch: the objects that it created to fresh, the others to known.
func (f *clientEventFold) objectRows(fresh, known *readtable.Batch) error {
	for _, o := range f.objects {
		state, err := f.state(o)
		if err != nil {
			return err
		}
		switch {
		case state == nil:
		case f.stored[o]:
			known.Add(o.Kind, o.ID, state)
		default:
			fresh.Add(o.Kind, o.ID, state)
		}
	}
	return nil
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
