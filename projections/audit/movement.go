package audit

import (
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

func movedBy(r eventstore.Recorded) (e moved, err error) {
	if err := json.Unmarshal(r.Data, &e); err != nil {
		return e, fmt.Errorf("event %d: %w", r.Position.Commit, err)
	}
	return e, nil
}

// moves is false for the events of a payout that only say how far it has come.
func (e moved) moves() bool { return len(e.Postings) > 0 }

// movementOf reads a movement; ok is false for events that move nothing.
func movementOf(r eventstore.Recorded, own accounts) (m Movement, ok bool, err error) {
	e, err := movedBy(r)
	if err != nil || !e.moves() {
		return m, false, err
	}
	var meta eventstore.Metadata
	if len(r.Metadata) > 0 {
		if err := json.Unmarshal(r.Metadata, &meta); err != nil {
			return m, false, fmt.Errorf("metadata of event %d: %w", r.Position.Commit, err)
		}
	}
	return Movement{
		Position: r.Position.Commit, At: e.At, Kind: r.Type[:strings.LastIndexByte(r.Type, '.')], Reference: e.Reference,
		Amount: own.sum(e.Postings), SaldoAfter: e.After.Sum(), Postings: e.Postings, Who: meta.Actor, Why: e.Reason,
	}, true, nil
}

// accounts are those of one client.
type accounts [3]string

func accountsOf(client int64) accounts {
	return accounts{balance.AvailableAccount(client), balance.UnsettledAccount(client), balance.HeldAccount(client)}
}

func (a accounts) sum(postings []balance.Posting) decimal.Decimal {
	sum := decimal.Zero
	for _, p := range postings {
		if p.Account == a[0] || p.Account == a[1] || p.Account == a[2] {
			sum = sum.Add(p.Amount)
		}
	}
	return sum
}
