package story

import (
	"context"

	"gateway/domain/transaction"
	"gateway/domain/why"
	"gateway/eventstore"
	"gateway/projections/readmodel/paymentrows"
	"gateway/projections/readmodel/readtable"
)

// recorded returns the events of a transaction that a client recorded itself, and its row. The id is unique
// only within a client, so when several clients have it, the newest transaction is returned.
func (r Reader) recorded(ctx context.Context, subject Subject, clientID int64) ([]eventstore.Envelope, paymentrows.Transaction, error) {
	row, err := r.Queries.RecordedTransaction(ctx, subject.TransactionID, clientID)
	if err != nil {
		return nil, row, err
	}
	events, err := r.stream(ctx, transaction.Stream(row.ClientID, row.TransactionID))
	if err == nil && len(events) == 0 {
		err = readtable.ErrNotFound
	}
	return events, row, err
}

func (r Reader) recordedStory(ctx context.Context, subject Subject, clientID int64) ([]eventstore.Envelope, int64, error) {
	events, row, err := r.recorded(ctx, subject, clientID)
	return events, row.ClientID, err
}

func (r Reader) whyRecorded(ctx context.Context, subject Subject, clientID int64) (why.Answer, error) {
	events, row, err := r.recorded(ctx, subject, clientID)
	if err != nil {
		return why.Answer{}, err
	}
	place := placeOf(events[0].Recorded)
	return why.Answer{
		Subject: subject.Name(), ClientID: row.ClientID, Status: row.Status,
		Reasons: []why.Reason{{Code: why.RecordedByMerchant, About: subject.Name(), Event: place}},
	}, nil
}
