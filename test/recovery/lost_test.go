package recovery

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"
)

// The worst day: the read models' database is gone, every table and checkpoint. One
// start has everything again, from the log.
func TestLostReadModelsAreHadAgainAndNothingIsDoneTwice(t *testing.T) {
	i := install(t)
	l := newLoad(t, i, 4)
	for round := range rounds(t) {
		if round%2 == 0 {
			l.loseWhileStopped(t, i)
		} else {
			l.loseUnderLoad(t, i)
		}
		l.receiver.takeAll()
		i.verify(t)
		l.recheck(t)
		l.goOn(t)
		if again := l.receiver.repeated(); len(again) > 0 {
			t.Fatalf("round %d: callbacks that were delivered came again: %v", round, again)
		}
		twice := i.query(t, logDatabase, `SELECT string_agg(external_id, ' ') FROM (SELECT external_id FROM state.simulator_disbursements
			GROUP BY external_id HAVING count(*) > 1) AS d HAVING count(*) > 0`)
		if twice != "" {
			t.Fatalf("round %d: the provider paid out twice: %s", round, twice)
		}
	}
	eventually(t, "callbacks that were refused are delivered", 2*time.Minute, func() (bool, string) {
		ids := l.receiver.outstanding()
		return len(ids) == 0, ""
	})
	taken, refused := l.receiver.count()
	t.Logf("%d creations acknowledged, %d callbacks delivered once each, %d of them refused at first", len(l.acked), taken, refused)
	if len(l.acked) < 50 || refused == 0 {
		t.Error("there was hardly any load: nothing was shown")
	}
}

// loseWhileStopped compares every list before and after, byte by byte.
func (l *load) loseWhileStopped(t *testing.T, i *installation) {
	t.Helper()
	l.during(t, func() { <-time.After(time.Second) })
	before := l.settled(t)
	i.stop(t)
	i.dropReadModels(t)
	i.start(t)
	l.admin = i.admin(t)
	if after := l.view(t); after != before {
		t.Errorf("the lists differ; before:\n%s\nafter:\n%s", before, after)
	}
}

// loseUnderLoad drops them under the gateway at work, which answers what it can
// until it is started anew.
func (l *load) loseUnderLoad(t *testing.T, i *installation) {
	t.Helper()
	l.during(t, func() {
		<-time.After(time.Second)
		i.dropReadModels(t)
		<-time.After(time.Second)
		i.stop(t)
		i.start(t)
		<-time.After(500 * time.Millisecond)
	})
	l.admin = i.admin(t)
}

// goOn approves what waited for it: withdrawals that were open before go on.
func (l *load) goOn(t *testing.T) {
	t.Helper()
	for _, open := range l.withdrawals(t, "pending") {
		l.admin.must(t, "POST", fmt.Sprintf("/admin/withdrawals/%d/approve", open), nil)
	}
	eventually(t, "approved withdrawals are paid out", calmWithin, func() (bool, string) {
		left := l.withdrawals(t, "processing")
		return len(left) == 0, fmt.Sprint(left)
	})
}

func (l *load) withdrawals(t *testing.T, status string) (ids []int64) {
	t.Helper()
	var rows []struct{ ID int64 }
	if err := json.Unmarshal(l.admin.must(t, "GET", "/admin/withdrawals?per_page=100&status="+status, nil).Data, &rows); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		ids = append(ids, row.ID)
	}
	return ids
}
