package story

import (
	"context"
	"slices"

	"gateway/domain/payment"
	"gateway/domain/why"
	"gateway/eventstore"
	"gateway/projections/readmodel/auditlogrows"
	"gateway/projections/readmodel/readtable"
)

// partOf returns the payment that a refund or a dispute belongs to. clientID 0 allows any client's. Error: readtable.ErrNotFound.
func (r Reader) partOf(ctx context.Context, subject Subject, clientID int64) ([]eventstore.Envelope, payment.State, error) {
	var owner int64
	var transactionID string
	if subject.Kind == KindDispute {
		d, err := r.Queries.Dispute(ctx, subject.ID)
		if err != nil {
			return nil, payment.State{}, err
		}
		owner, transactionID = d.ClientID, d.TransactionID
	} else {
		refund, err := r.Queries.Refund(ctx, subject.ID)
		if err != nil {
			return nil, payment.State{}, err
		}
		owner, transactionID = refund.ClientID, refund.TransactionID
	}
	if clientID != 0 && owner != clientID {
		return nil, payment.State{}, readtable.ErrNotFound
	}
	return r.payment(ctx, transactionID, owner)
}

func (r Reader) whyPart(ctx context.Context, subject Subject, clientID int64) (why.Answer, error) {
	events, s, err := r.partOf(ctx, subject, clientID)
	if err != nil {
		return why.Answer{}, err
	}
	w, err := r.world(ctx, s.ClientID, events, subject.Name(), []string{subject.Name()})
	if err != nil {
		return why.Answer{}, err
	}
	if subject.Kind == KindDispute {
		return why.OfDispute(subject.ID, factsOf(events), w), nil
	}
	return why.OfRefund(subject.ID, factsOf(events), w), nil
}

// partStory returns the events about a refund or a dispute, out of its payment's, with their postings.
func (r Reader) partStory(ctx context.Context, subject Subject, clientID int64) ([]eventstore.Envelope, int64, error) {
	all, s, err := r.partOf(ctx, subject, clientID)
	if err != nil {
		return nil, 0, err
	}
	is, about := refundEvents(s, subject.ID), append(refundNames(all, subject.ID), subject.Name())
	if subject.Kind == KindDispute {
		is, about = disputeEvents(s, subject.ID), []string{subject.Name()}
	}
	own := slices.DeleteFunc(slices.Clone(all), func(env eventstore.Envelope) bool { return !is(env) })
	postings, err := r.postings(ctx, s.ClientID, s.TransactionID, own)
	if err != nil {
		return nil, 0, err
	}
	others, err := r.others(ctx, s.ClientID, subject.Name(), about)
	return slices.Concat(own, postings, others), s.ClientID, err
}

// refundEvents selects the events of a refund, and of the movement by which it succeeded.
func refundEvents(s payment.State, id int64) func(eventstore.Envelope) bool {
	refund, _ := s.Refund(id)
	return func(env eventstore.Envelope) bool {
		switch e := env.Event.(type) {
		case interface{ RefundOf() int64 }:
			return e.RefundOf() == id
		case payment.Reversed:
			return e.RefundID == id
		case payment.ReversalReturned:
			return e.RefundID == id || refund.ReversalID != "" && e.ReversalID == refund.ReversalID
		}
		return false
	}
}

// disputeEvents selects the events of a dispute, and of the chargeback that took its money.
func disputeEvents(s payment.State, id int64) func(eventstore.Envelope) bool {
	dispute, _ := s.Dispute(id)
	return func(env eventstore.Envelope) bool {
		switch e := env.Event.(type) {
		case interface{ OfDispute() int64 }:
			return e.OfDispute() == id
		case payment.Reversed:
			return dispute.ReversalID != "" && e.ReversalID == dispute.ReversalID
		case payment.ReversalReturned:
			return e.DisputeID == id || dispute.ReversalID != "" && e.ReversalID == dispute.ReversalID
		}
		return false
	}
}

// refundNames returns the names under which notifications and approvals know a refund.
func refundNames(events []eventstore.Envelope, id int64) (names []string) {
	for _, env := range events {
		switch e := env.Event.(type) {
		case payment.RefundSubmitted:
			if e.RefundID == id {
				names = append(names, auditlogrows.TrailOfReference(e.Key))
			}
		case payment.RefundAccepted:
			if e.RefundID == id {
				names = append(names, auditlogrows.TrailOfProviderID(e.RefundProviderID))
			}
		}
	}
	return names
}

// partNames returns the names of a payment's refunds and disputes.
func partNames(s payment.State) (names []string) {
	for _, r := range s.Refunds {
		names = append(names, Subject{Kind: KindRefund, ID: r.RefundID}.Name())
	}
	for _, d := range s.Disputes {
		names = append(names, Subject{Kind: KindDispute, ID: d.DisputeID}.Name())
	}
	return names
}
