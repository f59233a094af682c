package readmodel

import (
	"context"
	"maps"
	"slices"

	"gateway/domain/ledger"
)

// Balance returns the totals of a client, zero before its first movement.
func (m *Memory) Balance(client int64) ledger.Totals {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.balances[client]
}

// find returns one row, or ErrNotFound.
func find[K comparable, T any](m *Memory, rows map[K]*T, key K) (row T, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	found, ok := rows[key]
	if !ok {
		return row, ErrNotFound
	}
	return *found, nil
}

// Payout is Queries.Payout.
func (m *Memory) Payout(_ context.Context, kind string, id int64) (Payout, error) {
	return find(m, m.payouts, payoutKey{kind, id})
}

// PayoutOf is Queries.PayoutOf.
func (m *Memory) PayoutOf(ctx context.Context, clientID int64, kind string, id int64) (Payout, error) {
	p, err := m.Payout(ctx, kind, id)
	if err == nil && p.ClientID != clientID {
		return Payout{}, ErrNotFound
	}
	return p, err
}

// SuspenseItem is Queries.SuspenseItem.
func (m *Memory) SuspenseItem(_ context.Context, id int64) (SuspenseItem, error) {
	return find(m, m.suspense, id)
}

// Callback is Queries.Callback, without the attempts.
func (m *Memory) Callback(_ context.Context, id string) (Callback, error) {
	return find(m, m.callbacks, id)
}

// AllPayments returns all payments, in the order of their requests.
func (m *Memory) AllPayments() []Transaction {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []Transaction
	for _, id := range slices.Sorted(maps.Keys(m.payments)) {
		all = append(all, m.payments[id].shown())
	}
	return all
}

// AllPayouts returns all payouts, in the order of their requests.
func (m *Memory) AllPayouts() []Payout {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := make([]Payout, 0, len(m.payouts))
	for _, p := range m.payouts {
		all = append(all, *p)
	}
	slices.SortFunc(all, func(a, b Payout) int { return int(a.Position - b.Position) })
	return all
}

// AllCallbacks returns all callbacks, in the order of the events that they report.
func (m *Memory) AllCallbacks() []Callback {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := make([]Callback, 0, len(m.callbacks))
	for _, c := range m.callbacks {
		all = append(all, *c)
	}
	slices.SortFunc(all, func(a, b Callback) int { return int(a.Position - b.Position) })
	return all
}

// AllSuspenseItems returns all suspense items, by id.
func (m *Memory) AllSuspenseItems() []SuspenseItem {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []SuspenseItem
	for _, id := range slices.Sorted(maps.Keys(m.suspense)) {
		all = append(all, *m.suspense[id])
	}
	return all
}
