package credential_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"gateway/http/service/credential"
	"gateway/http/service/state"
)

// uses is a store in memory that counts writes.
type uses struct {
	saved  map[int64]state.KeyUse
	writes int
	err    error
	// networks are all that were written, in order.
	networks []state.KeyNetwork
}

func (u *uses) SaveKeyUses(_ context.Context, all []state.KeyUse) error {
	u.writes++
	for _, use := range all {
		if u.err == nil {
			u.saved[use.KeyID] = use
		}
	}
	return u.err
}

func (u *uses) SaveKeyNetworks(_ context.Context, all []state.KeyNetwork) error {
	if u.err == nil {
		u.networks = append(u.networks, all...)
	}
	return u.err
}

func (u *uses) KeyUses(_ context.Context, ids []int64) (found []state.KeyUse, err error) {
	for _, id := range ids {
		if use, ok := u.saved[id]; ok {
			found = append(found, use)
		}
	}
	return found, nil
}

func TestUsesOfKeysAreWrittenTogetherAndNotPerRequest(t *testing.T) {
	t.Parallel()
	store := &uses{saved: map[int64]state.KeyUse{}}
	now := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	k := credential.NewKeyUses(store, func() time.Time { return now }, func() string { return now.Format(time.DateOnly) })
	last := func(id int64) string {
		all, err := k.Last(t.Context(), []int64{id, 99})
		if err != nil {
			t.Fatal(err)
		}
		return all[id].Day + " " + all[id].Address
	}
	for range 1_000 {
		k.Note(1, "192.0.2.1")
		k.Note(1, "192.0.2.2")
		k.Note(2, "192.0.2.3")
	}
	if got := last(1); store.writes != 0 || got != "2026-01-02 192.0.2.2" {
		t.Errorf("before the flush: %d writes, %s", store.writes, got)
	}
	store.err = errors.New("the database is down")
	if err := k.Flush(t.Context()); !errors.Is(err, store.err) {
		t.Error(err)
	}
	k.Note(2, "192.0.2.4")
	store.err = nil
	if err := k.Flush(t.Context()); err != nil || store.writes != 2 {
		t.Errorf("%d writes, %v", store.writes, err)
	}
	if err := k.Flush(t.Context()); err != nil || store.writes != 2 {
		t.Errorf("nothing to write: %d writes, %v", store.writes, err)
	}
	k.Note(1, "198.51.100.9")
	if err := k.Flush(t.Context()); err != nil || len(store.networks) != 3 || store.networks[2].Network != "198.51.100.0/24" {
		t.Errorf("a network is written once per key: %v, %v", store.networks, err)
	}
	k.Note(1, "192.0.2.2")
	if last(1) != "2026-01-02 192.0.2.2" || last(2) != "2026-01-02 192.0.2.4" || last(3) != " " {
		t.Errorf("after it: %s, %s, %s", last(1), last(2), last(3))
	}
}
