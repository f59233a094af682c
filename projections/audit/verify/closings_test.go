package verify

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/catalogue"
	"gateway/domain/ledger"
	"gateway/domain/period"
	"gateway/domain/treasury"
	"gateway/eventstore"
	"gateway/eventstore/storetest"
	"gateway/projections/engine"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"
)

// closedLog is a log with an entry in each of three months, of which the second one is closed as change says.
func closedLog(t *testing.T, change func(*period.Closed)) *eventstore.Log {
	t.Helper()
	log := eventstore.NewLog(storetest.NewMemory().Open(), eventstore.NewCodec(catalogue.Events()...), eventstore.Options{})
	book := func(stream string, at time.Time, e domain.Event) {
		data, err := json.Marshal(e)
		if err == nil {
			_, err = log.Store().Append(t.Context(), stream, eventstore.NoStream,
				[]eventstore.Proposed{{ID: uuid.New(), Type: e.EventType(), Data: data, FirstBookedAt: at}})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	from, until := time.Date(2026, 1, 31, 17, 0, 0, 0, time.UTC), time.Date(2026, 2, 28, 17, 0, 0, 0, time.UTC)
	for i, at := range []time.Time{from.Add(-1), from, until} {
		reference := strings.Repeat("x", i+1)
		amount := decimal.NewFromInt([]int64{1, 20, 300}[i])
		book(treasury.Stream(reference), at, treasury.Entered{ID: int64(i + 1), Reference: reference, Postings: ledger.Transfer(ledger.Equity, ledger.BankOperating, amount)})
	}
	one, twenty := decimal.NewFromInt(1), decimal.NewFromInt(20)
	c := period.Closed{
		Month: "2026-02", TimeZone: "Asia/Jakarta", From: from, Until: until, EventsBefore: 1, Events: 2, Checkpoint: "log\n2\nroot\n",
		TrialBalance: []period.Line{
			{Account: ledger.BankOperating, Opening: one, Credit: twenty, Closing: decimal.NewFromInt(21)},
			{Account: ledger.Equity, Opening: one.Neg(), Debit: twenty, Closing: decimal.NewFromInt(-21)},
		},
	}
	c.Hash = c.Figures().Hash()
	change(&c)
	book(period.Stream(c.Month), until.Add(time.Hour), c)
	return log
}

func TestAClosedMonthIsComparedWithTheLog(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, want string
		change     func(*period.Closed)
	}{
		{"as the log has it", "", func(*period.Closed) {}},
		{"another amount", "has another trial balance", func(c *period.Closed) {
			c.TrialBalance[0].Credit = decimal.NewFromInt(21)
			c.Hash = c.Figures().Hash()
		}},
		{"another hash", "has the hash", func(c *period.Closed) { c.Hash = "0" }},
		{"another checkpoint", "has no checkpoint of 2 events", func(c *period.Closed) { c.Checkpoint = "log\n3\nroot\n" }},
		{"an event too few", "does not end at event 1", func(c *period.Closed) { c.Events = 1 }},
		{"an event too many", "does not end at event 3", func(c *period.Closed) { c.Events = 3 }},
		{"more than there are", "and the log has 4", func(c *period.Closed) { c.Events = 9 }},
	} {
		log := closedLog(t, c.change)
		head, err := log.Store().Head(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		check, err := newClosings(t.Context(), log, head)
		if err != nil {
			t.Fatal(err)
		}
		r := &Report{}
		for _, e := range engine.DecodePageOnce(log, storetest.ReadLog(t, log.Store())) {
			check.observe(e, r)
		}
		check.finish(r)
		if c.want == "" && !r.OK() || c.want != "" && (r.OK() || !strings.Contains(r.Findings[0].Problem, c.want)) {
			t.Errorf("%s: %+v", c.name, r.Findings)
		}
	}
}
