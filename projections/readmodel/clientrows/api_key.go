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
	ID        int64     `json:"id"`
	Name      string    `json:"name"`
	MaskedKey string    `json:"masked_key"`
	CreatedAt time.Time `json:"created_at"`
	// Scopes is a JSON list of what the key may do. Allow is a JSON list of the networks, in CIDR notation,
	// that may use it; an empty list allows all.
	Scopes json.RawMessage `json:"scopes"`
	Allow  json.RawMessage `json:"allow"`
	// ExpiresAt is when the key ends by itself. For a replaced key it is the end of the overlap.
	ExpiresAt *time.Time `json:"expires_at"`
	// IssuedBy is the issuer in the form that an Activity shows. IssuerEmail is that person's current
	// address; it is nil for an issuer that is not a person and for a person who was removed.
	IssuedBy    string  `json:"issued_by"`
	IssuerEmail *string `json:"issuer_email"`
	// IssuerGone is true when the issuer was removed or may no longer issue such a key.
	IssuerGone bool `json:"issuer_gone"`
	Restricted bool `json:"-"`
	// LastUsed is nil when the key was never used. It is not in the read model.
	LastUsed *KeyUse `json:"last_used"`
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
	KeyID        int64
	ClientID     int64
	ClientStatus string
	// Scopes is what the key may do, and Allow has the networks that may use it. Both come from the log, not
	// from the read model.
	Scopes []string
	Allow  []string
}

func (k *APIKey) columns(f *readtable.Fields) {
	f.At("id", &k.ID).At("name", &k.Name).At("masked_key", &k.MaskedKey).At("created_at", &k.CreatedAt).At("scopes", &k.Scopes)
	f.At("allow", &k.Allow).At("ends_at", &k.ExpiresAt).At("issued_by", &k.IssuedBy).At("restricted", &k.Restricted)
	f.Apart("issuer_email", &k.IssuerEmail).Apart("issuer_gone", &k.IssuerGone)
}

var (
	apiKeyTable = readtable.TableOf("(SELECT k.*, p.email AS issuer_email, k.orphaned_at IS NOT NULL AS issuer_gone"+
		" FROM api_keys k LEFT JOIN people p ON p.id = k.issuer_id) AS keys", (*APIKey).columns)
	keyOwnerTable = readtable.TableOf("(SELECT k.id AS key_id, k.client_id, c.status, k.key_hash"+
		" FROM api_keys k JOIN clients c ON c.id = k.client_id) AS owners", func(o *KeyOwner, f *readtable.Fields) {
		f.At("key_id", &o.KeyID).At("client_id", &o.ClientID).At("status", &o.ClientStatus)
	})
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
	deleteClientKeys = readtable.Delete("api_keys", (*keyRow).columns, "client_id", "restricted")
	deleteEndedKeys  = readtable.Custom("DELETE FROM api_keys AS t USING {rows} WHERE t.client_id = n.client_id AND t.ends_at <= n.ends_at",
		(*keyRow).columns, "client_id", "ends_at")
	deleteKeys    = readtable.Delete("api_keys", (*keyRow).columns, "id")
	setFormerKeys = readtable.Custom("UPDATE api_keys AS t SET ends_at = n.ends_at FROM {rows} "+
		"WHERE t.client_id = n.client_id AND NOT t.restricted AND t.ends_at IS NULL", (*keyRow).columns, "client_id", "ends_at")
	setOrphans = readtable.Custom("UPDATE api_keys AS t SET orphaned_at = n.orphaned_at FROM {rows} "+
		"WHERE t.issuer_id = n.issuer_id AND (n.restricted OR NOT t.restricted)", (*keyRow).columns, "issuer_id", "restricted", "orphaned_at")
	insertKeys = readtable.Insert("api_keys", (*keyRow).columns)
)

// keyRow is a key that is issued within a batch, or names stored keys by some of its fields.
type keyRow struct {
	APIKey
	clientID   int64
	hash       string
	issuerID   *int64
	orphanedAt *time.Time
}

func (r *keyRow) columns(f *readtable.Fields) {
	r.APIKey.columns(f)
	f.At("client_id", &r.clientID).At("key_hash", &r.hash).At("issuer_id", &r.issuerID).At("orphaned_at", &r.orphanedAt)
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
	rows        []*keyRow
}

// keyFold is the folded batch.
type keyFold struct {
	clients readtable.Changes[int64, keyChange]
	// orphans say what became of persons who may have issued stored keys: when the keys lost their issuer, or nil
	// when the person may issue them again. They are restricted when restricted keys lost it, too.
	orphans readtable.Changes[int64, keyRow]
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
		c.add(e.KeyHash, e.By, APIKey{
			ID: e.KeyID, Restricted: true, Name: e.Name, MaskedKey: e.MaskedKey, Scopes: listJSON(e.Scopes), Allow: listJSON(e.Allow),
			CreatedAt: e.At, ExpiresAt: e.ExpiresAt,
		})
	case account.RestrictedKeyEnded:
		f.of(e.ClientID).end(e.KeyID)
	case account.AccessEnded:
		f.of(e.ClientID).endAll()
	case account.ChangeUndone:
		f.of(e.ClientID).endAll()
	case person.Removed:
		f.orphan(e.ClientID, e.PersonID, true, &e.At)
	case person.RoleChanged:
		// Other events end the restricted keys of a person whose permissions shrink.
		if e.Role == person.RoleOwner {
			f.orphan(e.ClientID, e.PersonID, false, nil)
		} else {
			f.orphan(e.ClientID, e.PersonID, false, &e.At)
		}
	}
}

func (c *keyChange) issueFull(e account.APIKeyIssued) {
	if e.FormerUntil == nil {
		c.withoutFull = true
		c.drop(func(r *keyRow) bool { return !r.Restricted })
	} else {
		c.forgetEnded(e.At)
		if !c.replaced {
			c.formerUntil = e.FormerUntil
		}
		for _, r := range c.rows {
			if !r.Restricted && r.ExpiresAt == nil {
				r.ExpiresAt = e.FormerUntil
			}
		}
	}
	c.replaced = true
	c.add(e.KeyHash, e.By, APIKey{
		ID: e.KeyID, Name: e.Name, MaskedKey: e.MaskedKey, Scopes: listJSON(account.FullScopes), Allow: listJSON(e.Allow), CreatedAt: e.At,
	})
}

// add adds a key that by issued.
func (c *keyChange) add(hash, by string, k APIKey) {
	k.IssuedBy = by
	r := &keyRow{APIKey: k, clientID: c.clientID, hash: hash}
	readtable.PointUnlessZero(&r.issuerID, issuerOf(c.clientID, by))
	c.rows = append(c.rows, r)
}

func (c *keyChange) end(id int64) {
	c.ended = append(c.ended, id)
	c.drop(func(r *keyRow) bool { return r.ID == id })
}

func (c *keyChange) endAll() {
	c.withoutFull, c.withoutRestricted, c.rows = true, true, nil
}

// forgetEnded drops the keys that have expired, as the account does.
func (c *keyChange) forgetEnded(at time.Time) {
	c.endedBy = &at
	c.drop(func(r *keyRow) bool { return r.ExpiresAt != nil && !at.Before(*r.ExpiresAt) })
}

func (c *keyChange) drop(is func(*keyRow) bool) { c.rows = slices.DeleteFunc(c.rows, is) }

func (f *keyFold) orphan(clientID, issuer int64, restricted bool, at *time.Time) {
	*f.orphans.ForKey(issuer) = keyRow{APIKey: APIKey{Restricted: restricted}, issuerID: &issuer, orphanedAt: at}
	for _, r := range f.of(clientID).rows {
		if r.issuerID != nil && *r.issuerID == issuer && (restricted || !r.Restricted) {
			r.orphanedAt = at
		}
	}
}

// steps returns what to write for the batch.
func (f *keyFold) steps() []readtable.Step {
	var all, ended, one, former, issued []*keyRow
	for _, c := range f.clients.List {
		if c.withoutFull {
			all = append(all, &keyRow{clientID: c.clientID})
		}
		if c.withoutRestricted {
			all = append(all, &keyRow{clientID: c.clientID, APIKey: APIKey{Restricted: true}})
		}
		if c.endedBy != nil {
			ended = append(ended, &keyRow{clientID: c.clientID, APIKey: APIKey{ExpiresAt: c.endedBy}})
		}
		for _, id := range c.ended {
			one = append(one, &keyRow{APIKey: APIKey{ID: id}})
		}
		if c.formerUntil != nil {
			former = append(former, &keyRow{clientID: c.clientID, APIKey: APIKey{ExpiresAt: c.formerUntil}})
		}
		issued = append(issued, c.rows...)
	}
	return []readtable.Step{
		deleteClientKeys.Rows(all...), deleteEndedKeys.Rows(ended...), deleteKeys.Rows(one...), setFormerKeys.Rows(former...),
		setOrphans.Rows(f.orphans.List...), insertKeys.Rows(issued...),
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
