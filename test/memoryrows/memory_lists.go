package memoryrows

import (
	"cmp"
	"context"
	"slices"
	"time"

	"gateway/domain/balance"
	"gateway/domain/callback"
	"gateway/domain/payment"
	"gateway/projections/readmodel/callbackrows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
)

// HoldsUntil is Queries.HoldsUntil.
func (m *Memory) HoldsUntil(_ context.Context, until time.Time, after paymentrows.HoldCursor, limit int) ([]paymentrows.Hold, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	order := func(a, b paymentrows.HoldCursor) int {
		return cmp.Or(a.HeldSince.Compare(b.HeldSince), cmp.Compare(a.TransactionID, b.TransactionID), cmp.Compare(a.SuspenseID, b.SuspenseID))
	}
	due := []paymentrows.Hold{}
	for _, h := range m.holds {
		if !h.HeldSince.After(until) && order(h.Cursor(), after) > 0 {
			due = append(due, *h)
		}
	}
	slices.SortFunc(due, func(a, b paymentrows.Hold) int { return order(a.Cursor(), b.Cursor()) })
	return due[:min(limit, len(due))], nil
}

// DuePayments is Queries.DuePayments.
func (m *Memory) DuePayments(
	_ context.Context, act paymentrows.Act, until time.Time, after paymentrows.PaymentCursor, limit int,
) ([]paymentrows.DuePayment, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	due := []paymentrows.DuePayment{}
	add := func(d paymentrows.DuePayment) {
		if after.Compare(d.PaymentCursor) < 0 && !d.At.After(until) {
			due = append(due, d)
		}
	}
	for _, p := range m.payments.Rows.List {
		if at, is := dueAt(p, act); is {
			add(paymentrows.DuePayment{TransactionID: p.TransactionID, PaymentCursor: paymentrows.PaymentCursor{At: at, ID: p.ID}})
		}
	}
	for _, r := range m.reports {
		if act == paymentrows.ToConfirm && r.Contradiction == "" {
			add(paymentrows.DuePayment{TransactionID: r.TransactionID, Key: r.Key, PaymentCursor: paymentrows.PaymentCursor{ID: r.Position}})
		}
	}
	slices.SortFunc(due, func(a, b paymentrows.DuePayment) int { return a.Compare(b.PaymentCursor) })
	return due[:min(limit, len(due))], nil
}

// dueAt reports whether the act is due for the payment, and from when in a list by time.
func dueAt(p *paymentrows.TransactionRow, act paymentrows.Act) (at time.Time, is bool) {
	pending := p.Status == payment.StatusPending && p.Channel != paymentrows.ChannelRecorded
	switch act {
	case paymentrows.ToFind:
		return p.CreatedAt, pending && p.OpenedAt == nil
	case paymentrows.ToExpire:
		if pending && p.OpenedAt != nil && p.OpenSuspense == 0 && p.ExpiresAt != nil {
			return *p.ExpiresAt, true
		}
	case paymentrows.ToReplace:
		return at, p.ToReplace && (p.OpenedAt != nil || p.Status == payment.StatusPaid || p.Status == payment.StatusSettled)
	case paymentrows.ToClose:
		return at, p.ToClose
	}
	return at, false
}

// DuePayouts is Queries.DuePayouts.
func (m *Memory) DuePayouts(_ context.Context, after int64, limit int) ([]payoutrows.Payout, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	due := []payoutrows.Payout{}
	for _, p := range m.payouts.Rows.List {
		if (p.Status == balance.StatusProcessing && !p.Manual || p.Reported) && p.Position > after {
			due = append(due, p.Payout)
		}
	}
	slices.SortFunc(due, func(a, b payoutrows.Payout) int { return int(a.Position - b.Position) })
	return due[:min(limit, len(due))], nil
}

// DueCallbacks is Queries.DueCallbacks.
func (m *Memory) DueCallbacks(_ context.Context, now time.Time, perClient, limit int) ([]callbackrows.Callback, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	first := make(map[string]int64) // position of the earliest pending callback of each subject
	for _, c := range m.callbacks.Rows.List {
		key := c.Kind + ":" + c.Subject
		if at, ok := first[key]; c.Status == callback.StatusPending && (!ok || c.Position < at) {
			first[key] = c.Position
		}
	}
	due := []callbackrows.Callback{}
	for _, c := range m.callbacks.Rows.List {
		if c.Status == callback.StatusPending && c.Position == first[c.Kind+":"+c.Subject] &&
			c.NextAttemptAt != nil && !c.NextAttemptAt.After(now) {
			due = append(due, c.Callback)
		}
	}
	slices.SortFunc(due, func(a, b callbackrows.Callback) int {
		if d := a.NextAttemptAt.Compare(*b.NextAttemptAt); d != 0 {
			return d
		}
		return int(a.Position - b.Position)
	})
	count := make(map[int64]int)
	due = slices.DeleteFunc(due, func(c callbackrows.Callback) bool {
		count[c.ClientID]++
		return count[c.ClientID] > perClient
	})
	return due[:min(limit, len(due))], nil
}

// paymentsByID returns the rows ordered by id. The caller holds mu.
func (m *Memory) paymentsByID() []*paymentrows.TransactionRow {
	return slices.SortedFunc(slices.Values(m.payments.Rows.List), func(a, b *paymentrows.TransactionRow) int { return cmp.Compare(a.ID, b.ID) })
}
