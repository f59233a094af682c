package page_test

import (
	"slices"
	"testing"

	"gateway/domain/payment"
	"gateway/domain/words"
	"gateway/http/page"
)

// The API refuses a status that no transaction has, so a list offers none.
func TestTheFilterOfTransactionsOffersTheStatusesThatExist(t *testing.T) {
	t.Parallel()
	c := &page.Context{Language: words.English}
	for _, field := range c.TransactionFilters() {
		if field.Name != "status" {
			continue
		}
		var offered []string
		for _, o := range field.Options {
			if o.Value != "" {
				offered = append(offered, o.Value)
			}
		}
		if !slices.Equal(offered, payment.Statuses()) {
			t.Errorf("offers %v, want %v", offered, payment.Statuses())
		}
		return
	}
	t.Error("there is no filter of the status")
}
