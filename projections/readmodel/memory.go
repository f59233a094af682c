package readmodel

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
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
	OpenSuspense int `db:"open_suspense"`
	// SuspendedAmount and SuspendedAt are of the money in suspense.
	SuspendedAmount decimal.Decimal `db:"suspended_amount"`
	SuspendedAt     *time.Time      `db:"suspended_at"`
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
	transactions := transactionFold{counts: counterChanges{}}
	payouts, callbacks := payoutFold{counts: counterChanges{}, clientCounts: counterChanges{}}, callbackFold{}
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
	for _, s := range f.suspended.list {
		if row := m.payments[s.id]; row != nil {
			row.OpenSuspense += s.items
			row.UnderReview = row.OpenSuspense > 0
			row.SuspendedAmount = row.SuspendedAmount.Add(s.amount)
			if at := s.at; !at.IsZero() && (row.SuspendedAt == nil || row.SuspendedAt.Before(at)) {
				row.SuspendedAt = &at
			}
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

// createdCallbackColumns are those of callbackChange.created.
var createdCallbackColumns = []string{
	"id", "position", "client_id", "kind", "subject", "event", "resource", "url", "payload", "created_at",
}

func (m *Memory) applyCallbacks(f callbackFold) error {
	for _, c := range f.changes.list {
		row := m.callbacks[c.id]
		if c.created != nil {
			row = &Callback{}
			m.callbacks[c.id] = row
			setColumns(row, createdCallbackColumns, c.created)
			row.ReplacedBy = c.replacedBy
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
		m.suspense[e.SuspenseID].PaidFrom = e.PaidFrom
	case payment.SuspenseReopened:
		i := m.suspense[e.SuspenseID]
		i.Status, i.ResolvedBy, i.Resolution, i.PaidFrom, i.UpdatedAt = SuspenseOpen, nil, nil, "", e.At
	case payment.Reversed:
		if item := m.suspense[e.SuspenseID]; item != nil && !e.IsOfCredit() {
			item.shrink(e)
		}
	}
}

// shrink takes money back of an item. What was resolved keeps its status.
func (i *SuspenseItem) shrink(e payment.Reversed) {
	i.ReversedAmount, i.UpdatedAt = i.ReversedAmount.Add(e.Reversal.Amount), e.At
	if e.SuspenseClosed && i.Status == SuspenseOpen {
		i.Status = SuspenseReversed
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
