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

// Payout is Queries.Payout.
func (m *Memory) Payout(_ context.Context, kind string, id int64) (payoutrows.Payout, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r := m.payouts.Rows.Known(payoutrows.Key{Kind: kind, ID: id}); r != nil {
		return r.Payout, nil
	}
	return payoutrows.Payout{}, readtable.ErrNotFound
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
	m.mu.Lock()
	defer m.mu.Unlock()
	if item := m.suspense[id]; item != nil {
		return *item, nil
	}
	return paymentrows.SuspenseItem{}, readtable.ErrNotFound
}

// Callback is Queries.Callback, without the attempts.
func (m *Memory) Callback(_ context.Context, id string) (callbackrows.Callback, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r := m.callbacks.Rows.Known(id); r != nil {
		return r.Callback, nil
	}
	return callbackrows.Callback{}, readtable.ErrNotFound
}

// AllPayments returns all payments in the order of their requests.
func (m *Memory) AllPayments() []paymentrows.Transaction {
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []paymentrows.Transaction
	for _, r := range m.paymentsByID() {
		all = append(all, r.Shown())
	}
	return all
}

// AllPayouts returns all payouts in the order of their requests.
func (m *Memory) AllPayouts() []payoutrows.Payout {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := make([]payoutrows.Payout, 0, len(m.payouts.Rows.List))
	for _, r := range m.payouts.Rows.List {
		all = append(all, r.Payout)
	}
	slices.SortFunc(all, func(a, b payoutrows.Payout) int { return int(a.Position - b.Position) })
	return all
}

// AllCallbacks returns all callbacks in the order of the events that they report.
func (m *Memory) AllCallbacks() []callbackrows.Callback {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := make([]callbackrows.Callback, 0, len(m.callbacks.Rows.List))
	for _, r := range m.callbacks.Rows.List {
		all = append(all, r.Callback)
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
