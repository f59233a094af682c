package readmodel_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/catalogue"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel"
	"gateway/projections/readmodel/auditlogrows"
	"gateway/projections/readmodel/balancerows"
	"gateway/projections/readmodel/bankrows"
	"gateway/test/rupiah"

	"github.com/shopspring/decimal"
)

// A malformed event halts the read models that apply its type, and no others. A type missing from Applies
// would be skipped silently; an extra one would halt the model needlessly.
func TestAReadModelSaysWhichEventsItApplies(t *testing.T) {
	t.Parallel()
	s := engine.NewSession(database(t))
	t.Cleanup(s.Close)
	for _, model := range readmodel.All() {
		switch model.(type) {
		case balancerows.BookingTimes, auditlogrows.AuditLog, balancerows.Hours, balancerows.AgingEntries:
			continue // they only use the booking time, the actor, or postings to some accounts
		case bankrows.Bookings:
			continue // any movement may be one on our bank account
		}
		var applied []string
		for _, e := range everyEvent() {
			if touches(t, s, model, e) {
				applied = append(applied, e.EventType())
			}
		}
		slices.Sort(applied)
		var said []string
		for _, e := range model.(engine.Selective).Applies() {
			said = append(said, e.EventType())
		}
		slices.Sort(said)
		if applied = slices.Compact(applied); !slices.Equal(applied, said) {
			t.Errorf("%s applies\n%v\nand says\n%v", model.Name(), applied, said)
		}
	}
}

// everyEvent returns the events of a random history, and several values of each type.
func everyEvent() []domain.Event {
	events := mixedHistory(1, 30)
	for _, e := range catalogue.Events() {
		events = append(events, e)
		for _, flags := range []bool{true, false} {
			value := reflect.New(reflect.TypeOf(e)).Elem()
			fill(value, flags)
			events = append(events, value.Interface().(domain.Event))
		}
	}
	return events
}

// fill gives every field a value. flags is the value of all booleans.
func fill(v reflect.Value, flags bool) {
	switch v.Interface().(type) {
	case time.Time:
		v.Set(reflect.ValueOf(noon))
		return
	case decimal.Decimal:
		v.Set(reflect.ValueOf(rupiah.Of("1")))
		return
	case json.RawMessage:
		v.SetBytes([]byte(`{}`))
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(flags)
	case reflect.String:
		v.SetString("x")
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), flags)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), flags)
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				fill(v.Field(i), flags)
			}
		}
	}
}

var errRollBack = errors.New("roll back")

// touches reports whether the model executes a statement for an event, by using a failed transaction, in
// which every statement fails.
func touches(t *testing.T, s *engine.Session, m engine.Model, e domain.Event) (touched bool) {
	t.Helper()
	err := s.Transact(t.Context(), func(tx *engine.Tx) error {
		if _, err := tx.Exec(t.Context(), `SELECT 1/0`); err == nil {
			return errors.New("the statement did not fail")
		}
		touched = m.Apply(t.Context(), tx, []eventstore.Envelope{log(e)[0]}) != nil
		return errRollBack
	})
	if !errors.Is(err, errRollBack) {
		t.Fatal(err)
	}
	return touched
}
