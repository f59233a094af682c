package memoryrows

import (
	"fmt"
	"sync"

	"gateway/domain/balance"
	"gateway/domain/callback"
	"gateway/domain/ledger"
	"gateway/domain/payment"
	"gateway/eventstore"
	"gateway/projections/readmodel/callbackrows"
	"gateway/projections/readmodel/disputerows"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/refundrows"
)

// Memory holds payments, payouts, refunds, disputes, callbacks, suspense items and balances in memory, for simulations. It folds
// events with the same code as the read models in PostgreSQL, and its queries answer like readmodel.Queries.
// It is safe for concurrent use.
type Memory struct {
	mu        sync.Mutex
	payments  paymentrows.TransactionFold
	payouts   payoutrows.Fold
	callbacks callbackrows.Fold
	refunds   refundrows.Fold
	disputes  disputerows.Fold
	suspense  map[int64]*paymentrows.SuspenseItem
	balances  map[int64]ledger.Totals
	reports   map[paymentrows.ReportKey]*paymentrows.PaymentReport
	holds     map[paymentrows.HoldKey]*paymentrows.Hold
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
	m.payments, m.payouts = paymentrows.TransactionFold{Whole: true}, payoutrows.Fold{Whole: true}
	m.refunds, m.disputes = refundrows.Fold{Whole: true}, disputerows.Fold{Whole: true}
	m.callbacks, m.suspense = callbackrows.Fold{}, make(map[int64]*paymentrows.SuspenseItem)
	m.balances, m.reports = make(map[int64]ledger.Totals), make(map[paymentrows.ReportKey]*paymentrows.PaymentReport)
	m.holds = make(map[paymentrows.HoldKey]*paymentrows.Hold)
}

// Apply applies a batch of events in log order.
func (m *Memory) Apply(events []eventstore.Envelope) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	var holds paymentrows.HoldFold
	for _, e := range events {
		m.payments.Fold(e)
		m.payouts.Fold(e)
		m.refunds.Fold(e)
		m.disputes.Fold(e)
		if a, ok := e.Event.(callback.Attempted); ok && m.callbacks.Rows.Known(a.CallbackID) == nil {
			return fmt.Errorf("an attempt of the callback %s, which no event triggered", a.CallbackID)
		}
		if err := m.callbacks.Fold(e); err != nil {
			return err
		}
		m.applySuspense(e)
		m.applyReport(e)
		holds.Fold(e.Event)
		if mover, moves := e.Event.(balance.Mover); moves {
			client, movement := mover.Moved()
			m.balances[client] = m.balances[client].Apply(client, movement.Postings)
		}
	}
	m.applyHolds(holds)
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

func (m *Memory) applyReport(env eventstore.Envelope) {
	put := func(row *paymentrows.PaymentReport) {
		m.reports[paymentrows.ReportKey{TransactionID: row.TransactionID, Key: row.Key}] = row
	}
	switch e := env.Event.(type) {
	case payment.Reported:
		put(paymentrows.ReportRow(env, e.Identity, e.News, "", "", e.At))
	case payment.Contradicted:
		put(paymentrows.ReportRow(env, e.Identity, e.News, e.Here, e.Contradiction, e.At))
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
