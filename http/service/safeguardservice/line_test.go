package safeguardservice_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gateway/domain/catalogue"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/http/service/safeguardservice"
	"gateway/http/service/servicetest"
)

// slowStore takes a moment to say which event is the newest, and keeps how many asked for it at the same time.
type slowStore struct {
	eventstore.Store
	now, most atomic.Int32
}

func (s *slowStore) ReadAllBackwards(ctx context.Context, before eventstore.Position, limit int) ([]eventstore.Recorded, error) {
	n := s.now.Add(1)
	defer s.now.Add(-1)
	for most := s.most.Load(); n > most && !s.most.CompareAndSwap(most, n); most = s.most.Load() {
	}
	time.Sleep(10 * time.Millisecond)
	return s.Store.ReadAllBackwards(ctx, before, limit)
}

func TestTheFilesOfDaysWaitInLine(t *testing.T) {
	t.Parallel()
	core := servicetest.New(t)
	began := time.Now()
	servicetest.Append(t, core, treasury.Stream("a"), treasury.Entered{ID: 1, Kind: treasury.OwnerIn, At: began})
	core.Now = func() time.Time { return began.AddDate(0, 0, 4) }
	store := &slowStore{Store: core.Log.Store()}
	core.Log = eventstore.NewLog(store, eventstore.NewCodec(catalogue.Events()...), eventstore.Options{Owns: catalogue.Owns})
	p := safeguardservice.New(core)
	var both sync.WaitGroup
	var days atomic.Int32
	for range 2 {
		both.Go(func() {
			if err := p.AllDays(t.Context(), safeguardservice.Range{}, func(safeguardservice.Day) error { days.Add(1); return nil }); err != nil {
				t.Error(err)
			}
		})
	}
	both.Wait()
	if days.Load() != 10 || store.most.Load() != 1 {
		t.Errorf("%d days, %d read at once", days.Load(), store.most.Load())
	}
	// A file whose reader is slow holds up no other, and who goes away leaves the line.
	gone, leave := context.WithCancel(t.Context())
	err := p.AllDays(gone, safeguardservice.Range{}, func(safeguardservice.Day) error {
		leave()
		return p.AllDays(t.Context(), safeguardservice.Range{}, func(safeguardservice.Day) error { days.Add(1); return nil })
	})
	if !errors.Is(err, context.Canceled) || days.Load() != 15 {
		t.Errorf("%v, after %d days", err, days.Load())
	}
}
