package readmodel

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/eventstore"
)

// Memory holds payments, payouts, callbacks, suspense items and balances in memory, for
// simulations. It folds events by the same code as the read models in PostgreSQL, and its
// queries answer as Queries does. It is safe for concurrent use.
type Memory struct {
	mu        sync.Mutex
	payments  map[int64]*memoryPayment
	payouts   map[payoutKey]*Payout
	callbacks map[string]*Callback
	suspense  map[int64]*SuspenseItem
	balances  map[int64]ledger.Totals
	reports   map[paymentReportKey]*PaymentReport
	holds     map[holdKey]*Hold
}

// memoryPayment is a row with the columns that Transaction does not show.
type memoryPayment struct {
	Transaction
	openSuspense int
}

// NewMemory makes empty read models.
func NewMemory() *Memory {
	m := &Memory{}
	m.Reset()
	return m
}

// Reset drops all rows.
func (m *Memory) Reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.payments, m.payouts = make(map[int64]*memoryPayment), make(map[payoutKey]*Payout)
	m.callbacks, m.suspense = make(map[string]*Callback), make(map[int64]*SuspenseItem)
	m.balances, m.reports = make(map[int64]ledger.Totals), make(map[paymentReportKey]*PaymentReport)
	m.holds = make(map[holdKey]*Hold)
}

// Apply applies a batch of events, in the order of the log.
func (m *Memory) Apply(events []eventstore.Envelope) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	var holds holdFold
	transactions := transactionFold{suspense: map[int64]int{}, counts: counterChanges{}}
	payouts, callbacks := payoutFold{counts: counterChanges{}}, callbackFold{}
	for _, e := range events {
		transactions.fold(e)
		payouts.foldOpen(e)
		payouts.foldEnd(e)
		if err := callbacks.foldTrigger(e); err != nil {
			return err
		}
		callbacks.foldDelivery(e)
		m.applySuspense(e)
		m.applyReport(e)
		holds.fold(e.Event)
		if mover, moves := e.Event.(balance.Mover); moves {
			client, movement := mover.Moved()
			m.balances[client] = m.balances[client].Apply(client, movement.Postings)
		}
	}
	m.applyTransactions(transactions)
	m.applyPayouts(payouts)
	m.applyHolds(holds)
	return m.applyCallbacks(callbacks)
}

func (m *Memory) applyTransactions(f transactionFold) {
	for _, c := range f.changes.list {
		row := m.payments[c.id]
		if c.created != nil {
			row = &memoryPayment{}
			row.Reversals = ReversalList{}
			m.payments[c.id] = row
			setColumns(&row.Transaction, createdColumns, c.created)
		}
		if row != nil { // an UPDATE without a row does nothing
			setColumns(&row.Transaction, changedColumns, c.changed())
		}
	}
	for _, r := range f.reversed.list {
		if row := m.payments[r.id]; row != nil {
			row.ReversedAmount, row.Reversals = row.ReversedAmount.Add(r.amount), slices.Concat(row.Reversals, r.list)
		}
	}
	for id, n := range f.suspense {
		if row := m.payments[id]; row != nil {
			row.openSuspense += n
		}
	}
}

func (m *Memory) applyPayouts(f payoutFold) {
	for _, c := range f.changes.list {
		row := m.payouts[c.key]
		if c.requested != nil {
			row = &Payout{}
			m.payouts[c.key] = row
			setColumns(row, requestedColumns, c.requested)
		}
		if row != nil {
			setColumns(row, progressColumns, c.progress())
		}
	}
}

func (m *Memory) applyCallbacks(f callbackFold) error {
	for _, c := range f.changes.list {
		row := m.callbacks[c.id]
		if c.created != nil {
			row = &Callback{}
			m.callbacks[c.id] = row
			setColumns(row, []string{"id", "position", "client_id", "kind", "subject", "url", "payload"}, c.created)
		}
		if row == nil {
			return fmt.Errorf("an attempt of the callback %s, which no event triggered", c.id)
		}
		if row.NextAttemptAt = c.nextAttemptAt; c.status != "" {
			row.Status = c.status
		}
	}
	return nil
}

func (m *Memory) applySuspense(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case payment.Suspended:
		m.suspense[e.SuspenseID] = &SuspenseItem{
			ID: e.SuspenseID, ClientID: e.ClientID, TransactionID: e.TransactionID, ProviderID: e.ProviderID,
			ProviderPaymentID: e.ProviderPaymentID, Amount: e.Amount, PaidAmount: e.PaidAmount, PaidAt: e.PaidAt,
			PaymentChannel: e.PaymentChannel, Reason: e.Reason, Status: SuspenseOpen, CreatedAt: e.At, UpdatedAt: e.At,
		}
	case payment.SuspenseReleased:
		m.suspense[e.SuspenseID].resolve(SuspenseReleased, e.By, e.Reason, e.At)
	case payment.SuspenseRefunded:
		m.suspense[e.SuspenseID].resolve(SuspenseRefunded, e.By, e.Reason, e.At)
	}
}

func (i *SuspenseItem) resolve(status, by, reason string, at time.Time) {
	i.Status, i.ResolvedBy, i.Resolution, i.UpdatedAt = status, &by, &reason, at
}

// paymentReportColumns are those of paymentReportRow.
var paymentReportColumns = []string{
	"transaction_id", "key", "position", "client_id", "channel", "provider_payment_id", "status", "paid_amount", "here", "contradiction", "at",
}

func (m *Memory) applyReport(env eventstore.Envelope) {
	put := func(i payment.Identity, n payment.News, here, contradiction string, at time.Time) {
		row := &PaymentReport{}
		setColumns(row, paymentReportColumns, paymentReportRow(env, i, n, here, contradiction, at))
		m.reports[paymentReportKey{row.TransactionID, row.Key}] = row
	}
	switch e := env.Event.(type) {
	case payment.Reported:
		put(e.Identity, e.News, "", "", e.At)
	case payment.Contradicted:
		put(e.Identity, e.News, e.Here, e.Contradiction, e.At)
	case payment.ReportAnswered:
		delete(m.reports, paymentReportKey{e.TransactionID, e.Key()})
	}
}

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

func (m *Memory) applyHolds(f holdFold) {
	for _, h := range f.list {
		key := holdKey{h.TransactionID, h.SuspenseID}
		if held, ok := m.holds[key]; ok {
			h.Amount, h.HeldSince = h.Amount.Add(held.Amount), held.HeldSince
		}
		m.holds[key] = h
		if h.Amount.IsZero() {
			delete(m.holds, key)
		}
	}
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
		all = append(all, m.payments[id].Transaction)
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

// before reports whether the cursor is before the place.
func (c PaymentCursor) before(place PaymentCursor) bool {
	return c.At.Before(place.At) || c.At.Equal(place.At) && c.ID < place.ID
}

// ExpiredPayments is Queries.ExpiredPayments.
func (m *Memory) ExpiredPayments(_ context.Context, now time.Time, after PaymentCursor, limit int) ([]Transaction, error) {
	return m.pendingPayments(after, limit, func(p *memoryPayment) (PaymentCursor, bool) {
		if p.OpenedAt == nil || p.openSuspense != 0 || p.ExpiresAt == nil || p.ExpiresAt.After(now) {
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
			found = append(found, placed{at, p.Transaction})
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
