package story

import (
	"context"

	"gateway/domain/balance"
	"gateway/domain/why"
	"gateway/eventstore"
)

// Why explains what a subject waits for. The subject must belong to clientID; 0 allows any client's. Show a
// merchant only ForMerchant of the answer. Error: readtable.ErrNotFound.
func (r Reader) Why(ctx context.Context, name string, clientID int64) (why.Answer, error) {
	subject := subjectFor(name, clientID)
	switch subject.Kind {
	case KindPayout:
		return r.whyPayout(ctx, subject, clientID)
	case KindCallback:
		return r.whyCallback(ctx, subject, clientID)
	case KindBalance:
		return r.whyBalance(ctx, subject, clientID)
	case KindSlip:
		return r.whySlip(ctx, subject, clientID)
	case KindWriteOff:
		return r.whyWriteOff(ctx, subject)
	case KindRefund, KindDispute:
		return r.whyPart(ctx, subject, clientID)
	}
	a, err := r.whyPayment(ctx, subject, clientID)
	if isNotFound(err) {
		return r.whyRecorded(ctx, subject, clientID)
	}
	return a, err
}

func (r Reader) whyPayment(ctx context.Context, subject Subject, clientID int64) (why.Answer, error) {
	events, state, err := r.payment(ctx, subject.TransactionID, clientID)
	if err != nil {
		return why.Answer{}, err
	}
	about := append(partNames(state), subject.Name())
	for _, m := range state.Suspense {
		about = append(about, suspenseName(m.ID))
	}
	w, err := r.world(ctx, state.ClientID, events, subject.Name(), about)
	if err != nil {
		return why.Answer{}, err
	}
	return why.OfPayment(factsOf(events), w), nil
}

func (r Reader) whyPayout(ctx context.Context, subject Subject, clientID int64) (why.Answer, error) {
	events, owner, err := r.payout(ctx, subject, clientID)
	if err != nil {
		return why.Answer{}, err
	}
	w, err := r.world(ctx, owner, events, subject.Name(), []string{subject.Name()})
	if err != nil {
		return why.Answer{}, err
	}
	answer := why.OfPayout(factsOf(events), w)
	if r.Makes == nil || !answer.Has(why.NotSent) {
		return answer, nil
	}
	s, _, err := eventstore.Load(ctx, r.Log, balance.Aggregate, balance.Stream(owner))
	if err != nil {
		return why.Answer{}, err
	}
	p, open := s.Payout(subject.PayoutKind, subject.ID)
	if !open {
		return answer, nil // it ended meanwhile
	}
	made, err := r.Makes(ctx, p.Order)
	w.NoConnection = !made
	return why.OfPayout(factsOf(events), w), err
}

func (r Reader) whyCallback(ctx context.Context, subject Subject, clientID int64) (why.Answer, error) {
	row, err := r.callback(ctx, subject.CallbackID, clientID)
	if err != nil {
		return why.Answer{}, err
	}
	about := Parse(row.Resource)
	var events []eventstore.Envelope
	if about.Kind == KindPayout {
		events, _, err = r.payout(ctx, about, 0)
	} else {
		events, _, err = r.payment(ctx, about.TransactionID, 0)
	}
	if err != nil && !isNotFound(err) {
		return why.Answer{}, err
	}
	w, err := r.world(ctx, row.ClientID, events, row.Resource, nil)
	if err != nil {
		return why.Answer{}, err
	}
	for _, c := range w.Callbacks {
		if c.ID == row.ID {
			return why.OfCallback(c, w), nil
		}
	}
	c, err := r.delivery(ctx, row, events)
	return why.OfCallback(c, w), err
}
