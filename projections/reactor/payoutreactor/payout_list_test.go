package payoutreactor

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"gateway/domain/balance"
	"gateway/domain/connection"
	"gateway/domain/report"
	"gateway/projections/readmodel/payoutrows"
)

// payoutRows is a to-do list with fixed rows.
type payoutRows []payoutrows.Payout

func (q payoutRows) DuePayouts(_ context.Context, after int64, limit int) ([]payoutrows.Payout, error) {
	var page []payoutrows.Payout
	for _, row := range q {
		if row.Position > after && len(page) < limit {
			page = append(page, row)
		}
	}
	return page, nil
}

// 100 accepted payouts are older than one that was never sent, and all are due at every reading of the
// list. The reactor reaches each of them.
func TestNoPayoutWaitsBehindOthersForEver(t *testing.T) {
	t.Parallel()
	w := newPayoutFixture(t)
	const accepted = 100
	var queue payoutRows
	var newest balance.Order
	for id := int64(1); id <= accepted+1; id++ {
		o := w.Withdraw(id, id, 50_000)
		row := payoutrows.Payout{Kind: o.Kind, ID: id, ClientID: id, Position: w.Position(balance.Stream(id)).Commit, Status: balance.StatusProcessing}
		if newest = o; id <= accepted {
			w.submit(o)
			w.accept(o, fmt.Sprint("d", id))
			row.ProviderID = fmt.Sprint("d", id)
		}
		queue = append(queue, row)
	}
	var mu sync.Mutex
	asked := map[string]bool{}
	p := &fakeProvider{
		send: failing(errTimeout),
		find: func(reference string) (report.Payout, error) {
			mu.Lock()
			defer mu.Unlock()
			asked[reference] = true
			return report.Payout{}, errTimeout // it stays accepted
		},
	}
	r := NewPayouts(w.Reports, queue, connection.Only[PayoutProvider](p), w.Watcher, w.Logger, PayoutOptions{
		Page: 7, PollFirst: time.Nanosecond, PollMax: time.Nanosecond, RetryFirst: time.Hour, RetryMax: time.Hour,
	})
	passes := 0
	for ; passes < 3*accepted && (len(asked) < accepted || len(p.calls()) == 0); passes++ {
		w.Must(r.RunOnce(context.Background()))
		w.Clock.Advance(time.Second)
		if passes == 1 && len(p.calls()) == 0 {
			t.Errorf("%s was not sent in the first passes", newest.Name())
		}
	}
	if len(asked) < accepted || len(p.calls()) == 0 {
		t.Errorf("after %d passes %d of %d accepted payouts were looked up, and %d sent", passes, len(asked), accepted, len(p.calls()))
	}
}
