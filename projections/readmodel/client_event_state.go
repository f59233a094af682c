package readmodel

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"sync"
	"time"

	"gateway/domain/balance"
	"gateway/domain/feed"
	"gateway/domain/jsontext"
	"gateway/projections/engine"

	"github.com/lib/pq"
)

// ticketThread is what GET /tickets/{id} shows.
type ticketThread struct {
	Ticket  Ticket        `json:"ticket"`
	Replies []TicketReply `json:"replies"`
}

// load reads the states of what the batch touches.
func (f *clientEventFold) load(ctx context.Context, tx *engine.Tx) error {
	var kinds pq.StringArray
	var ids pq.Int64Array
	for _, o := range f.objects {
		if f.needed[o] {
			kinds, ids = append(kinds, o.kind), append(ids, o.id)
		}
	}
	if len(ids) > 0 {
		err := scanAll(ctx, tx, `SELECT kind, id, state FROM client_event_objects
			WHERE (kind, id) IN (SELECT * FROM unnest($1::text[], $2::bigint[]))`, []any{kinds, ids}, func(scan func(...any) error) error {
			var o clientObject
			var state []byte
			if err := scan(&o.kind, &o.id, &state); err != nil {
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

// put takes a stored state.
func (f *clientEventFold) put(o clientObject, state []byte) error {
	var target any
	switch o.kind {
	case transactionObjects:
		row := &memoryPayment{}
		f.rows.payments[o.id], target = row, row
	case balance.Withdrawal, balance.Settlement:
		row := &Payout{}
		f.rows.payouts[payoutKey(o)], target = row, row
	case ticketObjects:
		thread := &ticketThread{}
		f.tickets[o.id] = thread
		return json.Unmarshal(state, thread)
	case accountObjects:
		row := &Client{}
		f.accounts[o.id], target = row, row
	default:
		return fmt.Errorf("a state of the kind %s", o.kind)
	}
	return decodeColumns(state, target)
}

// objectRows adds the states after the batch: of the objects that it made, and of the others.
func (f *clientEventFold) objectRows(fresh, known *batch) error {
	for _, o := range f.objects {
		state, err := f.state(o)
		if err != nil {
			return err
		}
		switch {
		case state == nil:
		case f.stored[o]:
			known.add(o.kind, o.id, state)
		default:
			fresh.add(o.kind, o.id, state)
		}
	}
	return nil
}

func (f *clientEventFold) state(o clientObject) (json.RawMessage, error) {
	switch o.kind {
	case transactionObjects:
		if row := f.rows.payments[o.id]; row != nil {
			return encodeColumns(row)
		}
	case ticketObjects:
		if thread := f.tickets[o.id]; thread != nil {
			return json.Marshal(thread)
		}
	case accountObjects:
		if row := f.accounts[o.id]; row != nil {
			return encodeColumns(row)
		}
	default:
		if row := f.rows.payouts[payoutKey(o)]; row != nil {
			return encodeColumns(row)
		}
	}
	return nil, nil
}

// data is the body's data: what the matching GET gives now. It is nil for an object that no
// event created, as in a log of which only a part is known.
func (f *clientEventFold) data(o clientObject, entry feed.Entry) (json.RawMessage, error) {
	switch o.kind {
	case transactionObjects:
		if row := f.rows.payments[o.id]; row != nil {
			return marshalRow(row.shown(), func(t Transaction) any { return t.Single() })
		}
	case ticketObjects:
		if thread := f.tickets[o.id]; thread != nil {
			return marshalRow(*thread, func(t ticketThread) any { return t })
		}
	case accountObjects:
		if row := f.accounts[o.id]; row != nil {
			c := row.at(entry.At)
			c.Balance, c.Available = f.heads[o.id].total, f.heads[o.id].available
			return marshalRow(c, func(c Client) any { return c })
		}
	default:
		if row := f.rows.payouts[payoutKey(o)]; row != nil {
			return marshalRow(*row, func(p Payout) any { return p })
		}
	}
	return nil, nil
}

// shown is the transaction as a query gives it: while money is in suspense, and nothing was
// paid otherwise, that is what was paid.
func (p *memoryPayment) shown() Transaction {
	t := p.Transaction
	if p.OpenSuspense > 0 && t.PaidAmount == nil {
		amount := p.SuspendedAmount
		t.PaidAmount = &amount
	}
	if p.OpenSuspense > 0 && t.PaidAt == nil {
		t.PaidAt = p.SuspendedAt
	}
	return t
}

// marshalRow encodes a row with its times as a query gives them.
func marshalRow[T any](row T, view func(T) any) (json.RawMessage, error) {
	inUTC(reflect.ValueOf(&row).Elem())
	shown := view(row)
	if a, ok := shown.(jsontext.Appender); ok {
		return a.AppendJSON(make([]byte, 0, usualBody))
	}
	return json.Marshal(shown)
}

// usualBody is more than most bodies have.
const usualBody = 1024

// inUTC makes times those that a query gives: in UTC, with microseconds. A pointer is
// replaced, since the row that was copied has it, too. The value can be set.
func inUTC(v reflect.Value) {
	switch {
	case isTime(v.Type()):
		at := v.Addr().Interface().(*time.Time)
		*at = at.UTC().Truncate(time.Microsecond)
	case v.Kind() == reflect.Pointer:
		if !v.IsNil() {
			at := v.Interface().(*time.Time).UTC().Truncate(time.Microsecond)
			v.Set(reflect.ValueOf(&at))
		}
	case v.Kind() == reflect.Struct:
		for _, i := range fieldsWithTimes(v.Type()) {
			inUTC(v.Field(i))
		}
	case v.Len() > 0:
		copied := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(copied, v)
		for i := range copied.Len() {
			inUTC(copied.Index(i))
		}
		v.Set(copied)
	}
}

// timeFields caches the fields in which inUTC has something to do, by struct type: few rows
// have more than five of them.
var timeFields sync.Map

func fieldsWithTimes(t reflect.Type) []int {
	if known, ok := timeFields.Load(t); ok {
		return known.([]int)
	}
	var fields []int
	for i := range t.NumField() {
		if hasTimes(t.Field(i).Type) {
			fields = append(fields, i)
		}
	}
	timeFields.Store(t, fields)
	return fields
}

func hasTimes(t reflect.Type) bool {
	switch {
	case isTime(t):
		return true
	case t.Kind() == reflect.Pointer:
		return isTime(t.Elem())
	case t.Kind() == reflect.Struct:
		return !isDecimal(t) && len(fieldsWithTimes(t)) > 0
	}
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct && hasTimes(t.Elem())
}
