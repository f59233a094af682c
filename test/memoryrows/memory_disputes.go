package memoryrows

import (
	"cmp"
	"context"
	"slices"
	"time"

	"gateway/domain/payment"
	"gateway/projections/readmodel/disputerows"
	"gateway/projections/readmodel/readtable"
)

// Dispute is Queries.Dispute.
func (m *Memory) Dispute(_ context.Context, id int64) (disputerows.Dispute, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r := m.disputes.Rows.Known(id); r != nil {
		return r.Dispute, nil
	}
	return disputerows.Dispute{}, readtable.ErrNotFound
}

// DisputeOf is Queries.DisputeOf.
func (m *Memory) DisputeOf(ctx context.Context, clientID, id int64) (disputerows.Dispute, error) {
	d, err := m.Dispute(ctx, id)
	if err == nil && d.ClientID != clientID {
		return disputerows.Dispute{}, readtable.ErrNotFound
	}
	return d, err
}

// ClientNames is Queries.ClientNames of clients without names.
func (m *Memory) ClientNames(context.Context, []int64) (map[int64]string, error) {
	return map[int64]string{}, nil
}

// DueDisputes is Queries.DueDisputes.
func (m *Memory) DueDisputes(_ context.Context, now time.Time, limit int) ([]disputerows.Dispute, error) {
	due := slices.DeleteFunc(m.AllDisputes(), func(d disputerows.Dispute) bool {
		isDue, isUrgent := !d.DueBy.After(now), !d.Reminded && !d.DueBy.After(now.Add(payment.RemindsBefore))
		return d.Status != payment.DisputeStatusNeedsResponse || d.AnsweredAt != nil || !isDue && !isUrgent
	})
	slices.SortFunc(due, func(a, b disputerows.Dispute) int { return cmp.Or(a.DueBy.Compare(b.DueBy), cmp.Compare(a.ID, b.ID)) })
	return due[:min(limit, len(due))], nil
}

// AllDisputes returns all disputes in the order in which they were opened.
func (m *Memory) AllDisputes() []disputerows.Dispute {
	m.mu.Lock()
	defer m.mu.Unlock()
	all := make([]disputerows.Dispute, 0, len(m.disputes.Rows.List))
	for _, r := range m.disputes.Rows.List {
		all = append(all, r.Dispute)
	}
	slices.SortFunc(all, func(a, b disputerows.Dispute) int { return cmp.Compare(a.Position, b.Position) })
	return all
}
