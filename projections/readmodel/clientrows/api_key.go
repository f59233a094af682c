package clientrows

import (
	"context"
	"encoding/json"
	"time"

	"gateway/projections/readmodel/readtable"
)

// APIKey is one of a client's API keys, without its secret (API reference: Keys).
type APIKey struct {
	ID        int64     `db:"id" json:"id"`
	Name      string    `db:"name" json:"name"`
	MaskedKey string    `db:"masked_key" json:"masked_key"`
	CreatedAt time.Time `db:"created_at" json:"created_at"`
	// Scopes is a JSON list of what the key may do. Allow is a JSON list of the networks, in CIDR notation,
	// that may use it; an empty list allows all.
	Scopes json.RawMessage `db:"scopes" json:"scopes"`
	Allow  json.RawMessage `db:"allow" json:"allow"`
	// ExpiresAt is when the key ends by itself. For a replaced key it is the end of the overlap.
	ExpiresAt *time.Time `db:"ends_at" json:"expires_at"`
	// IssuedBy is the issuer in the form that an Activity shows. IssuerEmail is that person's current
	// address; it is nil for an issuer that is not a person and for a person who was removed.
	IssuedBy    string  `db:"issued_by" json:"issued_by"`
	IssuerEmail *string `db:"issuer_email" json:"issuer_email"`
	// IssuerGone is true when the issuer was removed or may no longer issue such a key.
	IssuerGone bool `db:"issuer_gone" json:"issuer_gone"`
	Restricted bool `db:"restricted" json:"-"`
	// LastUsed is nil when the key was never used. It is not in the read model.
	LastUsed *KeyUse `db:"-" json:"last_used"`
}

// KeyUse is the last use of an API key, in the form shown to clients.
type KeyUse struct {
	// Day is a business date such as 2026-01-31.
	Day     string `json:"day"`
	Address string `json:"address"`
}

// Keys are a client's keys: the fields of the full key, which is nil if there is none, and beside them the other keys.
type Keys struct {
	*APIKey
	// Former are older full keys that still work until their overlap ends.
	Former     []APIKey `json:"former"`
	Restricted []APIKey `json:"restricted"`
}

// KeyOwner is the client that an API key belongs to.
type KeyOwner struct {
	KeyID        int64  `db:"key_id"`
	ClientID     int64  `db:"client_id"`
	ClientStatus string `db:"status"`
	// Scopes is what the key may do, and Allow has the networks that may use it. Both come from the log, not
	// from the read model.
	Scopes []string `db:"-"`
	Allow  []string `db:"-"`
}

var (
	apiKeyTable = readtable.Of[APIKey]("(SELECT k.id, k.client_id, k.name, k.masked_key, k.created_at, k.scopes, k.allow," +
		" k.ends_at, k.issued_by," +
		" p.email AS issuer_email, k.orphaned_at IS NOT NULL AS issuer_gone, k.restricted" +
		" FROM api_keys k LEFT JOIN people p ON p.id = k.issuer_id) AS keys")
	keyOwnerTable = readtable.Of[KeyOwner]("(SELECT k.id AS key_id, k.client_id, c.status, k.key_hash" +
		" FROM api_keys k JOIN clients c ON c.id = k.client_id) AS owners")
)

// KeyByHash returns the owner of the key with this SHA-256 in hexadecimal. The key may have expired.
func (q Queries) KeyByHash(ctx context.Context, hash string) (KeyOwner, error) {
	return keyOwnerTable.Get(ctx, q.DB, "WHERE key_hash = $1", hash)
}

// Keys returns the client's keys that have not ended, oldest first. At most one of them is a full key without
// an end.
func (q Queries) Keys(ctx context.Context, clientID int64) ([]APIKey, error) {
	keys, err := apiKeyTable.List(ctx, q.DB, "WHERE client_id = $1 AND (ends_at IS NULL OR ends_at > $2) ORDER BY id", clientID, q.Now())
	for i := range keys {
		keys[i].IssuedBy = shownActor(keys[i].IssuedBy)
	}
	return keys, err
}
