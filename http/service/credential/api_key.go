package credential

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"maps"
	"regexp"
	"sync"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/risk"
	"gateway/eventstore"
	"gateway/http/service/state"
	"gateway/projections/readmodel/clientrows"
	"gateway/projections/readmodel/readtable"

	lru "github.com/hashicorp/golang-lru/v2"
)

// keyPrefix starts every API key, even in the sandbox (API reference: Keys): sandbox and production differ by
// host.
const keyPrefix = "sk_live_"

var keyForm = regexp.MustCompile(`^sk_live_[0-9a-f]{48}$`)

// APIKey is a new key. Full is shown to the client once and never stored. Hash is stored. Masked shows only
// the last 4 characters and may be shown at any time.
type APIKey struct{ Full, Hash, Masked string }

// NewAPIKey generates a key of 192 random bits.
func NewAPIKey() APIKey {
	var bits [24]byte
	_, _ = rand.Read(bits[:]) // never fails (crypto/rand)
	full := keyPrefix + hex.EncodeToString(bits[:])
	hash, _ := HashAPIKey(full)
	return APIKey{Full: full, Hash: hash, Masked: keyPrefix + "********" + full[len(full)-4:]}
}

// HashAPIKey returns the hash under which a key is stored. ok is false when the text does not have the form
// of a key. SHA-256 is enough, because a key has 192 random bits.
func HashAPIKey(key string) (hash string, ok bool) {
	if !keyForm.MatchString(key) {
		return "", false
	}
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:]), true
}

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
	// networks are those to be written, and written those that this instance wrote already.
	networks map[keyNetwork]time.Time
	written  *lru.Cache[keyNetwork, struct{}]
}

// keyNetwork is a network that a key was used from.
type keyNetwork struct {
	keyID   int64
	network string
}

const (
	// networksWritten is how many networks an instance remembers that it wrote.
	networksWritten = 10_000
	// networksAtOnce is how many networks are written at once. More are noted with the next use.
	networksAtOnce = 1_000
)

// KeyUseStore stores the last use of each key. *state.DB implements it.
type KeyUseStore interface {
	SaveKeyUses(ctx context.Context, uses []state.KeyUse) error
	KeyUses(ctx context.Context, ids []int64) ([]state.KeyUse, error)
	SaveKeyNetworks(ctx context.Context, networks []state.KeyNetwork) error
}

// NewKeyUses makes KeyUses. day returns today's date in the business time zone.
func NewKeyUses(store KeyUseStore, now func() time.Time, day func() string) *KeyUses {
	written, err := lru.New[keyNetwork, struct{}](networksWritten)
	if err != nil {
		panic(err) // the size is positive
	}
	return &KeyUses{
		store: store, now: now, day: day, changed: make(map[int64]state.KeyUse), networks: make(map[keyNetwork]time.Time), written: written,
	}
}

// Note records a use of a key now.
func (k *KeyUses) Note(keyID int64, address string) {
	use := state.KeyUse{KeyID: keyID, Day: k.day(), Address: address, At: k.now()}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.changed[keyID] = use
	n := keyNetwork{keyID, risk.NetworkOf(address)}
	if _, noted := k.networks[n]; n.network != "" && !noted && !k.written.Contains(n) && len(k.networks) < networksAtOnce {
		k.networks[n] = use.At
	}
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

// Flush writes the uses and the new networks noted since the last flush. If that fails, it keeps them for the next one.
func (k *KeyUses) Flush(ctx context.Context) error {
	return errors.Join(k.flushNetworks(ctx), k.flushUses(ctx))
}

func (k *KeyUses) flushNetworks(ctx context.Context) error {
	k.mu.Lock()
	noted := maps.Clone(k.networks)
	k.mu.Unlock()
	if len(noted) == 0 {
		return nil
	}
	rows := make([]state.KeyNetwork, 0, len(noted))
	for n, at := range noted {
		rows = append(rows, state.KeyNetwork{KeyID: n.keyID, Network: n.network, FirstAt: at})
	}
	if err := k.store.SaveKeyNetworks(ctx, rows); err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for n := range noted {
		k.written.Add(n, struct{}{})
		delete(k.networks, n)
	}
	return nil
}

func (k *KeyUses) flushUses(ctx context.Context) error {
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
