package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"gateway/domain/balance"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
)

// Movement is one line of a balance history, from the log itself.
type Movement struct {
	Position int64     `json:"position"`
	At       time.Time `json:"at"`
	// Kind is the event's name without its version.
	Kind      string `json:"kind"`
	Reference string `json:"reference"`
	// Amount is what saldo changed by: 0 where money only moved between the
	// client's own accounts.
	Amount     decimal.Decimal   `json:"amount"`
	SaldoAfter decimal.Decimal   `json:"saldo_after"`
	Postings   []balance.Posting `json:"postings"`
	// Who caused it, and why where a reason was asked for.
	Who string `json:"who"`
	Why string `json:"why"`
}

// moved is what all movements have in common on the wire; nothing else of an event
// is read.
type moved struct {
	Reference string            `json:"reference"`
	Postings  []balance.Posting `json:"postings"`
	After     balance.Totals    `json:"after"`
	At        time.Time         `json:"at"`
	Reason    string            `json:"reason"`
}

// movementOf reads a movement; ok is false for events that move nothing.
func movementOf(r eventstore.Recorded, own map[string]bool) (m Movement, ok bool, err error) {
	var e moved
	if err := json.Unmarshal(r.Data, &e); err != nil {
		return m, false, fmt.Errorf("event %d: %w", r.Position.Commit, err)
	}
	if len(e.Postings) == 0 {
		return m, false, nil
	}
	var meta eventstore.Metadata
	if len(r.Metadata) > 0 {
		if err := json.Unmarshal(r.Metadata, &meta); err != nil {
			return m, false, fmt.Errorf("metadata of event %d: %w", r.Position.Commit, err)
		}
	}
	amount := decimal.Zero
	for _, p := range e.Postings {
		if own[p.Account] {
			amount = amount.Add(p.Amount)
		}
	}
	return Movement{
		Position: r.Position.Commit, At: e.At, Kind: r.Type[:strings.LastIndexByte(r.Type, '.')], Reference: e.Reference,
		Amount: amount, SaldoAfter: e.After.Available.Add(e.After.Unsettled).Add(e.After.Held),
		Postings: e.Postings, Who: meta.Actor, Why: e.Reason,
	}, true, nil
}

// Range bounds a question in time. A zero end is open.
type Range struct{ From, To time.Time }

func (r Range) holds(t time.Time) bool {
	return (r.From.IsZero() || !t.Before(r.From)) && (r.To.IsZero() || !t.After(r.To))
}

// historyPage is how many events are read at once: memory stays flat however long
// the history is.
const historyPage = 4_000

// History gives every movement of a client in the range to visit, oldest first. The
// next page is read while one is being worked on.
func History(ctx context.Context, log *eventstore.Log, client int64, in Range, visit func(Movement) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	own := ownAccounts(client)
	for page := range pages(ctx, log, balance.Stream(client)) {
		if page.err != nil {
			return page.err
		}
		for _, r := range page.events {
			m, ok, err := movementOf(r, own)
			if err != nil {
				return err
			}
			if !ok || !in.holds(m.At) {
				continue
			}
			if err := visit(m); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

func ownAccounts(client int64) map[string]bool {
	return map[string]bool{
		balance.AvailableAccount(client): true, balance.UnsettledAccount(client): true, balance.HeldAccount(client): true,
	}
}

type page struct {
	events []eventstore.Recorded
	err    error
}

// pages reads a stream ahead of whoever ranges over it, until ctx ends.
func pages(ctx context.Context, log *eventstore.Log, stream string) <-chan page {
	out := make(chan page, 1)
	go func() {
		defer close(out)
		for from := eventstore.Revision(0); ; {
			events, err := log.Store().ReadStream(ctx, stream, from, eventstore.Forwards, historyPage)
			if len(events) == 0 && err == nil {
				return
			}
			select {
			case out <- page{events: events, err: err}:
			case <-ctx.Done():
				return
			}
			if err != nil || len(events) < historyPage {
				return
			}
			from = events[len(events)-1].Revision + 1
		}
	}()
	return out
}

// BalanceAt is what a client had after its last movement at or before t, in the
// order of the log.
func BalanceAt(ctx context.Context, log *eventstore.Log, client int64, t time.Time) (balance.Totals, error) {
	var last balance.Totals
	for page := range pages(ctx, log, balance.Stream(client)) {
		if page.err != nil {
			return last, page.err
		}
		for _, r := range page.events {
			var e moved
			if err := json.Unmarshal(r.Data, &e); err != nil {
				return last, fmt.Errorf("event %d: %w", r.Position.Commit, err)
			}
			if len(e.Postings) > 0 && !e.At.After(t) {
				last = e.After
			}
		}
	}
	return last, ctx.Err()
}

// TrialBalance sums the postings of all movements at or before t, by account. The
// sum over all accounts is zero in a sound log.
func TrialBalance(ctx context.Context, log *eventstore.Log, t time.Time) (map[string]decimal.Decimal, error) {
	accounts := make(map[string]decimal.Decimal)
	head, err := log.Store().Head(ctx)
	if err != nil {
		return nil, err
	}
	for at := (eventstore.Position{}); at.Before(head); {
		events, err := log.Store().ReadAll(ctx, at, historyPage)
		if err != nil {
			return nil, err
		}
		if len(events) == 0 {
			break
		}
		for _, r := range events {
			if err := post(accounts, r, t); err != nil {
				return nil, err
			}
		}
		at = events[len(events)-1].Position
	}
	return accounts, nil
}

func post(accounts map[string]decimal.Decimal, r eventstore.Recorded, t time.Time) error {
	if !strings.HasPrefix(r.Stream, balance.Aggregate.Category+"-") {
		return nil
	}
	var e moved
	if err := json.Unmarshal(r.Data, &e); err != nil {
		return fmt.Errorf("event %d: %w", r.Position.Commit, err)
	}
	if e.At.After(t) {
		return nil
	}
	for _, p := range e.Postings {
		accounts[p.Account] = accounts[p.Account].Add(p.Amount)
	}
	return nil
}
