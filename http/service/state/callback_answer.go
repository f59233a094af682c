package state

import (
	"context"
	"fmt"
	"time"

	"gateway/domain/callback"
)

// forgottenAtOnce limits how many old answers one call deletes.
const forgottenAtOnce = 100

// KeepAnswer keeps what a receiver answered to an attempt of a callback, and deletes some answers that are older than
// callback.AnswersKept. It keeps the first answer of an attempt.
func (s *DB) KeepAnswer(ctx context.Context, callbackID string, attempt int, answer string, at time.Time) error {
	_, err := s.db.ExecContext(ctx, `
		WITH old AS (DELETE FROM state.callback_answers WHERE (callback_id, attempt) IN (
			SELECT callback_id, attempt FROM state.callback_answers WHERE at < $5 ORDER BY at LIMIT $6))
		INSERT INTO state.callback_answers (callback_id, attempt, at, answer) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
		callbackID, attempt, at, []byte(answer), at.Add(-callback.AnswersKept), forgottenAtOnce)
	if err != nil {
		return fmt.Errorf("keep the answer to a callback: %w", err)
	}
	return nil
}

// Answers returns what the receiver answered to a callback after the given time, by the number of the attempt.
func (s *DB) Answers(ctx context.Context, callbackID string, after time.Time) (map[int]string, error) {
	var rows []struct {
		Attempt int    `db:"attempt"`
		Answer  []byte `db:"answer"`
	}
	err := s.db.SelectContext(ctx, &rows,
		`SELECT attempt, answer FROM state.callback_answers WHERE callback_id = $1 AND at >= $2`, callbackID, after)
	if err != nil {
		return nil, fmt.Errorf("read the answers to a callback: %w", err)
	}
	answers := make(map[int]string, len(rows))
	for _, r := range rows {
		answers[r.Attempt] = string(r.Answer)
	}
	return answers, nil
}
