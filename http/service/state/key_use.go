package state

import (
	"context"
	"fmt"
	"time"

	"github.com/lib/pq"
)

// KeyUse is the last use of an API key.
type KeyUse struct {
	KeyID int64 `db:"key_id"`
	// Day is the date in the business time zone, such as 2026-01-31.
	Day string `db:"day"`
	// Address is the IP address of the caller.
	Address string    `db:"address"`
	At      time.Time `db:"at"`
}

// SaveKeyUses writes the uses of several keys. It keeps each only if it is the key's last.
func (s *DB) SaveKeyUses(ctx context.Context, uses []KeyUse) error {
	ids, days, addresses, times := make([]int64, len(uses)), make([]string, len(uses)), make([]string, len(uses)), make([]string, len(uses))
	for i, u := range uses {
		ids[i], days[i], addresses[i], times[i] = u.KeyID, u.Day, u.Address, u.At.Format(time.RFC3339Nano)
	}
	_, err := s.db.ExecContext(ctx, `
		INSERT INTO state.key_uses AS t (key_id, day, address, at)
		SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::timestamptz[]) ORDER BY 1
		ON CONFLICT (key_id) DO UPDATE SET day = EXCLUDED.day, address = EXCLUDED.address, at = EXCLUDED.at WHERE EXCLUDED.at > t.at`,
		pq.Array(ids), pq.Array(days), pq.Array(addresses), pq.Array(times))
	if err != nil {
		return fmt.Errorf("save uses of API keys: %w", err)
	}
	return nil
}

// KeyUses returns the stored last uses of these keys. It returns none for a key that was never used.
func (s *DB) KeyUses(ctx context.Context, ids []int64) (uses []KeyUse, err error) {
	err = s.db.SelectContext(ctx, &uses, `SELECT key_id, day, address, at FROM state.key_uses WHERE key_id = ANY ($1)`, pq.Array(ids))
	if err != nil {
		return nil, fmt.Errorf("read the uses of API keys: %w", err)
	}
	return uses, nil
}

// KeyNetwork is a network (risk.NetworkOf) that an API key was used from.
type KeyNetwork struct {
	KeyID   int64  `db:"key_id"`
	Network string `db:"network"`
	// FirstAt is the first use from there.
	FirstAt time.Time `db:"first_at"`
}

// SaveKeyNetworks writes networks that keys were used from. Of one that is known the earlier time is kept.
func (s *DB) SaveKeyNetworks(ctx context.Context, networks []KeyNetwork) error {
	ids, names, times := make([]int64, len(networks)), make([]string, len(networks)), make([]string, len(networks))
	for i, n := range networks {
		ids[i], names[i], times[i] = n.KeyID, n.Network, n.FirstAt.Format(time.RFC3339Nano)
	}
	_, err := s.db.ExecContext(ctx, `
		INSERT INTO state.key_networks AS t (key_id, network, first_at)
		SELECT * FROM unnest($1::bigint[], $2::text[], $3::timestamptz[]) ORDER BY 1, 2
		ON CONFLICT (key_id, network) DO UPDATE SET first_at = EXCLUDED.first_at WHERE EXCLUDED.first_at < t.first_at`,
		pq.Array(ids), pq.Array(names), pq.Array(times))
	if err != nil {
		return fmt.Errorf("save networks of API keys: %w", err)
	}
	return nil
}

// maxKeyNetworks is how many networks of a key are read.
const maxKeyNetworks = 50

// KeyNetworks returns the networks of these keys: of each the first 50 that it was used from, and those among the others
// that are asked for. Those of a key are in order of first use.
func (s *DB) KeyNetworks(ctx context.Context, ids []int64, others []string) (networks []KeyNetwork, err error) {
	err = s.db.SelectContext(ctx, &networks, `
		SELECT n.key_id, n.network, n.first_at FROM unnest($1::bigint[]) AS of (id), LATERAL (
			SELECT key_id, network, first_at FROM state.key_networks WHERE key_id = of.id ORDER BY first_at LIMIT $2) AS n
		UNION SELECT key_id, network, first_at FROM state.key_networks WHERE key_id = ANY ($1) AND network = ANY ($3)
		ORDER BY key_id, first_at`,
		pq.Array(ids), maxKeyNetworks, pq.Array(others))
	if err != nil {
		return nil, fmt.Errorf("read the networks of API keys: %w", err)
	}
	for i := range networks {
		networks[i].FirstAt = networks[i].FirstAt.UTC()
	}
	return networks, nil
}
