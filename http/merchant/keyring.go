package merchant

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/eventstore"
	"gateway/http/auth"
	"gateway/http/envelope"
	"gateway/http/service/idempotency"
	"gateway/projections/readmodel"

	"github.com/gin-gonic/gin"
	lru "github.com/hashicorp/golang-lru/v2"
)

const (
	// trusted is how long a key is believed without looking: a key replaced on
	// another instance is dead here within a second (reliability, Edges).
	trusted = 500 * time.Millisecond
	// rememberedKeys bounds the keyring.
	rememberedKeys = 10_000
)

var errInvalidKey = domain.Refuse(domain.Unauthorized, "invalid_api_key", "the API key is missing, not valid or not active")

// keyring finds the owner of an API key, and remembers him for a moment.
type keyring struct {
	queries *readmodel.Queries
	now     func() time.Time
	owners  *lru.Cache[string, knownOwner]
}

type knownOwner struct {
	readmodel.KeyOwner
	until time.Time
}

func newKeyring(q *readmodel.Queries, now func() time.Time) *keyring {
	owners, err := lru.New[string, knownOwner](rememberedKeys)
	if err != nil { // only a size below 1 fails
		panic(err)
	}
	return &keyring{queries: q, now: now, owners: owners}
}

func (k *keyring) owner(ctx context.Context, key string) (readmodel.KeyOwner, error) {
	hash, ok := auth.HashAPIKey(key)
	if !ok {
		return readmodel.KeyOwner{}, errInvalidKey
	}
	if known, ok := k.owners.Get(hash); ok && k.now().Before(known.until) {
		return known.KeyOwner, nil
	}
	owner, err := k.queries.KeyByHash(ctx, hash)
	if errors.Is(err, readmodel.ErrNotFound) {
		return owner, errInvalidKey
	}
	if err == nil {
		k.owners.Add(hash, knownOwner{KeyOwner: owner, until: k.now().Add(trusted)})
	}
	return owner, err
}

// forget makes this instance look again at once: after any change of keys or of a
// client's status.
func (k *keyring) forget() { k.owners.Purge() }

// ForgetKeys makes a replaced key, or a changed status, count at once on this
// instance. On the others it does within a second.
func (a *API) ForgetKeys() { a.keys.forget() }

const clientKey = "client_id"

// requireKey admits requests with a valid API key. A suspended client may read
// and nothing else.
func (a *API) requireKey(c *gin.Context) {
	owner, err := a.keys.owner(c.Request.Context(), c.GetHeader("X-API-Key"))
	if err != nil {
		envelope.Fail(c, err)
		return
	}
	if owner.ClientStatus == account.StatusSuspended && c.Request.Method != http.MethodGet {
		envelope.Fail(c, domain.Refuse(domain.Forbidden, "account_suspended", "the account is suspended: it can be read, not used"))
		return
	}
	if _, err := a.requests.Take(actor(owner.ClientID)); err != nil {
		envelope.Fail(c, err)
		return
	}
	identify(c, owner.ClientID)
}

// identify makes the client known to the handlers, and to the events it causes.
func identify(c *gin.Context, clientID int64) {
	c.Set(clientKey, clientID)
	actAs(c, actor(clientID))
}

func actAs(c *gin.Context, who string) {
	m := eventstore.MetadataFrom(c.Request.Context())
	m.Actor = who
	c.Request = c.Request.WithContext(eventstore.WithMetadata(c.Request.Context(), m))
}

// clientOf is the client that the key or token names; client_id in a body or query
// never counts.
func clientOf(c *gin.Context) int64 { return c.GetInt64(clientKey) }

// create answers a POST that creates something of the client's.
func (a *API) create(c *gin.Context, cr idempotency.Creator) { a.creations.Create(c, clientOf(c), cr) }

func actor(clientID int64) string { return "client:" + strconv.FormatInt(clientID, 10) }
