package balance

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/test/rupiah"

	"github.com/shopspring/decimal"
)

func TestAutoApprovalWaitsForTheEndOfAPauseAndStaysBelowTheDailyCap(t *testing.T) {
	t.Parallel()
	rich := funded
	rich.Movement = movement(noon, "adj-1", "1000000", "0", "0", "equity", "-1000000", "client:7:available", "1000000")
	sent := func(day, by string) PayoutApproved {
		return PayoutApproved{Order: withdrawal1, By: by, Day: day, At: noon}
	}
	capped := func(amount, day string) AutoApproval {
		return AutoApproval{On: true, DailyCap: new(rupiah.Of(amount)), Day: day}
	}
	today, tomorrow := "2026-01-02", "2026-01-03"
	for _, c := range []struct {
		name     string
		given    []domain.Event
		auto     AutoApproval
		approved bool
	}{
		{"off", nil, AutoApproval{DailyCap: new(rupiah.Of("50000"))}, false},
		{"no cap", nil, AutoApproval{On: true}, true},
		{"paused", nil, AutoApproval{On: true, PausedUntil: noon.Add(time.Nanosecond)}, false},
		{"the pause is over", nil, AutoApproval{On: true, PausedUntil: noon}, true},
		{"paused, and below the cap", nil, AutoApproval{On: true, PausedUntil: later, DailyCap: new(rupiah.Of("50000"))}, false},
		{"a cap of nothing", nil, capped("0", today), false},
		{"the cap itself", nil, capped("50000", today), true},
		{"one rupiah above the cap", nil, capped("49999", today), false},
		{"with one of today's at the cap", eventsOf(sent(today, ByAuto)), capped("100000", today), true},
		{"with one of today's above the cap", eventsOf(sent(today, ByAuto)), capped("99999", today), false},
		{"with two of today's above the cap", eventsOf(sent(today, ByAuto), sent(today, ByAuto)), capped("149999", today), false},
		{"with one by an administrator", eventsOf(sent("", "admin:1")), capped("50000", today), true},
		{"with one by an administrator, on a day", eventsOf(sent(today, "admin:1")), capped("50000", today), true},
		{"with one of today's, and one that an older version approved", eventsOf(sent(today, ByAuto), sent("", ByAuto)), capped("100000", today), true},
		{"with one of yesterday's", eventsOf(sent(today, ByAuto)), capped("50000", tomorrow), true},
		{"with one of tomorrow's, by a clock that is ahead", eventsOf(sent(tomorrow, ByAuto)), capped("99999", today), false},
		{"with one that an older version approved", eventsOf(sent("", ByAuto)), capped("50000", today), true},
	} {
		s := Aggregate.Fold(State{}, append(eventsOf(rich), c.given...)...)
		events, err := RequestWithdrawal(s, RequestCmd{Order: withdrawal2, Auto: c.auto, At: noon})
		if refused := domaintest.Refusal(err); refused != "" || (len(events) == 2) != c.approved {
			t.Errorf("%s: %d events, %s", c.name, len(events), refused)
		}
	}
}

func TestAPayoutThatFailsStillCountsForTheDailyCap(t *testing.T) {
	t.Parallel()
	auto := approved
	auto.By, auto.Day = ByAuto, "2026-01-02"
	s := Aggregate.Fold(State{}, funded, requested, auto, submitted, PayoutFailed{Order: withdrawal1, Movement: releasedTotal})
	if !s.AutoApproved.Total.Equal(decimal.NewFromInt(50_000)) || s.AutoApproved.Day != "2026-01-02" {
		t.Errorf("%+v", s.AutoApproved)
	}
}
