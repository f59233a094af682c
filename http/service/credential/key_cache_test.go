package credential_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"gateway/domain/account"
	"gateway/http/service/credential"
	"gateway/projections/readmodel/clientrows"
	"gateway/projections/readmodel/readtable"
)

// keys is a read model of keys by hash. It counts the queries.
type keys struct {
	owners map[string]clientrows.KeyOwner
	err    error
	asked  int
}

func (k *keys) KeyByHash(_ context.Context, hash string) (clientrows.KeyOwner, error) {
	k.asked++
	owner, ok := k.owners[hash]
	if !ok && k.err == nil {
		return owner, readtable.ErrNotFound
	}
	return owner, k.err
}

func TestAKeyIsComparedWithTheLogEveryHalfSecond(t *testing.T) {
	t.Parallel()
	key := credential.NewAPIKey()
	stored := &keys{owners: map[string]clientrows.KeyOwner{key.Hash: {ClientID: 7}}}
	now := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	active := key.Hash // according to the log
	status := account.StatusApproved
	load := func(_ context.Context, clientID int64) (account.State, error) {
		return account.State{Exists: true, ClientID: clientID, Status: status, Key: &account.APIKey{Hash: active, Allow: []string{"192.0.2.0/24"}}}, nil
	}
	cache := credential.NewKeyCache(stored, load, func() time.Time { return now })
	ask := func(want int64, asked int) {
		t.Helper()
		owner, err := cache.Owner(t.Context(), key.Full)
		if want != 0 && (err != nil || owner.ClientID != want) || want == 0 && codeOf(err) != "invalid_api_key" || stored.asked != asked {
			t.Errorf("%+v, %v after %d questions, want client %d after %d", owner, err, stored.asked, want, asked)
		}
	}
	ask(7, 1)
	now = now.Add(499 * time.Millisecond)
	active = "another" // revoked on another instance, which the log shows and the read models do not yet
	ask(7, 1)
	now = now.Add(time.Millisecond)
	ask(0, 1)
	ask(0, 2) // a key that is not active is not cached
	active = key.Hash
	ask(7, 3)
	now = now.Add(500 * time.Millisecond)
	delete(stored.owners, key.Hash) // the read models are being rebuilt
	ask(7, 3)
	cache.Clear()
	ask(0, 4)
	stored.owners[key.Hash] = clientrows.KeyOwner{ClientID: 8}
	ask(8, 5)
	if owner, err := cache.Owner(t.Context(), key.Full); err != nil || owner.ClientStatus != account.StatusApproved || len(owner.Allow) != 1 {
		t.Errorf("status and networks are not those of the log: %+v, %v", owner, err)
	}
	status = account.StatusRejected
	now = now.Add(500 * time.Millisecond)
	ask(0, 5)
}

func TestOnlyTextInTheFormOfAKeyIsLookedUp(t *testing.T) {
	t.Parallel()
	stored := &keys{}
	cache := credential.NewKeyCache(stored, nil, time.Now)
	for _, key := range []string{"", "sk_live_", "x"} {
		if _, err := cache.Owner(t.Context(), key); codeOf(err) != "invalid_api_key" {
			t.Errorf("%q: %v", key, err)
		}
	}
	if stored.asked != 0 {
		t.Errorf("%d lookups", stored.asked)
	}
	stored.err = errors.New("the database is down")
	if _, err := cache.Owner(t.Context(), credential.NewAPIKey().Full); !errors.Is(err, stored.err) {
		t.Errorf("a failed lookup is %v", err)
	}
}

func TestAKeyThatEndsByTimeStopsAtThatMoment(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)
	for name, of := range map[string]func(account.APIKey) account.State{
		"a restricted key": func(k account.APIKey) account.State { return account.State{RestrictedKeys: []account.APIKey{k}} },
		"a former key":     func(k account.APIKey) account.State { return account.State{FormerKeys: []account.APIKey{k}} },
	} {
		key, now := credential.NewAPIKey(), noon
		stored := &keys{owners: map[string]clientrows.KeyOwner{key.Hash: {ClientID: 7}}}
		ends := noon.Add(100 * time.Millisecond) // while the log's last answer is still used
		load := func(context.Context, int64) (account.State, error) {
			return of(account.APIKey{Hash: key.Hash, Scopes: []string{account.ScopeRead}, EndsAt: &ends}), nil
		}
		cache := credential.NewKeyCache(stored, load, func() time.Time { return now })
		for after, works := range map[time.Duration]bool{0: true, 100*time.Millisecond - 1: true, 100 * time.Millisecond: false} {
			now = noon
			if owner, err := cache.Owner(t.Context(), key.Full); err != nil || len(owner.Scopes) != 1 {
				t.Errorf("%s: %+v, %v", name, owner, err)
			}
			now = noon.Add(after)
			if _, err := cache.Owner(t.Context(), key.Full); (err == nil) != works {
				t.Errorf("%s, after %s: %v", name, after, err)
			}
		}
	}
}
