package story

import (
	"context"

	"gateway/domain/transaction"
	"gateway/domain/why"
	"gateway/projections/readmodel"
)

// whyRecorded answers for a transaction that a client recorded itself. Its id is unique among
// the client's own only, so the answer is for the newest one where several have it.
func (r Reader) whyRecorded(ctx context.Context, subject Subject, clientID int64) (why.Answer, error) {
	row, err := r.Queries.RecordedTransaction(ctx, subject.TransactionID, clientID)
	if err != nil {
		return why.Answer{}, err
	}
	events, err := r.stream(ctx, transaction.Stream(row.ClientID, row.TransactionID))
	if err == nil && len(events) == 0 {
		err = readmodel.ErrNotFound
	}
	if err != nil {
		return why.Answer{}, err
	}
	place := placeOf(events[0].Recorded)
	return why.Answer{
		Subject: subject.Name(), ClientID: row.ClientID, Status: row.Status,
		Reasons: []why.Reason{{Code: why.RecordedByMerchant, About: subject.Name(), Event: place}},
	}, nil
}
