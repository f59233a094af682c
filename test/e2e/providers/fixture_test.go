package providers

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/connection"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/test/e2e/harness"
	"gateway/test/poll"

	"github.com/shopspring/decimal"
)

// sandbox is a gateway with simulated connections.
type sandbox struct{ *harness.Gateway }

// newSandbox starts a gateway with the connections xendit, doku-1 and midtrans-1.
func newSandbox(t *testing.T, more harness.Settings) sandbox {
	t.Helper()
	s := harness.Settings{"SIMULATED_PROVIDERS": "3", "PROVIDER_LISTING_AFTER": "100ms", "PROVIDER_LISTING_RATE": "60000"}
	for name, value := range more {
		s[name] = value
	}
	return sandbox{harness.Start(t, s)}
}

// route sends all payments and payouts to the connections, in this order.
func (s sandbox) route(t *testing.T, payments, payouts []string) {
	t.Helper()
	s.Admin(t).Put(t, "/admin/routing", object{"reason": "for the test", "rules": []object{
		{"kind": "payment", "connections": payments}, {"kind": "payout", "connections": payouts},
	}}).Wants(t, 200)
}

// switchTo sets the switch of a connection, as a script does.
func (s sandbox) switchTo(t *testing.T, name, state string) {
	t.Helper()
	answer, err := http.PostForm(s.URL+"/simulator/"+name+"/switch", url.Values{"state": {state}})
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK { // after the redirection to the overview
		t.Fatalf("the switch of %s: %d", name, answer.StatusCode)
	}
}

// page gets a page.
func page(t *testing.T, address string) string {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("GET %s: %d (%v)", address, answer.StatusCode, err)
	}
	return string(text)
}

// story is what the log says of the connections.
type story struct {
	// of is the connection of each payment that was credited, by transaction_id; credits how often it was.
	of      map[string]string
	credits map[string]int
	// received is the money that each connection was credited for, accounts the balance of each account of a provider.
	received, accounts map[string]decimal.Decimal
	// events has the names of the connections in the events of each payment, by transaction_id.
	events map[string]map[string]bool
}

func (s sandbox) story(t *testing.T) story {
	t.Helper()
	told := story{map[string]string{}, map[string]int{}, map[string]decimal.Decimal{}, map[string]decimal.Decimal{}, map[string]map[string]bool{}}
	log := s.App.Log()
	for after := (eventstore.Position{}); ; {
		events, err := log.Store().ReadAll(context.Background(), after, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if len(events) == 0 {
			return told
		}
		for _, recorded := range events {
			after = recorded.Position
			e, err := log.Decode(recorded)
			if err != nil {
				t.Fatal(err)
			}
			told.hear(e.Event, recorded.Stream)
		}
	}
}

func (s story) hear(event domain.Event, stream string) {
	if paid, ok := event.(payment.Paid); ok {
		s.of[paid.TransactionID] = paid.Connection
		s.credits[paid.TransactionID]++
		s.received[paid.Connection] = s.received[paid.Connection].Add(paid.PaidAmount)
	}
	if of, ok := event.(connection.Of); ok && strings.HasPrefix(stream, "payment-") {
		id := strings.TrimPrefix(stream, "payment-")
		if s.events[id] == nil {
			s.events[id] = map[string]bool{}
		}
		s.events[id][of.OfConnection()] = true
	}
	if mover, ok := event.(balance.Mover); ok {
		_, moved := mover.Moved()
		for _, p := range moved.Postings {
			if strings.HasPrefix(p.Account, "provider:") {
				s.accounts[p.Account] = s.accounts[p.Account].Add(p.Amount)
			}
		}
	}
}

// explainsItself checks that no payment was credited twice, and that the clearing account of each connection holds what
// the payments credited there brought, and no more.
func (s sandbox) explainsItself(t *testing.T) story {
	t.Helper()
	var told story
	poll.Within(t, poll.Limit, "each clearing account has what was received there", func() (bool, any) { // a posting may be under way
		told = s.story(t)
		for _, name := range []string{"xendit", "doku-1", "midtrans-1"} {
			clearing := told.accounts["provider:"+name+":clearing"]
			if !clearing.Neg().Equal(told.received[name]) && !clearing.Equal(told.received[name]) {
				return false, fmt.Sprintf("that of %s is %s, and %s was received there", name, clearing, told.received[name])
			}
		}
		return true, nil
	})
	for id, times := range told.credits {
		if times != 1 {
			t.Errorf("%s was credited %d times", id, times)
		}
	}
	return told
}

// isSound waits until the gateway finds its books sound. A callback or a posting may be under way.
func (s sandbox) isSound(t *testing.T) {
	t.Helper()
	admin := s.Admin(t)
	poll.Within(t, poll.Limit, "a verify is sound", func() (bool, any) {
		id := admin.Post(t, "/admin/audit/runs", object{"kind": "verify", "whole": true}).Wants(t, 201).ID(t, "id")
		var run harness.Answer
		poll.Until(t, "the run has ended", func() bool {
			run = admin.Get(t, "/admin/audit/runs/%d", id).Wants(t, 200)
			return run.Text(t, "outcome") != "running"
		})
		return run.Text(t, "outcome") == "sound", string(run.Body)
	})
}
