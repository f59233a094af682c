package verify

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
)

// statuses is a provider that has these payouts, by reference.
type statuses map[string]report.Status

func (s statuses) FindPayout(_ context.Context, _, reference string) (report.Payout, error) {
	status, known := s[reference]
	if !known {
		return report.Payout{}, report.ErrNoRecord
	}
	return report.Payout{Connection: "xendit", Reference: reference, Status: status, Amount: decimal.NewFromInt(50_000)}, nil
}

// connection is the one that has the payouts. With books, they are read beforehand.
func (s statuses) connection(withBooks bool) (c Connection) {
	c = Connection{Name: "xendit", Provider: s}
	if withBooks {
		c.Books = noBooks{}
	}
	return c
}

type noBooks struct{ ProviderBooks }

func (s statuses) books() map[string]booked {
	all := make(map[string]booked)
	for reference := range s {
		found, _ := s.FindPayout(context.Background(), "", reference)
		all[reference] = bookedOf(found)
	}
	return all
}

// The first attempt failed because the float was empty; the second was completed.
func TestThePayoutsOfAllReferencesAreComparedWithTheProviders(t *testing.T) {
	t.Parallel()
	const first, second, foreign = "withdrawal-7-1-00c0ffee", "withdrawal-7-1-0badcafe", "withdrawal-7-1-0ddba115"
	o := balance.Order{Kind: balance.Withdrawal, ID: 1, ClientID: 7, Connection: "xendit", Amount: decimal.NewFromInt(50_000)}
	log := []domain.Event{
		balance.WithdrawalRequested{Order: o},
		balance.PayoutApproved{Order: o},
		balance.PayoutSubmitted{Order: o, IdempotencyKey: first, Reference: first, ProviderAPI: report.PayoutsV1, Attempt: 1},
		balance.PayoutSubmitted{Order: o, IdempotencyKey: first, Reference: first, ProviderAPI: report.PayoutsV1, Attempt: 2},
		balance.PayoutAttemptFailed{Order: o, Reference: first, ProviderID: "d1", Reason: balance.FloatEmpty},
		balance.PayoutSubmitted{Order: o, IdempotencyKey: second, Reference: second, ProviderAPI: report.PayoutsV1, Attempt: 3},
		balance.PayoutCompleted{Order: o, ProviderID: "d2"},
	}
	older := []domain.Event{
		balance.WithdrawalRequested{Order: o},
		balance.PayoutApproved{Order: o},
		balance.PayoutSubmitted{Order: o, IdempotencyKey: o.Name()},
		balance.PayoutCompleted{Order: o, ProviderID: "d1"},
	}
	for name, c := range map[string]struct {
		log   []domain.Event
		has   statuses
		found string
		// onlyInBooks is true when a payout that was never ordered appears only in the provider's books.
		onlyInBooks bool
	}{
		"as the log says":             {log: log, has: statuses{first: report.Failed, second: report.Completed}},
		"the failed one is not kept":  {log: log, has: statuses{second: report.Completed}},
		"both were paid":              {log: log, has: statuses{first: report.Completed, second: report.Completed}, found: "2 times"},
		"the last one is not there":   {log: log, has: statuses{}, found: "does not know it"},
		"another one of our form":     {log: log, has: statuses{second: report.Completed, foreign: report.Completed}, found: "never requested", onlyInBooks: true},
		"a reference of older events": {log: older, has: statuses{o.Name(): report.Completed}},
	} {
		for _, books := range []map[string]booked{nil, c.has.books()} {
			if books == nil && c.onlyInBooks {
				continue
			}
			var p payouts
			r := &Report{}
			for _, e := range c.log {
				p.observe(eventstore.Envelope{Event: e}, r)
			}
			p.ask(t.Context(), []Connection{c.has.connection(books != nil)}, books, r)
			got := fmt.Sprint(r.Findings)
			if (c.found == "") != (len(r.Findings) == 0) || !strings.Contains(got, c.found) {
				t.Errorf("%s, books %v: %s, want %q", name, books != nil, got, c.found)
			}
		}
	}
}

// The simulated provider keeps its records outside the log, so an import leaves them behind.
func TestPayoutsFromBeforeAnImportAreNotComparedWithTheSimulator(t *testing.T) {
	t.Parallel()
	completed := func(id int64) []domain.Event {
		o := balance.Order{Kind: balance.Withdrawal, ID: id, ClientID: 7, Connection: "xendit", Amount: decimal.NewFromInt(50_000)}
		return []domain.Event{balance.WithdrawalRequested{Order: o}, balance.PayoutSubmitted{Order: o, Reference: o.Name()}, balance.PayoutCompleted{Order: o, ProviderID: "d"}}
	}
	began := func(reason string) []domain.Event {
		return []domain.Event{eventstore.GenerationBegan{Generation: 1, Reason: reason}}
	}
	imported, accepted := began(eventstore.ReasonImported), began(eventstore.ReasonAccepted)
	for name, c := range map[string]struct {
		log                 [][]domain.Event
		simulated           bool
		findings, unchecked int
	}{
		"completed before the import":                  {[][]domain.Event{completed(1), imported}, true, 0, 1},
		"completed since the import":                   {[][]domain.Event{imported, completed(1)}, true, 1, 0},
		"one before and one since":                     {[][]domain.Event{completed(1), imported, completed(2)}, true, 1, 1},
		"completed before an older log was accepted":   {[][]domain.Event{completed(1), accepted}, true, 1, 0},
		"completed before the import, by the provider": {[][]domain.Event{completed(1), imported}, false, 1, 0},
	} {
		p, r := payouts{simulated: c.simulated}, &Report{}
		for _, events := range c.log {
			for _, e := range events {
				p.observe(eventstore.Envelope{Event: e}, r)
			}
		}
		p.ask(t.Context(), []Connection{statuses{}.connection(false)}, nil, r)
		if len(r.Findings) != c.findings || len(r.Unchecked) != c.unchecked {
			t.Errorf("%s: %v, unchecked %v", name, r.Findings, r.Unchecked)
		}
	}
}
