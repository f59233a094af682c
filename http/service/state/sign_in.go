package state

import (
	"context"
	"fmt"
	"time"
)

// SignedIn reports whether the account has signed in from the network since the given time.
func (s *DB) SignedIn(ctx context.Context, account, network string, since time.Time) (found bool, err error) {
	err = s.db.GetContext(ctx, &found,
		`SELECT EXISTS (SELECT FROM state.sign_ins WHERE account_and_network = $1 AND at >= $2)`, hash(account+"\x00"+network), since)
	if err != nil {
		return false, fmt.Errorf("read sign-ins: %w", err)
	}
	return found, nil
}

// RememberSignIn records that the account signed in from the network now, and deletes the sign-ins before the
// given time.
func (s *DB) RememberSignIn(ctx context.Context, account, network string, now, before time.Time) error {
	_, err := s.db.ExecContext(ctx, `
		WITH forgotten AS (DELETE FROM state.sign_ins WHERE at < $3 AND account_and_network <> $1)
		INSERT INTO state.sign_ins (account_and_network, at) VALUES ($1, $2)
		ON CONFLICT (account_and_network) DO UPDATE SET at = EXCLUDED.at`, hash(account+"\x00"+network), now, before)
	if err != nil {
		return fmt.Errorf("remember sign-in: %w", err)
	}
	return nil
}
