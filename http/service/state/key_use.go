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
