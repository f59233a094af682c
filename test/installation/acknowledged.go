package installation

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"gateway/test/poll"

	"golang.org/x/sync/errgroup"
)

// repeatedAtOnce is how many creations CheckAcknowledged repeats at a time.
const repeatedAtOnce = 8

// CheckAcknowledged repeats every creation that was acknowledged, and counts: each gets the same answer and
// exists once, and nothing else exists.
func (l *Load) CheckAcknowledged(t *testing.T) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	var repeating errgroup.Group
	repeating.SetLimit(repeatedAtOnce)
	for _, a := range l.acknowledged {
		repeating.Go(func() error {
			again, err := a.merchant.Retry(t.Context(), "POST", a.path, a.body)
			if err != nil || again.Status != http.StatusCreated || string(again.Data) != string(a.first) {
				return fmt.Errorf("POST %s was answered %s, and now %s %w", a.path, a.first, again, err)
			}
			return nil
		})
	}
	if err := repeating.Wait(); err != nil {
		t.Fatal(err)
	}
	poll.Within(t, InvariantsWithin, fmt.Sprintf("there is what was acknowledged, %d in all", len(l.acknowledged)), func() (bool, any) {
		there := l.created(t)
		return there == len(l.acknowledged), fmt.Sprintf("there are %d", there)
	})
	l.checkOrders(t)
}

// created counts the merchants' transactions and payouts.
func (l *Load) created(t *testing.T) int {
	t.Helper()
	of := ` WHERE ` + l.ofMerchants()
	return l.count(t, `SELECT (SELECT count(*) FROM transactions`+of+`) + (SELECT count(*) FROM payouts`+of+`)`)
}

// ofMerchants is the SQL condition that a row belongs to one of the merchants.
func (l *Load) ofMerchants() string {
	var ids []string
	for _, m := range l.Merchants {
		ids = append(ids, strconv.FormatInt(m.ID, 10))
	}
	return `client_id IN (` + strings.Join(ids, ", ") + `)`
}

func (l *Load) count(t *testing.T, query string) int {
	t.Helper()
	n, err := strconv.Atoi(l.in.Query(t, ReadModels, query))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// ReportAmount logs how much was done. It fails the test if there was too little load to show anything.
func (l *Load) ReportAmount(t *testing.T) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	taken, refused := l.Receiver.Count()
	t.Logf("%d creations acknowledged; %d callbacks delivered, %d refused at first; %d orders were paid twice, %d cancelled payments were paid",
		len(l.acknowledged), taken, refused, l.orders, l.cancelled)
	if len(l.acknowledged) < 50 || taken == 0 || refused == 0 {
		t.Error("there was hardly any load: nothing was shown")
	}
}
