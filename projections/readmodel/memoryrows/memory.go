package memoryrows

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"gateway/domain/balance"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/readmodel/callbackrows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/readtable"

	"github.com/shopspring/decimal"
)

// Memory holds payments, payouts, callbacks, suspense items and balances in memory, for simulations. It folds
// events with the same code as the read models in PostgreSQL, and its queries answer like readmodel.Queries.
// It is safe for concurrent use.
type Memory struct {
	mu        sync.Mutex
	Payments  map[int64]*Payment
	Payouts   map[payoutrows.Key]*payoutrows.Payout
	callbacks map[string]*callbackrows.Callback
	suspense  map[int64]*paymentrows.SuspenseItem
	balances  map[int64]ledger.Totals
	reports   map[paymentrows.ReportKey]*paymentrows.PaymentReport
	holds     map[paymentrows.HoldKey]*paymentrows.Hold
}

// Payment is a row, including the columns that Transaction does not have.
type Payment struct {
	paymentrows.Transaction
	OpenSuspense int `db:"open_suspense"`
	// SuspendedAmount and SuspendedAt describe the money in suspense.
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
	m.Payments, m.Payouts = make(map[int64]*Payment), make(map[payoutrows.Key]*payoutrows.Payout)
	m.callbacks, m.suspense = make(map[string]*callbackrows.Callback), make(map[int64]*paymentrows.SuspenseItem)
	m.balances, m.reports = make(map[int64]ledger.Totals), make(map[paymentrows.ReportKey]*paymentrows.PaymentReport)
	m.holds = make(map[paymentrows.HoldKey]*paymentrows.Hold)
}

// Apply applies a batch of events in log order.
func (m *Memory) Apply(events []eventstore.Envelope) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	var holds paymentrows.HoldFold
	transactions := paymentrows.TransactionFold{Counts: readtable.CounterChanges{}}
	payouts, callbacks := payoutrows.Fold{Counts: readtable.CounterChanges{}, ClientCounts: readtable.CounterChanges{}}, callbackrows.Fold{}
	for _, e := range events {
		transactions.Fold(e)
		payouts.FoldOpen(e)
		payouts.FoldEnd(e)
		if err := callbacks.FoldTrigger(e); err != nil {
			return err
		}
		callbacks.FoldDelivery(e)
		m.applySuspense(e)
		m.applyReport(e)
		holds.Fold(e.Event)
		if mover, moves := e.Event.(balance.Mover); moves {
			client, movement := mover.Moved()
			m.balances[client] = m.balances[client].Apply(client, movement.Postings)
		}
	}
	m.ApplyTransactions(transactions)
	m.ApplyPayouts(payouts)
	m.applyHolds(holds)
	return m.applyCallbacks(callbacks)
}

// ApplyTransactions applies a batch's changes to payments.
func (m *Memory) ApplyTransactions(f paymentrows.TransactionFold) {
	for _, c := range f.Changes.List {
		row := m.Payments[c.ID]
		if c.Created != nil {
			row = &Payment{}
			row.Reversals = paymentrows.ReversalList{}
			m.Payments[c.ID] = row
			setColumns(&row.Transaction, paymentrows.CreatedColumns, c.Created)
		}
		if row != nil { // an UPDATE without a row does nothing
			setColumns(&row.Transaction, paymentrows.ChangedColumns, c.Changed())
		}
	}
	for _, r := range f.Reversed.List {
		if row := m.Payments[r.ID]; row != nil {
			row.ReversedAmount, row.Reversals = row.ReversedAmount.Add(r.Amount), slices.Concat(row.Reversals, r.List)
		}
	}
	for _, s := range f.Suspended.List {
		if row := m.Payments[s.ID]; row != nil {
			row.OpenSuspense += s.Items
			row.UnderReview = row.OpenSuspense > 0
			row.SuspendedAmount = row.SuspendedAmount.Add(s.Amount)
			if at := s.At; !at.IsZero() && (row.SuspendedAt == nil || row.SuspendedAt.Before(at)) {
				row.SuspendedAt = &at
			}
		}
	}
}

// ApplyPayouts applies a batch's changes to payouts.
func (m *Memory) ApplyPayouts(f payoutrows.Fold) {
	for _, c := range f.Changes.List {
		row := m.Payouts[c.Key]
		if c.Requested != nil {
			row = &payoutrows.Payout{}
			m.Payouts[c.Key] = row
			setColumns(row, payoutrows.RequestedColumns, c.Requested)
		}
		if row != nil {
			setColumns(row, payoutrows.ProgressColumns, c.Progress())
		}
	}
}

// createdCallbackColumns are the columns of callbackrows' Created.
var createdCallbackColumns = []string{
	"id", "position", "client_id", "kind", "subject", "event", "resource", "url", "payload", "created_at",
}

func (m *Memory) applyCallbacks(f callbackrows.Fold) error {
	for _, c := range f.Changes.List {
		row := m.callbacks[c.ID]
		if c.Created != nil {
			row = &callbackrows.Callback{}
			m.callbacks[c.ID] = row
			setColumns(row, createdCallbackColumns, c.Created)
			row.ReplacedBy = c.ReplacedBy
		}
		if row == nil {
			return fmt.Errorf("an attempt of the callback %s, which no event triggered", c.ID)
		}
		if row.NextAttemptAt = c.NextAttemptAt; c.Status != "" {
			row.Status = c.Status
		}
	}
	return nil
}

func (m *Memory) applySuspense(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case payment.Suspended:
		m.suspense[e.SuspenseID] = &paymentrows.SuspenseItem{
			ID: e.SuspenseID, ClientID: e.ClientID, TransactionID: e.TransactionID, ProviderID: e.ProviderID,
			ProviderPaymentID: e.ProviderPaymentID, Amount: e.Amount, PaidAmount: e.PaidAmount, PaidAt: e.PaidAt,
			PaymentChannel: e.PaymentChannel, Reason: e.Reason, Status: paymentrows.SuspenseOpen, CreatedAt: e.At, UpdatedAt: e.At,
		}
	case payment.SuspenseReleased:
		m.suspense[e.SuspenseID].Resolve(paymentrows.SuspenseReleased, e.By, e.Reason, e.At)
	case payment.SuspenseRefunded:
		m.suspense[e.SuspenseID].Resolve(paymentrows.SuspenseRefunded, e.By, e.Reason, e.At)
		m.suspense[e.SuspenseID].PaidFrom = e.PaidFrom
	case payment.SuspenseReopened:
		i := m.suspense[e.SuspenseID]
		i.Status, i.ResolvedBy, i.Resolution, i.PaidFrom, i.UpdatedAt = paymentrows.SuspenseOpen, nil, nil, "", e.At
	case payment.Reversed:
		if item := m.suspense[e.SuspenseID]; item != nil && !e.IsOfCredit() {
			item.Shrink(e)
		}
	}
}

// paymentReportColumns are the columns of paymentrows.ReportRow.
var paymentReportColumns = []string{
	"transaction_id", "key", "position", "client_id", "channel", "provider_payment_id", "status", "paid_amount", "here", "contradiction", "at",
}

func (m *Memory) applyReport(env eventstore.Envelope) {
	put := func(i payment.Identity, n payment.News, here, contradiction string, at time.Time) {
		row := &paymentrows.PaymentReport{}
		setColumns(row, paymentReportColumns, paymentrows.ReportRow(env, i, n, here, contradiction, at))
		m.reports[paymentrows.ReportKey{TransactionID: row.TransactionID, Key: row.Key}] = row
	}
	switch e := env.Event.(type) {
	case payment.Reported:
		put(e.Identity, e.News, "", "", e.At)
	case payment.Contradicted:
		put(e.Identity, e.News, e.Here, e.Contradiction, e.At)
	case payment.ReportAnswered:
		delete(m.reports, paymentrows.ReportKey{TransactionID: e.TransactionID, Key: e.Key()})
	}
}

func (m *Memory) applyHolds(f paymentrows.HoldFold) {
	for _, h := range f.List {
		key := paymentrows.HoldKey{TransactionID: h.TransactionID, SuspenseID: h.SuspenseID}
		if held, ok := m.holds[key]; ok {
			h.Amount, h.HeldSince = h.Amount.Add(held.Amount), held.HeldSince
		}
		m.holds[key] = h
		if h.Amount.IsZero() {
			delete(m.holds, key)
		}
	}
}
