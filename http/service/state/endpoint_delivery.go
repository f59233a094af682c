package state

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"gateway/domain/callback"
	"gateway/domain/endpoint"
	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
)

// trimEvery is how many attempts are kept, about, for one look at how many deliveries their endpoint has.
const trimEvery = 500

// EndpointDelivery is a delivery to an endpoint, with its last attempt.
type EndpointDelivery struct {
	WebhookID string `db:"webhook_id"`
	// Ordinal is that of the entry, 0 for a sample.
	Ordinal int64     `db:"ordinal"`
	FirstAt time.Time `db:"first_at"`
	// Attempts counts the attempts. The other fields are of the last one.
	Attempts       int       `db:"attempts"`
	At             time.Time `db:"at"`
	Delivered      bool      `db:"delivered"`
	ResponseStatus int       `db:"response_status"`
	Error          string    `db:"error"`
	DurationMS     int64     `db:"duration_ms"`
	// Order is the place of the delivery by its first attempt.
	Order int64 `db:"place"`
	// Answer is the beginning of the answer, byte for byte. A list leaves it out.
	Answer []byte `db:"answer"`
	// Event, Resource and Payload are what was sent of a sample.
	Event    string `db:"event"`
	Resource string `db:"resource"`
	Payload  string `db:"payload"`
}

const (
	deliveryColumns = `place, webhook_id, ordinal, first_at, attempts, at, delivered, response_status, error,
		duration_ms, event, resource, payload`
	keepAttempts = `
		INSERT INTO state.endpoint_deliveries AS t (endpoint_id, webhook_id, ordinal, attempts, first_at, at, delivered,
			response_status, error, duration_ms, answer, event, resource, payload)
		SELECT endpoint_id, webhook_id, ordinal, 1, at, at, delivered, response_status, error, duration_ms, answer, event, resource, payload
		FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::timestamptz[], $5::boolean[], $6::integer[], $7::text[], $8::bigint[],
			$9::bytea[], $10::text[], $11::text[], $12::text[])
			AS n (endpoint_id, webhook_id, ordinal, at, delivered, response_status, error, duration_ms, answer, event, resource, payload)
		ON CONFLICT (endpoint_id, webhook_id) DO UPDATE SET attempts = t.attempts + 1, at = EXCLUDED.at, delivered = EXCLUDED.delivered,
			response_status = EXCLUDED.response_status, error = EXCLUDED.error, duration_ms = EXCLUDED.duration_ms, answer = EXCLUDED.answer
		RETURNING endpoint_id, place`
	forgetDeliveries = `
		DELETE FROM state.endpoint_deliveries WHERE (endpoint_id, webhook_id) IN (
			SELECT endpoint_id, webhook_id FROM state.endpoint_deliveries WHERE at < $1 ORDER BY at LIMIT $2)`
	trimDeliveries = `
		DELETE FROM state.endpoint_deliveries WHERE endpoint_id = $1 AND place <= (
			SELECT place FROM state.endpoint_deliveries WHERE endpoint_id = $1 ORDER BY place DESC OFFSET $2 LIMIT 1)`
)

// KeepEndpointAttempts keeps attempts to deliver to endpoints, by one statement however many they are, and deletes some
// deliveries that are older than callback.AnswersKept. Of an endpoint it keeps about the newest endpoint.DeliveriesKept.
func (s *DB) KeepEndpointAttempts(ctx context.Context, attempts []endpoint.Attempt) error {
	for len(attempts) > 0 {
		batch, rest := firstOfEach(attempts)
		if err := s.keepAttempts(ctx, batch); err != nil {
			return fmt.Errorf("keep deliveries to endpoints: %w", err)
		}
		attempts = rest
	}
	return nil
}

// firstOfEach returns the first attempt of each delivery, and the further ones: a statement writes a row once.
func firstOfEach(attempts []endpoint.Attempt) (first, rest []endpoint.Attempt) {
	type key struct {
		endpoint int64
		id       string
	}
	seen := make(map[key]bool, len(attempts))
	for _, a := range attempts {
		k := key{a.EndpointID, a.WebhookID}
		if seen[k] {
			rest = append(rest, a)
			continue
		}
		seen[k] = true
		first = append(first, a)
	}
	return first, rest
}

func (s *DB) keepAttempts(ctx context.Context, attempts []endpoint.Attempt) error {
	var endpoints, ordinals, durations []int64
	var ids, times, problems, events, resources, payloads []string
	var delivered []bool
	var statuses []int64
	var answers [][]byte
	for _, a := range attempts {
		endpoints, ids, ordinals = append(endpoints, a.EndpointID), append(ids, a.WebhookID), append(ordinals, a.Ordinal)
		times, delivered = append(times, a.At.Format(time.RFC3339Nano)), append(delivered, a.Result.Delivered())
		statuses, problems = append(statuses, int64(a.Result.Status)), append(problems, a.Result.Err)
		durations, answers = append(durations, a.Result.Duration.Milliseconds()), append(answers, []byte(a.Result.Answer))
		events, resources = append(events, a.Sample.Event), append(resources, a.Sample.Resource)
		payloads = append(payloads, string(a.Sample.Payload))
	}
	// Before, and not in one statement: what is attempted again may be old.
	old := attempts[0].At.Add(-callback.AnswersKept)
	if _, err := s.db.ExecContext(ctx, forgetDeliveries, old, forgottenAtOnce+2*len(attempts)); err != nil {
		return err
	}
	var kept []struct {
		EndpointID int64 `db:"endpoint_id"`
		Place      int64 `db:"place"`
	}
	err := s.db.SelectContext(ctx, &kept, keepAttempts, pq.Array(endpoints), pq.Array(ids), pq.Array(ordinals), pq.Array(times),
		pq.Array(delivered), pq.Array(statuses), pq.Array(problems), pq.Array(durations), pq.ByteaArray(answers),
		pq.Array(events), pq.Array(resources), pq.Array(payloads))
	for _, k := range kept {
		if err == nil && k.Place%trimEvery == 0 {
			err = s.trimEndpointDeliveries(ctx, k.EndpointID, endpoint.DeliveriesKept)
		}
	}
	return err
}

// trimEndpointDeliveries deletes all deliveries of an endpoint but the newest.
func (s *DB) trimEndpointDeliveries(ctx context.Context, endpointID int64, keep int) error {
	_, err := s.db.ExecContext(ctx, trimDeliveries, endpointID, keep)
	return err
}

// DeliveryFilter selects deliveries to an endpoint.
type DeliveryFilter struct {
	// Status is one of callback.Statuses, or empty for all.
	Status string
	// Pending lists the ordinals of the entries that are to be sent again.
	Pending []int64
	// After is the time of the oldest attempt that is shown.
	After time.Time
}

const chosenDeliveries = `FROM state.endpoint_deliveries WHERE endpoint_id = $1 AND at >= $2 AND ($3 = ''
	OR $3 = CASE WHEN ordinal = ANY ($4) THEN '` + callback.StatusPending + `'
	WHEN delivered THEN '` + callback.StatusDelivered + `' ELSE '` + callback.StatusExhausted + `' END)`

// EndpointDeliveries returns a page of the deliveries to an endpoint, newest first, and how many there are.
func (s *DB) EndpointDeliveries(
	ctx context.Context, endpointID int64, f DeliveryFilter, p readtable.Page,
) (rows []EndpointDelivery, total int64, err error) {
	before, skip := int64(0), int64(p.Number-1)*int64(p.PerPage)
	if p.After != nil {
		before, skip = p.After.Position, 0
	}
	chosen := []any{endpointID, f.After, f.Status, pq.Array(slices.Concat([]int64{}, f.Pending))}
	if err = s.db.GetContext(ctx, &total, `SELECT count(*) `+chosenDeliveries, chosen...); err == nil {
		err = s.db.SelectContext(ctx, &rows, `SELECT `+deliveryColumns+` `+chosenDeliveries+`
			AND ($5 = 0 OR place < $5) ORDER BY place DESC LIMIT $6 OFFSET $7`,
			append(chosen, before, p.PerPage, skip)...)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("read deliveries to an endpoint: %w", err)
	}
	return rows, total, nil
}

// EndpointDelivery returns a delivery to an endpoint whose last attempt was after the given time. Error:
// readtable.ErrNotFound.
func (s *DB) EndpointDelivery(ctx context.Context, endpointID int64, webhookID string, after time.Time) (row EndpointDelivery, err error) {
	err = s.db.GetContext(ctx, &row, `SELECT `+deliveryColumns+`, answer FROM state.endpoint_deliveries
		WHERE endpoint_id = $1 AND webhook_id = $2 AND at >= $3`, endpointID, webhookID, after)
	if errors.Is(err, sql.ErrNoRows) {
		return row, readtable.ErrNotFound
	}
	if err != nil {
		return row, fmt.Errorf("read a delivery to an endpoint: %w", err)
	}
	return row, nil
}
