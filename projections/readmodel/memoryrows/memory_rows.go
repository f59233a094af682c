package memoryrows

import (
	"context"
	"maps"
	"slices"

	"gateway/domain/ledger"
	"gateway/projections/readmodel/callbackrows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/readtable"
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
		return row, readtable.ErrNotFound
	}
	return *found, nil
}

// Payout is Queries.Payout.
func (m *Memory) Payout(_ context.Context, kind string, id int64) (payoutrows.Payout, error) {
	return find(m, m.Payouts, payoutrows.Key{Kind: kind, ID: id})
}

// PayoutOf is Queries.PayoutOf.
func (m *Memory) PayoutOf(ctx context.Context, clientID int64, kind string, id int64) (payoutrows.Payout, error) {
	p, err := m.Payout(ctx, kind, id)
	if err == nil && p.ClientID != clientID {
		return payoutrows.Payout{}, readtable.ErrNotFound
	}
	return p, err
}

// SuspenseItem is Queries.SuspenseItem.
func (m *Memory) SuspenseItem(_ context.Context, id int64) (paymentrows.SuspenseItem, error) {
	return find(m, m.suspense, id)
}

// Callback is Queries.Callback, without the attempts.
func (m *Memory) Callback(_ context.Context, id string) (callbackrows.Callback, error) {
	return find(m, m.callbacks, id)
}

// AllPayments returns all payments in the order of their requests.
func (m *Memory) AllPayments() []paymentrows.Transaction {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []paymentrows.Transaction
	for _, id := range slices.Sorted(maps.Keys(m.Payments)) {
		all = append(all, m.Payments[id].Shown())
	}
	return all
}

// AllPayouts returns all payouts in the order of their requests.
func (m *Memory) AllPayouts() []payoutrows.Payout {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := make([]payoutrows.Payout, 0, len(m.Payouts))
	for _, p := range m.Payouts {
		all = append(all, *p)
	}
	slices.SortFunc(all, func(a, b payoutrows.Payout) int { return int(a.Position - b.Position) })
	return all
}

// AllCallbacks returns all callbacks in the order of the events that they report.
func (m *Memory) AllCallbacks() []callbackrows.Callback {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := make([]callbackrows.Callback, 0, len(m.callbacks))
	for _, c := range m.callbacks {
		all = append(all, *c)
	}
	slices.SortFunc(all, func(a, b callbackrows.Callback) int { return int(a.Position - b.Position) })
	return all
}

// AllSuspenseItems returns all suspense items, ordered by id.
func (m *Memory) AllSuspenseItems() []paymentrows.SuspenseItem {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []paymentrows.SuspenseItem
	for _, id := range slices.Sorted(maps.Keys(m.suspense)) {
		all = append(all, *m.suspense[id])
	}
	return all
}

// Shown returns the transaction in the form that a query returns. While money is in suspense and nothing else
// was paid, it shows that money as paid.
func (p *Payment) Shown() paymentrows.Transaction {
	t := p.Transaction
	if p.OpenSuspense > 0 && t.PaidAmount == nil {
		amount := p.SuspendedAmount
		t.PaidAmount = &amount
	}
	if p.OpenSuspense > 0 && t.PaidAt == nil {
		t.PaidAt = p.SuspendedAt
	}
	return t
}
