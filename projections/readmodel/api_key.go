package readmodel

import (
	"context"
	"encoding/json"
	"time"

	"gateway/domain/account"
)

// APIKey is a client's active API key without its secret (API reference: Keys).
type APIKey struct {
	ID        int64     `db:"id" json:"id"`
	Name      string    `db:"name" json:"name"`
	MaskedKey string    `db:"masked_key" json:"masked_key"`
	CreatedAt time.Time `db:"created_at" json:"created_at"`
	// Allow is a JSON list of the networks that the key may be used from, in CIDR notation; none
	// allows all.
	Allow json.RawMessage `db:"allow" json:"allow"`
	// LastUsed is nil where the key was never used. It is not in the read model.
	LastUsed *KeyUse `db:"-" json:"last_used"`
}

// KeyUse is the last use of an API key, as it is shown.
type KeyUse struct {
	// Day is a date of the business, such as 2026-01-31.
	Day     string `json:"day"`
	Address string `json:"address"`
}

// KeyOwner is the client that an API key belongs to.
type KeyOwner struct {
	KeyID        int64  `db:"key_id"`
	ClientID     int64  `db:"client_id"`
	ClientStatus string `db:"status"`
	// Allow are the networks that the key may be used from. They come from the log, not from
	// the read model.
	Allow []string `db:"-"`
}

var (
	apiKeyTable   = tableOf[APIKey]("api_keys")
	keyOwnerTable = tableOf[KeyOwner]("(SELECT k.id AS key_id, k.client_id, c.status, k.key_hash" +
		" FROM api_keys k JOIN clients c ON c.id = k.client_id) AS owners")
)

// KeyByHash returns the owner of the active key with this SHA-256, in hex.
func (q *Queries) KeyByHash(ctx context.Context, hash string) (KeyOwner, error) {
	return keyOwnerTable.get(ctx, q, "WHERE key_hash = $1", hash)
}

// Key returns the client's active key.
func (q *Queries) Key(ctx context.Context, clientID int64) (APIKey, error) {
	return apiKeyTable.get(ctx, q, "WHERE client_id = $1", clientID)
}

var (
	upsertKeys = insertStatement("api_keys", "client_id bigint", "id bigint", "name text", "key_hash text", "masked_key text",
		"allow json", "created_at timestamptz") + ` ON CONFLICT (client_id) DO UPDATE SET id = excluded.id, name = excluded.name,
		key_hash = excluded.key_hash, masked_key = excluded.masked_key, allow = excluded.allow, created_at = excluded.created_at`

	deleteKeys = `DELETE FROM api_keys AS t USING ` + unnested("client_id bigint") + ` WHERE t.client_id = n.client_id`
)

// keyChange is the last change of a client's key: issued, or revoked when issued is
// nil.
type keyChange struct {
	clientID int64
	issued   *account.APIKeyIssued
}

func (c *keyChange) addTo(revoked, issued *batch) {
	if k := c.issued; k != nil {
		issued.add(k.ClientID, k.KeyID, k.Name, k.KeyHash, k.MaskedKey, listJSON(k.Allow), k.At)
	} else {
		revoked.add(c.clientID)
	}
}

// listJSON is a list of texts as JSON, [] for none.
func listJSON(list []string) json.RawMessage {
	text, err := json.Marshal(orEmpty(list))
	if err != nil { // texts can always be encoded
		panic(err)
	}
	return text
}
