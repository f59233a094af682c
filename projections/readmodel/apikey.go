package readmodel

import (
	"context"
	"time"
)

// APIKey is a client's active key, without the key. Its JSON is the `API key` of
// the API.
type APIKey struct {
	ID        int64     `db:"id" json:"id"`
	Name      string    `db:"name" json:"name"`
	MaskedKey string    `db:"masked_key" json:"masked_key"`
	CreatedAt time.Time `db:"created_at" json:"created_at"`
}

// KeyOwner says whose key it is.
type KeyOwner struct {
	KeyID        int64  `db:"key_id"`
	ClientID     int64  `db:"client_id"`
	ClientStatus string `db:"status"`
}

var (
	apiKeyTable   = tableOf[APIKey]("api_keys")
	keyOwnerTable = tableOf[KeyOwner]("(SELECT k.id AS key_id, k.client_id, c.status, k.key_hash" +
		" FROM api_keys k JOIN clients c ON c.id = k.client_id) AS owners")
)

// KeyByHash finds the owner of an active key by its SHA-256 in hex.
func (q *Queries) KeyByHash(ctx context.Context, hash string) (KeyOwner, error) {
	return keyOwnerTable.one(ctx, q, "WHERE key_hash = $1", hash)
}

// Key finds the client's active key.
func (q *Queries) Key(ctx context.Context, clientID int64) (APIKey, error) {
	return apiKeyTable.one(ctx, q, "WHERE client_id = $1", clientID)
}
