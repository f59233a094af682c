package state_test

import (
	"errors"
	"testing"
	"time"

	"gateway/domain/callback"
	"gateway/domain/endpoint"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/http/service/state"
	"gateway/projections/readmodel/readtable"
)

func TestADeliveryToAnEndpointIsKeptForAMonthWithItsLastAttempt(t *testing.T) {
	t.Parallel()
	db := state.New(open(t, postgrestest.Database(t)))
	keep := func(id string, ordinal int64, status int, at time.Time) endpoint.Attempt {
		return endpoint.Attempt{EndpointID: 1, WebhookID: id, Ordinal: ordinal, Result: callback.Result{Status: status, Answer: "a\x00\xff"}, At: at}
	}
	kept := func(f state.DeliveryFilter, page readtable.Page, want ...string) []state.EndpointDelivery {
		t.Helper()
		rows, total, err := db.EndpointDeliveries(t.Context(), 1, f, page)
		if err != nil || len(rows) != len(want) || total < int64(len(want)) {
			t.Fatalf("%v %d %v", rows, total, err)
		}
		for i, row := range rows {
			if row.WebhookID != want[i] {
				t.Errorf("row %d is %s", i, row.WebhookID)
			}
		}
		return rows
	}
	all := readtable.Page{Number: 1, PerPage: 10}
	failed := keep("evt_1", 7, 500, noon)
	err := db.KeepEndpointAttempts(t.Context(), []endpoint.Attempt{failed, keep("evt_2", 8, 200, noon), failed, keep("evt_3", 9, 500, noon)})
	if err != nil {
		t.Fatal(err)
	}
	rows := kept(state.DeliveryFilter{After: noon}, all, "evt_3", "evt_2", "evt_1")
	if rows[2].Attempts != 2 || rows[2].Delivered || !rows[1].Delivered {
		t.Errorf("%+v", rows)
	}
	kept(state.DeliveryFilter{After: noon}, readtable.Page{Number: 2, PerPage: 2}, "evt_1")
	kept(state.DeliveryFilter{After: noon}, readtable.Page{PerPage: 2, After: &readtable.Place{Position: rows[0].Order}}, "evt_2", "evt_1")
	kept(state.DeliveryFilter{After: noon, Status: callback.StatusPending, Pending: []int64{7}}, all, "evt_1")
	kept(state.DeliveryFilter{After: noon, Status: callback.StatusExhausted, Pending: []int64{7}}, all, "evt_3")
	kept(state.DeliveryFilter{After: noon, Status: callback.StatusDelivered}, all, "evt_2")
	one, err := db.EndpointDelivery(t.Context(), 1, "evt_1", noon)
	if err != nil || string(one.Answer) != "a\x00\xff" {
		t.Errorf("%+v %v", one, err)
	}
	if _, err := db.EndpointDelivery(t.Context(), 1, "evt_1", noon.Add(time.Second)); !errors.Is(err, readtable.ErrNotFound) {
		t.Errorf("shown after its time: %v", err)
	}
	later := noon.Add(callback.AnswersKept + time.Second)
	if err := db.KeepEndpointAttempts(t.Context(), []endpoint.Attempt{keep("evt_1", 7, 200, later)}); err != nil {
		t.Fatal(err)
	}
	kept(state.DeliveryFilter{}, all, "evt_1")
}
