package suspenseservice_test

import (
	"context"
	"testing"

	"gateway/domain/catalogue"
	"gateway/eventstore"
	"gateway/eventstore/storetest"
	"gateway/http/service"
	"gateway/http/service/suspenseservice"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/readtable"
)

// late has an item only from the second query on, like a read model that lags behind the log.
type late struct{ looks int }

func (l *late) SuspenseItem(_ context.Context, id int64) (paymentrows.SuspenseItem, error) {
	if l.looks++; l.looks == 1 {
		return paymentrows.SuspenseItem{}, readtable.ErrNotFound
	}
	return paymentrows.SuspenseItem{ID: id}, nil
}

func TestAnItemThatOnlyTheLogHasYetIsWaitedFor(t *testing.T) {
	t.Parallel()
	log := eventstore.NewLog(storetest.NewMemory().Open(), eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
	rows := &late{}
	items := suspenseservice.Items{Core: &service.Core{Log: log}, Rows: rows}
	if item, err := items.Find(t.Context(), 7); err != nil || item.ID != 7 {
		t.Errorf("%+v, %v", item, err)
	}
}
