package clientrows

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/person"
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

var (
	deleteClientKeys = "DELETE FROM api_keys AS t USING " + readtable.Unnested("client_id bigint", "restricted boolean") +
		" WHERE t.client_id = n.client_id AND t.restricted = n.restricted"
	deleteEndedKeys = "DELETE FROM api_keys AS t USING " + readtable.Unnested("client_id bigint", "at timestamptz") +
		" WHERE t.client_id = n.client_id AND t.ends_at <= n.at"
	deleteKeys    = "DELETE FROM api_keys AS t USING " + readtable.Unnested("id bigint") + " WHERE t.id = n.id"
	setFormerKeys = "UPDATE api_keys AS t SET ends_at = n.ends_at FROM " + readtable.Unnested("client_id bigint", "ends_at timestamptz") +
		" WHERE t.client_id = n.client_id AND NOT t.restricted AND t.ends_at IS NULL"
	setOrphans = "UPDATE api_keys AS t SET orphaned_at = n.at FROM " + readtable.Unnested("issuer_id bigint",
		"restricted boolean", "at timestamptz") +
		" WHERE t.issuer_id = n.issuer_id AND (n.restricted OR NOT t.restricted)"
	insertKeys = readtable.InsertStatement("api_keys", "id bigint", "client_id bigint", "restricted boolean", "name text", "key_hash text",
		"masked_key text", "scopes json", "allow json", "created_at timestamptz", "ends_at timestamptz", "issued_by text", "issuer_id bigint",
		"orphaned_at timestamptz")
)

// keyRow is a key that is issued within a batch.
type keyRow struct {
	id         int64
	restricted bool
	name       string
	hash       string
	masked     string
	scopes     []string
	allow      []string
	at         time.Time
	endsAt     *time.Time
	by         string
	orphanedAt *time.Time
}

// keyChange holds a batch's changes to one client's keys: changes to the stored rows, and the rows that it
// adds. Later events of the batch change the added rows in place.
type keyChange struct {
	clientID int64
	// withoutFull and withoutRestricted delete the stored rows of full or restricted keys. Also deleted are
	// the keys that expired by endedBy and the keys in ended.
	withoutFull, withoutRestricted bool
	endedBy                        *time.Time
	ended                          []int64
	// formerUntil is the end of the stored full key when the batch replaces it with an overlap.
	formerUntil *time.Time
	replaced    bool
	rows        []keyRow
}

// orphanChange says what became of a person who may have issued stored keys. at is nil when the person may
// issue them again. removed means that restricted keys lost their issuer, too.
type orphanChange struct {
	issuer  int64
	removed bool
	at      *time.Time
}

// keyFold is the folded batch.
type keyFold struct {
	clients readtable.Changes[int64, keyChange]
	orphans readtable.Changes[int64, orphanChange]
}

func (f *keyFold) of(clientID int64) *keyChange {
	c := f.clients.ForKey(clientID)
	c.clientID = clientID
	return c
}

func (f *keyFold) fold(event domain.Event) {
	switch e := event.(type) {
	case account.APIKeyIssued:
		f.of(e.ClientID).issueFull(e)
	case account.APIKeyRevoked:
		f.of(e.ClientID).end(e.KeyID)
	case account.RestrictedKeyIssued:
		c := f.of(e.ClientID)
		c.forgetEnded(e.At)
		c.rows = append(c.rows, keyRow{
			id: e.KeyID, restricted: true, name: e.Name, hash: e.KeyHash, masked: e.MaskedKey, scopes: e.Scopes, allow: e.Allow,
			at: e.At, endsAt: e.ExpiresAt, by: e.By,
		})
	case account.RestrictedKeyEnded:
		f.of(e.ClientID).end(e.KeyID)
	case account.AccessEnded:
		f.of(e.ClientID).endAll()
	case account.ChangeUndone:
		f.of(e.ClientID).endAll()
	case person.Removed:
		f.orphan(e.ClientID, orphanChange{e.PersonID, true, &e.At})
	case person.RoleChanged:
		// Other events end the restricted keys of a person whose permissions shrink.
		if e.Role == person.RoleOwner {
			f.orphan(e.ClientID, orphanChange{issuer: e.PersonID})
		} else {
			f.orphan(e.ClientID, orphanChange{issuer: e.PersonID, at: &e.At})
		}
	}
}

func (c *keyChange) issueFull(e account.APIKeyIssued) {
	if e.FormerUntil == nil {
		c.withoutFull = true
		c.drop(func(r keyRow) bool { return !r.restricted })
	} else {
		c.forgetEnded(e.At)
		if !c.replaced {
			c.formerUntil = e.FormerUntil
		}
		for i := range c.rows {
			if r := &c.rows[i]; !r.restricted && r.endsAt == nil {
				r.endsAt = e.FormerUntil
			}
		}
	}
	c.replaced = true
	c.rows = append(c.rows, keyRow{
		id: e.KeyID, name: e.Name, hash: e.KeyHash, masked: e.MaskedKey, scopes: account.FullScopes, allow: e.Allow, at: e.At, by: e.By,
	})
}

func (c *keyChange) end(id int64) {
	c.ended = append(c.ended, id)
	c.drop(func(r keyRow) bool { return r.id == id })
}

func (c *keyChange) endAll() {
	c.withoutFull, c.withoutRestricted, c.rows = true, true, nil
}

// forgetEnded drops the keys that have expired, as the account does.
func (c *keyChange) forgetEnded(at time.Time) {
	c.endedBy = &at
	c.drop(func(r keyRow) bool { return r.endsAt != nil && !at.Before(*r.endsAt) })
}

func (c *keyChange) drop(is func(keyRow) bool) { c.rows = slices.DeleteFunc(c.rows, is) }

func (f *keyFold) orphan(clientID int64, o orphanChange) {
	*f.orphans.ForKey(o.issuer) = o
	rows := f.of(clientID).rows
	for i := range rows {
		if issuerOf(clientID, rows[i].by) == o.issuer && (o.removed || !rows[i].restricted) {
			rows[i].orphanedAt = o.at
		}
	}
}

// writes returns the statements of the batch in the order in which they must run.
func (f *keyFold) writes() []readtable.Write {
	var all, ended, one, former, orphans, issued readtable.Batch
	for _, c := range f.clients.List {
		if c.withoutFull {
			all.Add(c.clientID, false)
		}
		if c.withoutRestricted {
			all.Add(c.clientID, true)
		}
		if c.endedBy != nil {
			ended.Add(c.clientID, *c.endedBy)
		}
		for _, id := range c.ended {
			one.Add(id)
		}
		if c.formerUntil != nil {
			former.Add(c.clientID, *c.formerUntil)
		}
		for _, r := range c.rows {
			issued.Add(r.id, c.clientID, r.restricted, r.name, r.hash, r.masked, listJSON(r.scopes), listJSON(r.allow), r.at, r.endsAt,
				r.by, readtable.NullIfZero(issuerOf(c.clientID, r.by)), r.orphanedAt)
		}
	}
	for _, o := range f.orphans.List {
		orphans.Add(o.issuer, o.removed, o.at)
	}
	return []readtable.Write{
		readtable.WriteBy(&all, deleteClientKeys),
		readtable.WriteBy(&ended, deleteEndedKeys),
		readtable.WriteBy(&one, deleteKeys),
		readtable.WriteBy(&former, setFormerKeys),
		readtable.WriteBy(&orphans, setOrphans),
		readtable.WriteBy(&issued, insertKeys),
	}
}

// issuerOf returns the id of the client's person that by names, or 0 when by names something else.
func issuerOf(clientID int64, by string) int64 {
	id, ok := strings.CutPrefix(by, person.Actor(clientID, 0)[:len(person.Actor(clientID, 0))-1])
	if !ok {
		return 0
	}
	n, _ := strconv.ParseInt(id, 10, 64) // 0 when it is not a number
	return n
}

// listJSON returns a list of texts as JSON, [] when it is empty.
func listJSON(list []string) json.RawMessage {
	text, err := json.Marshal(orEmpty(list))
	if err != nil { // texts can always be encoded
		panic(err)
	}
	return text
}
