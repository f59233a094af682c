package credential

import (
	"context"
	"sync"
	"time"

	"gateway/http/service/state"
)

// flushEvery is how often uses of keys are written. A gateway that is killed loses the uses since the last
// write.
const flushEvery = 10 * time.Second

// KeyUses records on which day and from which address each API key was last used. It keeps uses in memory and
// writes them all together every 10 s, so that no request causes a write. It is safe for concurrent use.
type KeyUses struct {
	store KeyUseStore
	day   func() string
	now   func() time.Time

	mu      sync.Mutex
	changed map[int64]state.KeyUse
}

// KeyUseStore stores the last use of each key. *state.DB implements it.
type KeyUseStore interface {
	SaveKeyUses(ctx context.Context, uses []state.KeyUse) error
	KeyUses(ctx context.Context, ids []int64) ([]state.KeyUse, error)
}

// NewKeyUses makes KeyUses. day returns today's date in the business time zone.
func NewKeyUses(store KeyUseStore, now func() time.Time, day func() string) *KeyUses {
	return &KeyUses{store: store, now: now, day: day, changed: make(map[int64]state.KeyUse)}
}

// Note records a use of a key now.
func (k *KeyUses) Note(keyID int64, address string) {
	use := state.KeyUse{KeyID: keyID, Day: k.day(), Address: address, At: k.now()}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.changed[keyID] = use
}

// Last returns the last uses of these keys by id. It knows those that were written, and those that this
// instance has noted.
func (k *KeyUses) Last(ctx context.Context, ids []int64) (map[int64]state.KeyUse, error) {
	last := make(map[int64]state.KeyUse, len(ids))
	var others []int64
	k.mu.Lock()
	for _, id := range ids {
		if use, noted := k.changed[id]; noted {
			last[id] = use
		} else {
			others = append(others, id)
		}
	}
	k.mu.Unlock()
	if len(others) == 0 {
		return last, nil
	}
	written, err := k.store.KeyUses(ctx, others)
	for _, use := range written {
		last[use.KeyID] = use
	}
	return last, err
}

// Flush writes the uses noted since the last flush. If that fails, it keeps them for the next one.
func (k *KeyUses) Flush(ctx context.Context) error {
	k.mu.Lock()
	noted := k.changed
	k.changed = make(map[int64]state.KeyUse)
	k.mu.Unlock()
	if len(noted) == 0 {
		return nil
	}
	uses := make([]state.KeyUse, 0, len(noted))
	for _, use := range noted {
		uses = append(uses, use)
	}
	err := k.store.SaveKeyUses(ctx, uses)
	if err == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for id, use := range noted {
		if _, newer := k.changed[id]; !newer {
			k.changed[id] = use
		}
	}
	return err
}

// Run flushes every 10 s, and once more when ctx ends. onError is called with the error of a failed flush.
func (k *KeyUses) Run(ctx context.Context, onError func(error)) {
	ticker := time.NewTicker(flushEvery)
	defer ticker.Stop()
	for {
		ended := false
		select {
		case <-ticker.C:
		case <-ctx.Done():
			ended = true
		}
		bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		if err := k.Flush(bounded); err != nil {
			onError(err)
		}
		cancel()
		if ended {
			return
		}
	}
}
