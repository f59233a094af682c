package reactor

import (
	"gateway/projections/readmodel/paymentrows"
)

// pagedList is where the next reading of a list of payments goes on: payments which don't move
// keep no other one waiting.
type pagedList[C any] struct {
	at C
	// cursor is the place of a payment in the list.
	cursor func(paymentrows.Transaction) C
}

// each reads the next pages of the list, of size payments each, and calls start for each
// payment until that returns false. The next call goes on behind the last payment that start
// took: at the start again after the end of the list.
func (l *pagedList[C]) each(
	size, pages int, read func(after C, limit int) ([]paymentrows.Transaction, error), start func(paymentrows.Transaction) bool,
) error {
	for range pages {
		page, err := read(l.at, size)
		if err != nil {
			return err
		}
		for _, row := range page {
			if !start(row) {
				return nil
			}
			l.at = l.cursor(row)
		}
		if len(page) < size {
			var first C
			l.at = first
			return nil
		}
	}
	return nil
}
