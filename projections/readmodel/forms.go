package readmodel

import (
	"context"
	"errors"

	"gateway/domain/text"
)

// newestOfForms returns the newest row that has a text in any of the forms that it may be stored in
// (text.Forms). A text in NFC costs one look-up. Error: ErrNotFound, where no form has a row.
func newestOfForms[T any](sent string, isNewer func(a, b T) bool, find func(form string) (T, error)) (newest T, err error) {
	missing := ErrNotFound
	for _, form := range text.Forms(sent) {
		row, err := find(form)
		switch {
		case errors.Is(err, ErrNotFound):
		case err != nil:
			return newest, err
		case missing != nil || isNewer(row, newest):
			newest, missing = row, nil
		}
	}
	return newest, missing
}

func (t Transaction) isNewer(than Transaction) bool { return t.CreatedAt.After(than.CreatedAt) }

func (p Payout) isNewer(than Payout) bool { return p.CreatedAt.After(than.CreatedAt) }

// StoredStatus returns the form in which transactions of a client have a status: the statuses of recorded
// transactions are the client's own words. Of all clients, where clientID is 0, it is the one in NFC.
func (q *Queries) StoredStatus(ctx context.Context, clientID int64, sent string) (string, error) {
	forms := text.Forms(sent)
	stored := forms[len(forms)-1]
	if stored == sent || clientID == 0 {
		return stored, nil
	}
	known, err := q.IsTransactionStatus(ctx, clientID, sent)
	if known {
		return sent, err
	}
	return stored, err
}
