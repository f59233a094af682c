package feedrows

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
	"gateway/projections/readmodel/clientrows"
	"gateway/projections/readmodel/memoryrows"
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

// put restores a stored state.
func (f *clientEventFold) put(o clientObject, state []byte) error {
	var target any
	switch o.Kind {
	case transactionObjects:
		row := &memoryrows.Payment{}
		f.rows.Payments[o.ID], target = row, row
	case balance.Withdrawal, balance.Settlement:
		row := &payoutrows.Payout{}
		f.rows.Payouts[payoutrows.Key(o)], target = row, row
	case ticketObjects:
		thread := &ticketThread{}
		f.tickets[o.ID] = thread
		return json.Unmarshal(state, thread)
	case accountObjects:
		row := &clientrows.Client{}
		f.accounts[o.ID], target = row, row
	default:
		return fmt.Errorf("a state of the kind %s", o.Kind)
	}
	return DecodeColumns(state, target)
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
		if row := f.rows.Payments[o.ID]; row != nil {
			return EncodeColumns(row)
		}
	case ticketObjects:
		if thread := f.tickets[o.ID]; thread != nil {
			return json.Marshal(thread)
		}
	case accountObjects:
		if row := f.accounts[o.ID]; row != nil {
			return EncodeColumns(row)
		}
	default:
		if row := f.rows.Payouts[payoutrows.Key(o)]; row != nil {
			return EncodeColumns(row)
		}
	}
	return nil, nil
}

// data returns the body's data, which is what the matching GET returns at this point. It is nil for an object
// that no event created, as in a partial log.
func (f *clientEventFold) data(o clientObject, entry feed.Entry) (json.RawMessage, error) {
	switch o.Kind {
	case transactionObjects:
		if row := f.rows.Payments[o.ID]; row != nil {
			return marshalRow(row.Shown(), func(t paymentrows.Transaction) any { return t.Single() })
		}
	case ticketObjects:
		if thread := f.tickets[o.ID]; thread != nil {
			return marshalRow(*thread, func(t ticketThread) any { return t })
		}
	case accountObjects:
		if row := f.accounts[o.ID]; row != nil {
			c := row.At(entry.At)
			c.Balance, c.Available = f.heads[o.ID].total, f.heads[o.ID].available
			return marshalRow(c, func(c clientrows.Client) any { return c })
		}
	default:
		if row := f.rows.Payouts[payoutrows.Key(o)]; row != nil {
			return marshalRow(*row, func(p payoutrows.Payout) any { return p })
		}
	}
	return nil, nil
}

// marshalRow encodes a row with its times in the form that a query returns.
func marshalRow[T any](row T, view func(T) any) (json.RawMessage, error) {
	inUTC(reflect.ValueOf(&row).Elem())
	shown := view(row)
	if a, ok := shown.(jsontext.Appender); ok {
		return a.AppendJSON(make([]byte, 0, usualBody))
	}
	return json.Marshal(shown)
}

// usualBody is larger than most bodies.
const usualBody = 1024

// inUTC converts times to the form that a query returns: UTC with microseconds. It replaces a pointer,
// because the copied row shares it. The value must be settable.
func inUTC(v reflect.Value) {
	switch {
	case readtable.IsTime(v.Type()):
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

// timeFields caches, by struct type, the fields that inUTC has to convert. Few rows have more than five.
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
	case readtable.IsTime(t):
		return true
	case t.Kind() == reflect.Pointer:
		return readtable.IsTime(t.Elem())
	case t.Kind() == reflect.Struct:
		return !readtable.IsDecimal(t) && len(fieldsWithTimes(t)) > 0
	}
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct && hasTimes(t.Elem())
}
