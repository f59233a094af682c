package memoryrows

import (
	"context"
	"slices"

	"gateway/domain/payment"
	"gateway/projections/readmodel/readtable"
	"gateway/projections/readmodel/refundrows"
)

// Refund is Queries.Refund.
func (m *Memory) Refund(_ context.Context, id int64) (refundrows.Refund, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r := m.refunds.Rows.Known(id); r != nil && slices.Contains(payment.RefundStatuses(), r.Status) {
		return r.Refund, nil
	}
	return refundrows.Refund{}, readtable.ErrNotFound
}

// RefundOf is Queries.RefundOf.
func (m *Memory) RefundOf(ctx context.Context, clientID, id int64) (refundrows.Refund, error) {
	r, err := m.Refund(ctx, id)
	if err == nil && r.ClientID != clientID {
		return refundrows.Refund{}, readtable.ErrNotFound
	}
	return r, err
}

// DueRefunds is Queries.DueRefunds.
func (m *Memory) DueRefunds(_ context.Context, after int64, limit int) ([]refundrows.Refund, error) {
	due := slices.DeleteFunc(m.AllRefunds(), func(r refundrows.Refund) bool {
		return r.Status != payment.RefundStatusRequested && r.Status != payment.RefundStatusProcessing || r.Position <= after
	})
	return due[:min(limit, len(due))], nil
}

// TransactionIDOfRefund is Queries.TransactionIDOfRefund.
func (m *Memory) TransactionIDOfRefund(_ context.Context, refundProviderID, paymentID string) (string, error) {
	all := m.AllRefunds()
	for _, fits := range []func(r refundrows.Refund) bool{
		func(r refundrows.Refund) bool { return r.ProviderID == refundProviderID },
		func(r refundrows.Refund) bool { return r.PaymentID == paymentID && r.ProviderID == "" },
	} {
		if i := slices.IndexFunc(all, fits); i >= 0 {
			return all[i].TransactionID, nil
		}
	}
	return "", nil
}

// AllRefunds returns all refunds in the order of their requests, also those that the balance has not held.
func (m *Memory) AllRefunds() []refundrows.Refund {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := make([]refundrows.Refund, 0, len(m.refunds.Rows.List))
	for _, r := range m.refunds.Rows.List {
		all = append(all, r.Refund)
	}
	slices.SortFunc(all, func(a, b refundrows.Refund) int { return int(a.Position - b.Position) })
	return all
}
