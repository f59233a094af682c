package installation

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"gateway/test/poll"
)

// Recheck asks for everything again that was ever acknowledged, and counts it: all
// of it is there, once, and nothing else is.
func (l *Load) Recheck(t *testing.T) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, a := range l.acked {
		again, err := a.merchant.Insist(t.Context(), "POST", a.path, a.body)
		if err != nil || again.Status != http.StatusCreated || string(again.Data) != string(a.first) {
			t.Fatalf("POST %s was answered %s, and now %s %v", a.path, a.first, again, err)
		}
	}
	poll.Within(t, CalmWithin, fmt.Sprintf("there is what was acknowledged, %d in all", len(l.acked)), func() (bool, any) {
		there := l.created(t)
		return there == len(l.acked), fmt.Sprintf("there are %d", there)
	})
}

// created counts the merchants' transactions and payouts.
func (l *Load) created(t *testing.T) int {
	t.Helper()
	var ids []string
	for _, m := range l.Merchants {
		ids = append(ids, strconv.FormatInt(m.ID, 10))
	}
	of := ` WHERE client_id IN (` + strings.Join(ids, ", ") + `)`
	n, err := strconv.Atoi(l.in.Query(t, ReadModels,
		`SELECT (SELECT count(*) FROM transactions`+of+`) + (SELECT count(*) FROM payouts`+of+`)`))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Conclude says how much was done, and fails when it was too little to show
// anything.
func (l *Load) Conclude(t *testing.T) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	taken, refused := l.Receiver.Count()
	t.Logf("%d creations acknowledged; %d callbacks delivered, %d refused at first", len(l.acked), taken, refused)
	if len(l.acked) < 50 || taken == 0 || refused == 0 {
		t.Error("there was hardly any load: nothing was shown")
	}
}
