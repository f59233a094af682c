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
	workers       = 32
	pollInterval  = time.Second
	notifyTimeout = 30 * time.Second
	markTimeout   = 5 * time.Second
)

// newClient goes to loopback or to where the configuration says, whatever proxy
// the environment names.
func newClient() *http.Client {
	return &http.Client{
		Timeout:       notifyTimeout,
		Transport:     &http.Transport{MaxIdleConnsPerHost: workers},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// Run delivers notifications and lets time pass for invoices and payouts, until
// the context ends; it returns once the attempts under way have ended too. A
// database that fails is tried again each second.
func (s *Simulator) Run(ctx context.Context) error {
	defer s.client.CloseIdleConnections()
	var attempts sync.WaitGroup
	defer attempts.Wait()
	slots := make(chan struct{}, workers)
	poll := time.NewTicker(pollInterval)
	defer poll.Stop()
	s.passTime(ctx)
	for {
		s.report(ctx, s.dispatch(ctx, slots, &attempts))
		select {
		case <-ctx.Done():
			return nil
		case <-s.wake:
		case <-s.sweep:
			s.passTime(ctx)
		case <-poll.C:
			s.passTime(ctx)
		}
	}
}

// dispatch starts an attempt for each notification that is due, as far as there
// are free slots. It is called again when a slot becomes free.
func (s *Simulator) dispatch(ctx context.Context, slots chan struct{}, attempts *sync.WaitGroup) error {
	free := workers - len(slots)
	if free == 0 || ctx.Err() != nil {
		return nil
	}
	claimed, err := s.claim(ctx, free)
	for _, n := range claimed {
		slots <- struct{}{}
		attempts.Go(func() {
			s.report(ctx, s.attempt(ctx, n))
			<-slots
			signal(s.wake)
		})
	}
	return err
}

// attempt sends one notification and writes down how it went. That is written
// even when the simulator is being stopped: a delivery not noted is a repetition.
func (s *Simulator) attempt(ctx context.Context, n notification) error {
	delivered := s.send(ctx, n)
	noting, cancel := context.WithTimeout(context.WithoutCancel(ctx), markTimeout)
	defer cancel()
	if !delivered {
		return s.putBack(noting, n)
	}
	for range s.faults.Load().Duplicate {
		s.send(ctx, n)
	}
	return s.markDelivered(noting, n)
}

// send says whether it was answered with a 2xx.
func (s *Simulator) send(ctx context.Context, n notification) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.NotifyURL+"/"+n.Kind, bytes.NewReader(n.Body))
	if err != nil {
		s.report(ctx, fmt.Errorf("simulator: make notification: %w", err))
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
	// Read to the end, or the connection can't be used again.
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, maxBody))
	return answer.StatusCode >= 200 && answer.StatusCode < 300
}

// passTime does what comes with time alone.
func (s *Simulator) passTime(ctx context.Context) {
	for _, due := range []func(context.Context) (bool, error){s.expireDue, s.payOutDue} {
		for more := true; more && ctx.Err() == nil; {
			var err error
			more, err = due(ctx)
			s.report(ctx, err)
		}
	}
}

// report is for what nobody waits for: the next poll tries again. What fails
// because the simulator is being stopped is nothing to tell.
func (s *Simulator) report(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		s.Log.WithError(err).Warn("simulated provider failed")
	}
}
