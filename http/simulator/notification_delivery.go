package simulator

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"
)

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

// processDue expires the invoices and carries out the payouts that are due.
func (s *Simulator) processDue(ctx context.Context) {
	for _, due := range []func(context.Context) (bool, error){s.expireDueInvoices, s.processDuePayouts, s.settleDuePayments} {
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
