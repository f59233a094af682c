package simulator

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jmoiron/sqlx"
)

// queueNotification inserts a notification in the transaction of the change that it reports. With Reorder the
// notification is due at once if an earlier one still waits, and is delayed otherwise.
func (s *Simulator) queueNotification(ctx context.Context, tx *sqlx.Tx, kind, externalID string, body any) error {
	text, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("simulator: encode notification: %w", err)
	}
	faults := *s.faults.Load()
	_, err = tx.ExecContext(ctx, `
		INSERT INTO state.simulator_notifications (kind, external_id, body, delivered_at, next_attempt_at)
		SELECT $1, $2, $3, CASE WHEN $7 THEN $4::timestamptz END, CASE WHEN $6 AND EXISTS (
			SELECT 1 FROM state.simulator_notifications WHERE external_id = $2 AND delivered_at IS NULL
		) THEN $4::timestamptz ELSE $5::timestamptz END`,
		kind, externalID, string(text), s.now(), s.now().Add(faults.Delay), faults.Reorder, faults.Silent)
	if err != nil {
		return fmt.Errorf("simulator: queue notification: %w", err)
	}
	if faults.Delay > 0 {
		signalAfter(s.wake, faults.Delay)
	}
	return nil
}

// notification is a notification that was claimed for an attempt.
type notification struct {
	ID       int64  `db:"id"`
	Kind     string `db:"kind"`
	Body     []byte `db:"body"`
	Attempts int    `db:"attempts"`
}

// claimDuration is how long a claim excludes other instances. It is longer than an attempt can take.
const claimDuration = notifyTimeout + 15*time.Second

// claimDue claims up to limit due notifications, so that no other instance sends them. Unless
// Reorder is set, a notification waits for the earlier ones on the same payment or payout.
func (s *Simulator) claimDue(ctx context.Context, limit int) ([]notification, error) {
	var claimed []notification
	now := s.now()
	err := s.DB.SelectContext(ctx, &claimed, `
		WITH due AS MATERIALIZED (
			SELECT id FROM state.simulator_notifications n
			WHERE delivered_at IS NULL AND next_attempt_at <= $2 AND ($3 OR NOT EXISTS (
				SELECT 1 FROM state.simulator_notifications earlier
				WHERE earlier.external_id = n.external_id AND earlier.id < n.id AND earlier.delivered_at IS NULL))
			ORDER BY next_attempt_at, id LIMIT $4 FOR UPDATE SKIP LOCKED)
		UPDATE state.simulator_notifications n SET attempts = attempts + 1, next_attempt_at = $1
		FROM due WHERE n.id = due.id
		RETURNING n.id, kind, body, attempts`, now.Add(claimDuration), now, s.faults.Load().Reorder, limit)
	if err != nil {
		return nil, fmt.Errorf("simulator: claim notifications: %w", err)
	}
	return claimed, nil
}

// makeUndeliveredDue makes all attempted but undelivered notifications due, including those that a killed
// process had claimed. A notification that another instance is just sending may be sent twice, which the
// protocol allows.
func (s *Simulator) makeUndeliveredDue(ctx context.Context) error {
	_, err := s.DB.ExecContext(ctx,
		`UPDATE state.simulator_notifications SET next_attempt_at = $1 WHERE delivered_at IS NULL AND attempts > 0`, s.now())
	if err != nil {
		return fmt.Errorf("simulator: release notifications: %w", err)
	}
	return nil
}

func (s *Simulator) markDelivered(ctx context.Context, n notification) error {
	_, err := s.DB.ExecContext(ctx,
		`UPDATE state.simulator_notifications SET delivered_at = $2 WHERE id = $1`, n.ID, s.now())
	if err != nil {
		return fmt.Errorf("simulator: mark notification as delivered: %w", err)
	}
	return nil
}

// scheduleRetry makes a notification due again after a pause. It changes nothing if there was a later attempt,
// because then this one has lost its claim.
func (s *Simulator) scheduleRetry(ctx context.Context, n notification) error {
	wait := backoff(n.Attempts)
	_, err := s.DB.ExecContext(ctx, `
		UPDATE state.simulator_notifications SET next_attempt_at = $3
		WHERE id = $1 AND attempts = $2 AND delivered_at IS NULL`, n.ID, n.Attempts, s.now().Add(wait))
	if err != nil {
		return fmt.Errorf("simulator: put notification back: %w", err)
	}
	signalAfter(s.wake, wait)
	return nil
}

// backoff returns the pause after an attempt. It doubles from 1 s to 30 s.
func backoff(attempts int) time.Duration {
	const first, most, doublings = time.Second, 30 * time.Second, 5
	return min(first<<min(attempts-1, doublings), most)
}

// listPaymentsMade serves the payments into the virtual accounts or QR codes with an external
// id, oldest first. Each has the form of its notification.
func (s *Simulator) listPaymentsMade(kind string) endpoint {
	return func(r *http.Request) (any, error) {
		bodies := [][]byte{}
		err := s.DB.SelectContext(r.Context(), &bodies, `
			SELECT body FROM state.simulator_notifications WHERE kind = $1 AND external_id = $2
			AND coalesce(body->>'event', '') <> 'qr.refund' ORDER BY id LIMIT 100`, kind, r.URL.Query().Get("external_id"))
		if err != nil {
			return nil, fmt.Errorf("simulator: list payments made: %w", err)
		}
		shown := make([]json.RawMessage, len(bodies))
		for i, body := range bodies {
			shown[i] = body
		}
		return shown, nil
	}
}

// getVAPayment serves a payment into a virtual account. Its path holds payment_id=<id>.
func (s *Simulator) getVAPayment(r *http.Request) (any, error) {
	id, named := strings.CutPrefix(r.PathValue("id"), "payment_id=")
	if !named {
		return nil, ErrNotFound
	}
	var body json.RawMessage
	err := s.DB.GetContext(r.Context(), &body, `
		SELECT body FROM state.simulator_notifications WHERE kind = $1 AND body->>'payment_id' = $2
		ORDER BY id LIMIT 1`, va, id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("simulator: read payment made: %w", err)
	}
	return body, nil
}

const (
	maxDeliveries = 32
	pollInterval  = time.Second
	notifyTimeout = 30 * time.Second
	markTimeout   = 5 * time.Second
)

// newClient makes a client that does not use the environment's proxy.
func newClient() *http.Client {
	return &http.Client{
		Timeout:       notifyTimeout,
		Transport:     &http.Transport{MaxIdleConnsPerHost: maxDeliveries},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Run delivers notifications, expires invoices and carries out planned payouts until the context ends. It
// returns after the attempts in flight have ended. It logs errors of the database and tries again each second.
func (s *Simulator) Run(ctx context.Context) error {
	defer s.client.CloseIdleConnections()
	var attempts sync.WaitGroup
	defer attempts.Wait()
	slots := make(chan struct{}, maxDeliveries)
	poll := time.NewTicker(pollInterval)
	defer poll.Stop()
	s.processDue(ctx)
	for {
		s.logError(ctx, s.startDeliveries(ctx, slots, &attempts))
		select {
		case <-ctx.Done():
			return nil
		case <-s.wake:
		case <-s.sweep:
			s.processDue(ctx)
		case <-poll.C:
			s.processDue(ctx)
		}
	}
}

// startDeliveries starts an attempt for each due notification, up to the number of free slots.
// Run calls it again when a slot becomes free.
func (s *Simulator) startDeliveries(ctx context.Context, slots chan struct{}, attempts *sync.WaitGroup) error {
	free := maxDeliveries - len(slots)
	if free == 0 || ctx.Err() != nil {
		return nil
	}
	claimed, err := s.claimDue(ctx, free)
	for _, n := range claimed {
		slots <- struct{}{}
		attempts.Go(func() {
			s.logError(ctx, s.deliver(ctx, n))
			<-slots
			signal(s.wake)
		})
	}
	return err
}

// deliver sends a notification and records the outcome, even if the context has ended: an unrecorded delivery
// would be repeated.
func (s *Simulator) deliver(ctx context.Context, n notification) error {
	delivered := s.send(ctx, n)
	recording, cancel := context.WithTimeout(context.WithoutCancel(ctx), markTimeout)
	defer cancel()
	if !delivered {
		return s.scheduleRetry(recording, n)
	}
	for range s.faults.Load().Duplicate {
		s.send(ctx, n)
	}
	return s.markDelivered(recording, n)
}

// send reports whether the receiver answered 2xx.
func (s *Simulator) send(ctx context.Context, n notification) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.NotifyURL+"/"+n.Kind, bytes.NewReader(n.Body))
	if err != nil {
		s.logError(ctx, fmt.Errorf("simulator: make notification: %w", err))
		return false
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Callback-Token", s.CallbackToken)
	request.Header.Set("Webhook-Id", "simulator-"+strconv.FormatInt(n.ID, 10))
	answer, err := s.client.Do(request)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	// Reading the body to its end keeps the connection usable.
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, maxBody))
	return answer.StatusCode >= 200 && answer.StatusCode < 300
}

// processDue expires the invoices and carries out the payouts and refunds that are due.
func (s *Simulator) processDue(ctx context.Context) {
	all := []func(context.Context) (bool, error){s.expireDueInvoices, s.processDuePayouts, s.processDueRefunds, s.settleDuePayments}
	for _, due := range all {
		for more := true; more && ctx.Err() == nil; {
			var err error
			more, err = due(ctx)
			s.logError(ctx, err)
		}
	}
}

// logError logs an error of background work, unless shutting down caused it. The next poll tries again.
func (s *Simulator) logError(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		s.Log.WithError(err).Warn("simulated provider failed")
	}
}
