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

// WaitingPaymentReports is Queries.WaitingPaymentReports.
func (m *Memory) WaitingPaymentReports(_ context.Context, after int64, limit int) ([]paymentrows.PaymentReport, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	waiting := []paymentrows.PaymentReport{}
	for _, r := range m.reports {
		if r.Contradiction == "" && r.Position > after {
			waiting = append(waiting, *r)
		}
	}
	slices.SortFunc(waiting, func(a, b paymentrows.PaymentReport) int { return int(a.Position - b.Position) })
	return waiting[:min(limit, len(waiting))], nil
}

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

// ExpiredPayments is Queries.ExpiredPayments.
func (m *Memory) ExpiredPayments(
	_ context.Context, now time.Time, after paymentrows.PaymentCursor, limit int,
) ([]paymentrows.Transaction, error) {
	return m.pendingPayments(after, limit, func(p *paymentrows.TransactionRow) (paymentrows.PaymentCursor, bool) {
		if p.OpenedAt == nil || p.OpenSuspense != 0 || p.ExpiresAt == nil || p.ExpiresAt.After(now) {
			return paymentrows.PaymentCursor{}, false
		}
		return p.ExpiryCursor(), true
	}), nil
}

// UnopenedPayments is Queries.UnopenedPayments.
func (m *Memory) UnopenedPayments(
	_ context.Context, before time.Time, after paymentrows.PaymentCursor, limit int,
) ([]paymentrows.Transaction, error) {
	return m.pendingPayments(after, limit, func(p *paymentrows.TransactionRow) (paymentrows.PaymentCursor, bool) {
		return p.CreationCursor(), p.OpenedAt == nil && !p.CreatedAt.After(before)
	}), nil
}

// PaymentsToReplace is Queries.PaymentsToReplace.
func (m *Memory) PaymentsToReplace(_ context.Context, after int64, limit int) ([]paymentrows.Transaction, error) {
	return m.paymentsAfter(after, limit, func(p *paymentrows.TransactionRow) bool {
		return p.ToReplace && (p.OpenedAt != nil || p.Status == payment.StatusPaid || p.Status == payment.StatusSettled)
	}), nil
}

// PaymentsToClose is Queries.PaymentsToClose.
func (m *Memory) PaymentsToClose(_ context.Context, after int64, limit int) ([]paymentrows.Transaction, error) {
	return m.paymentsAfter(after, limit, func(p *paymentrows.TransactionRow) bool { return p.ToClose }), nil
}

func (m *Memory) paymentsAfter(after int64, limit int, match func(*paymentrows.TransactionRow) bool) []paymentrows.Transaction {
	m.mu.Lock()
	defer m.mu.Unlock()
	rows := []paymentrows.Transaction{}
	for _, p := range m.paymentsByID() {
		if p.ID > after && len(rows) < limit && match(p) {
			rows = append(rows, p.Shown())
		}
	}
	return rows
}

// paymentsByID returns the rows ordered by id. The caller holds mu.
func (m *Memory) paymentsByID() []*paymentrows.TransactionRow {
	return slices.SortedFunc(slices.Values(m.payments.Rows.List), func(a, b *paymentrows.TransactionRow) int { return cmp.Compare(a.ID, b.ID) })
}

// pendingPayments returns the pending payments that place selects, in cursor order.
func (m *Memory) pendingPayments(
	after paymentrows.PaymentCursor, limit int, place func(*paymentrows.TransactionRow) (paymentrows.PaymentCursor, bool),
) []paymentrows.Transaction {
	m.mu.Lock()
	defer m.mu.Unlock()
	type placed struct {
		at  paymentrows.PaymentCursor
		row paymentrows.Transaction
	}
	var found []placed
	for _, p := range m.payments.Rows.List {
		if p.Status != payment.StatusPending || p.Channel == paymentrows.ChannelRecorded {
			continue
		}
		if at, ok := place(p); ok && after.Before(at) {
			found = append(found, placed{at, p.Shown()})
		}
	}
	slices.SortFunc(found, func(a, b placed) int {
		if a.at.Before(b.at) {
			return -1
		}
		return 1
	})
	rows := []paymentrows.Transaction{}
	for _, f := range found[:min(limit, len(found))] {
		rows = append(rows, f.row)
	}
	return rows
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
