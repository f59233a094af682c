package readmodel

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"gateway/domain/balance"
	"gateway/domain/payment"
)

// WaitingPaymentReports is Queries.WaitingPaymentReports.
func (m *Memory) WaitingPaymentReports(_ context.Context, after int64, limit int) ([]PaymentReport, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	waiting := []PaymentReport{}
	for _, r := range m.reports {
		if r.Contradiction == "" && r.Position > after {
			waiting = append(waiting, *r)
		}
	}
	slices.SortFunc(waiting, func(a, b PaymentReport) int { return int(a.Position - b.Position) })
	return waiting[:min(limit, len(waiting))], nil
}

// HoldsUntil is Queries.HoldsUntil.
func (m *Memory) HoldsUntil(_ context.Context, until time.Time, after HoldCursor, limit int) ([]Hold, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	order := func(a, b HoldCursor) int {
		return cmp.Or(a.HeldSince.Compare(b.HeldSince), cmp.Compare(a.TransactionID, b.TransactionID), cmp.Compare(a.SuspenseID, b.SuspenseID))
	}
	due := []Hold{}
	for _, h := range m.holds {
		if !h.HeldSince.After(until) && order(h.Cursor(), after) > 0 {
			due = append(due, *h)
		}
	}
	slices.SortFunc(due, func(a, b Hold) int { return order(a.Cursor(), b.Cursor()) })
	return due[:min(limit, len(due))], nil
}

// before reports whether the cursor is before the place.
func (c PaymentCursor) before(place PaymentCursor) bool {
	return c.At.Before(place.At) || c.At.Equal(place.At) && c.ID < place.ID
}

// ExpiredPayments is Queries.ExpiredPayments.
func (m *Memory) ExpiredPayments(_ context.Context, now time.Time, after PaymentCursor, limit int) ([]Transaction, error) {
	return m.pendingPayments(after, limit, func(p *memoryPayment) (PaymentCursor, bool) {
		if p.OpenedAt == nil || p.OpenSuspense != 0 || p.ExpiresAt == nil || p.ExpiresAt.After(now) {
			return PaymentCursor{}, false
		}
		return p.ExpiryCursor(), true
	}), nil
}

// UnopenedPayments is Queries.UnopenedPayments.
func (m *Memory) UnopenedPayments(_ context.Context, before time.Time, after PaymentCursor, limit int) ([]Transaction, error) {
	return m.pendingPayments(after, limit, func(p *memoryPayment) (PaymentCursor, bool) {
		return p.CreationCursor(), p.OpenedAt == nil && !p.CreatedAt.After(before)
	}), nil
}

// PaymentsToReplace is Queries.PaymentsToReplace.
func (m *Memory) PaymentsToReplace(_ context.Context, after int64, limit int) ([]Transaction, error) {
	return m.paymentsByID(after, limit, func(p *memoryPayment) bool {
		return p.ToReplace && (p.OpenedAt != nil || p.Status == payment.StatusPaid || p.Status == payment.StatusSettled)
	}), nil
}

// PaymentsToClose is Queries.PaymentsToClose.
func (m *Memory) PaymentsToClose(_ context.Context, after int64, limit int) ([]Transaction, error) {
	return m.paymentsByID(after, limit, func(p *memoryPayment) bool { return p.ToClose }), nil
}

func (m *Memory) paymentsByID(after int64, limit int, match func(*memoryPayment) bool) []Transaction {
	m.mu.Lock()
	defer m.mu.Unlock()
	rows := []Transaction{}
	for _, id := range slices.Sorted(maps.Keys(m.payments)) {
		if p := m.payments[id]; id > after && len(rows) < limit && match(p) {
			rows = append(rows, p.shown())
		}
	}
	return rows
}

// pendingPayments returns those of the pending payments that place selects, in the order
// of the cursor.
func (m *Memory) pendingPayments(after PaymentCursor, limit int, place func(*memoryPayment) (PaymentCursor, bool)) []Transaction {
	m.mu.Lock()
	defer m.mu.Unlock()
	type placed struct {
		at  PaymentCursor
		row Transaction
	}
	var found []placed
	for _, p := range m.payments {
		if p.Status != payment.StatusPending || p.Channel == channelRecorded {
			continue
		}
		if at, ok := place(p); ok && after.before(at) {
			found = append(found, placed{at, p.shown()})
		}
	}
	slices.SortFunc(found, func(a, b placed) int {
		if a.at.before(b.at) {
			return -1
		}
		return 1
	})
	rows := []Transaction{}
	for _, f := range found[:min(limit, len(found))] {
		rows = append(rows, f.row)
	}
	return rows
}

// DuePayouts is Queries.DuePayouts.
func (m *Memory) DuePayouts(_ context.Context, after int64, limit int) ([]Payout, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	due := []Payout{}
	for _, p := range m.payouts {
		if (p.Status == balance.StatusProcessing && !p.Manual || p.Reported) && p.Position > after {
			due = append(due, *p)
		}
	}
	slices.SortFunc(due, func(a, b Payout) int { return int(a.Position - b.Position) })
	return due[:min(limit, len(due))], nil
}

// DueCallbacks is Queries.DueCallbacks.
func (m *Memory) DueCallbacks(_ context.Context, now time.Time, perClient, limit int) ([]Callback, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	first := make(map[string]int64) // position of the earliest pending callback of each subject
	for _, c := range m.callbacks {
		key := c.Kind + ":" + c.Subject
		if at, ok := first[key]; c.Status == "pending" && (!ok || c.Position < at) {
			first[key] = c.Position
		}
	}
	due := []Callback{}
	for _, c := range m.callbacks {
		if c.Status == "pending" && c.Position == first[c.Kind+":"+c.Subject] && c.NextAttemptAt != nil && !c.NextAttemptAt.After(now) {
			due = append(due, *c)
		}
	}
	slices.SortFunc(due, func(a, b Callback) int {
		if d := a.NextAttemptAt.Compare(*b.NextAttemptAt); d != 0 {
			return d
		}
		return int(a.Position - b.Position)
	})
	count := make(map[int64]int)
	due = slices.DeleteFunc(due, func(c Callback) bool {
		count[c.ClientID]++
		return count[c.ClientID] > perClient
	})
	return due[:min(limit, len(due))], nil
}
