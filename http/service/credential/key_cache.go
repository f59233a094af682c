package credential

import (
	"context"
	"errors"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/eventstore"
	"gateway/projections/readmodel/clientrows"
	"gateway/projections/readmodel/readtable"

	lru "github.com/hashicorp/golang-lru/v2"
)

const (
	// keyTTL is how long a cached owner of a key is used. Together with the lag of the read models, a revoked
	// key stops working on every instance within a second.
	keyTTL = 500 * time.Millisecond
	// cachedKeys is how many keys are cached, the most recently used ones.
	cachedKeys = 10_000
)

// ErrInvalidKey refuses an API key that is missing, unknown, ended, or of a rejected client.
var ErrInvalidKey = domain.Refuse(domain.Unauthorized, "invalid_api_key", "the API key is missing, not valid or not active")

// KeyFinder finds the owner of an active API key. Error: readtable.ErrNotFound. *readmodel.Queries implements
// it.
type KeyFinder interface {
	KeyByHash(ctx context.Context, hash string) (clientrows.KeyOwner, error)
}

// KeyCache finds the owners of API keys. It knows from the log, read at most half a second ago, whether a key
// is active, what it may do, and where it may be used. So a revoked key stops working within a second even
// when the read models stand still, and a key that expires stops at that moment. The read models are queried
// only for the owner of a key that is not in the cache; a key never changes its owner. It is safe for
// concurrent use.
type KeyCache struct {
	find   KeyFinder
	load   AccountLoader
	now    func() time.Time
	owners *lru.Cache[string, cachedOwner]
}

// cachedOwner is an owner that is valid until the log is read again or the key expires.
type cachedOwner struct {
	clientrows.KeyOwner
	until time.Time
}

// AccountLoader returns a client's account from the log.
type AccountLoader func(ctx context.Context, clientID int64) (account.State, error)

// AccountsOf loads accounts from a log.
func AccountsOf(log *eventstore.Log) AccountLoader {
	return func(ctx context.Context, clientID int64) (account.State, error) {
		s, _, err := eventstore.Load(ctx, log, account.Aggregate, account.Stream(clientID))
		return s, err
	}
}

// NewKeyCache makes an empty cache.
func NewKeyCache(find KeyFinder, load AccountLoader, now func() time.Time) *KeyCache {
	owners, err := lru.New[string, cachedOwner](cachedKeys)
	if err != nil { // only a size below 1 fails
		panic(err)
	}
	return &KeyCache{find: find, load: load, now: now, owners: owners}
}

// Owner returns the client that owns this active key. The key of a rejected client is not active. Refusal:
// invalid_api_key.
func (k *KeyCache) Owner(ctx context.Context, key string) (clientrows.KeyOwner, error) {
	hash, ok := HashAPIKey(key)
	if !ok {
		return clientrows.KeyOwner{}, ErrInvalidKey
	}
	cached, known := k.owners.Get(hash)
	now := k.now() // the time before the log is read
	if known && now.Before(cached.until) {
		return cached.KeyOwner, nil
	}
	until, owner := now.Add(keyTTL), cached.KeyOwner
	if !known {
		found, err := k.find.KeyByHash(ctx, hash)
		if errors.Is(err, readtable.ErrNotFound) {
			return clientrows.KeyOwner{}, ErrInvalidKey
		}
		if err != nil {
			return clientrows.KeyOwner{}, err
		}
		owner = found
	}
	s, err := k.load(ctx, owner.ClientID)
	if err != nil {
		return clientrows.KeyOwner{}, err
	}
	working, ok := s.WorkingKey(hash, now)
	if !ok || s.Status == account.StatusRejected {
		k.owners.Remove(hash)
		return clientrows.KeyOwner{}, ErrInvalidKey
	}
	if working.EndsAt != nil && working.EndsAt.Before(until) {
		until = *working.EndsAt
	}
	owner.ClientStatus, owner.Scopes, owner.Allow = s.Status, working.Scopes, working.Allow
	k.owners.Add(hash, cachedOwner{KeyOwner: owner, until: until})
	return owner, nil
}

// Clear empties the cache after a change of keys or of a client's status, so that the change takes effect at
// once on this instance. It takes effect on the others within a second.
func (k *KeyCache) Clear() { k.owners.Purge() }
