package balance

import (
	"fmt"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/calendar"
	"gateway/domain/domaintest"
	"gateway/domain/file"
	"gateway/test/rupiah"
)

var (
	slipRules = SlipRules{Rate: rupiah.Of("2"), NumberLength: 9}
	slip1     = Slip{
		ID: 1, Number: "25004WOBY", Period: "2025-12", Gross: rupiah.Of("150000"), Tax: rupiah.Of("3000"), Date: "2026-01-01",
		File: file.Ref{Hash: "h", Name: "slip.pdf", Type: file.PDF, Size: 9},
	}
	slipSubmitted = WithholdingSubmitted{ClientID: client, Slip: slip1, By: "client:7/person:9", At: noon}
	slipRejected  = WithholdingRejected{ClientID: client, ID: 1, Number: slip1.Number, Reason: "unreadable", By: "admin:1", At: later}
	slipApproved  = WithholdingApproved{
		ClientID: client, ID: 1, Number: slip1.Number, Period: slip1.Period, Tax: slip1.Tax, By: "admin:1",
		Movement: movement(later, slip1.Number, "3000", "0", "0", "asset:pph23", "-3000", "client:7:available", "3000"),
	}
)

// slipLike is slip1 with another id, changed.
func slipLike(id int64, change func(*Slip)) Slip {
	s := slip1
	s.ID = id
	change(&s)
	return s
}

func TestSubmitSlip(t *testing.T) {
	t.Parallel()
	submit := func(s Slip) decision {
		return func(state State) ([]domain.Event, error) {
			return SubmitSlip(state, SubmitSlipCmd{
				ClientID: client, Slip: s, Rules: slipRules, Calendar: calendar.In(time.UTC), By: "client:7/person:9", At: noon,
			})
		}
	}
	refused := func(name, code string, change func(*Slip)) domaintest.Case[State] {
		return domaintest.Case[State]{Name: name, When: submit(slipLike(2, change)), Refused: code}
	}
	many := make([]domain.Event, MaxPendingSlips)
	for i := range many {
		many[i] = WithholdingSubmitted{ClientID: client, Slip: slipLike(int64(i+10), func(s *Slip) { s.Number = fmt.Sprintf("2500400%02d", i) })}
	}
	wrong := func(s *Slip) { s.Number = "x" }
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "a slip", When: submit(slip1), Then: eventsOf(slipSubmitted)},
		{Name: "a retry", Given: eventsOf(slipSubmitted), When: submit(slipLike(1, wrong))},
		{Name: "a retry when it is credited", Given: eventsOf(slipSubmitted, slipApproved), When: submit(slip1)},
		refused("a short number", "invalid_field number", func(s *Slip) { s.Number = "25004WOB" }),
		refused("a number in small letters", "invalid_field number", func(s *Slip) { s.Number = "25004woby" }),
		refused("a number with a hyphen", "invalid_field number", func(s *Slip) { s.Number = "2500-WOBY" }),
		refused("a malformed month", "invalid_field period", func(s *Slip) { s.Period = "2025-13" }),
		refused("a month that is not over", "invalid_field period", func(s *Slip) { s.Period = "2026-01" }),
		refused("no day", "invalid_field slip_date", func(s *Slip) { s.Date = "2026-02-30" }),
		refused("a day in the future", "invalid_field slip_date", func(s *Slip) { s.Date = "2026-01-03" }),
		refused("no gross", "invalid_field gross", func(s *Slip) { s.Gross = rupiah.Of("0") }),
		refused("no tax", "invalid_field tax", func(s *Slip) { s.Tax = rupiah.Of("0") }),
		refused("tax of three decimals", "invalid_field tax", func(s *Slip) { s.Tax = rupiah.Of("0.001") }),
		refused("more tax than gross", "invalid_field tax", func(s *Slip) { s.Tax = rupiah.Of("150000.01") }),
		refused("more tax than the share", "invalid_field tax", func(s *Slip) { s.Tax = rupiah.Of("3000.01") }),
		{
			Name: "the share is rounded to the sen", When: submit(slipLike(2, func(s *Slip) { s.Gross, s.Tax = rupiah.Of("100.25"), rupiah.Of("2.01") })),
			Then: eventsOf(WithholdingSubmitted{
				ClientID: client, By: "client:7/person:9", At: noon,
				Slip: slipLike(2, func(s *Slip) { s.Gross, s.Tax = rupiah.Of("100.25"), rupiah.Of("2.01") }),
			}),
		},
		{
			Name: "the fields come before the number that is taken", Given: eventsOf(slipSubmitted),
			When: submit(slipLike(2, func(s *Slip) { s.Tax = rupiah.Of("0") })), Refused: "invalid_field tax",
		},
		{Name: "a number that is pending", Given: eventsOf(slipSubmitted), When: submit(slipLike(2, func(*Slip) {})), Refused: "slip_taken"},
		{Name: "a number that is credited", Given: eventsOf(slipSubmitted, slipApproved), When: submit(slipLike(2, func(*Slip) {})), Refused: "slip_taken"},
		{
			Name: "again after a rejection", Given: eventsOf(slipSubmitted, slipRejected), When: submit(slipLike(2, func(*Slip) {})),
			Then: eventsOf(WithholdingSubmitted{ClientID: client, Slip: slipLike(2, func(*Slip) {}), By: "client:7/person:9", At: noon}),
		},
		{Name: "too many", Given: many, When: submit(slip1), Refused: "too_many_slips"},
	})
}

func TestApproveAndRejectSlip(t *testing.T) {
	t.Parallel()
	approve := func(id int64, fees string) decision {
		return func(s State) ([]domain.Event, error) {
			return ApproveSlip(s, ApproveSlipCmd{ClientID: client, ID: id, Fees: rupiah.Of(fees), Rules: slipRules, By: "admin:1", At: later})
		}
	}
	reject := func(reason string) decision {
		return func(s State) ([]domain.Event, error) {
			return RejectSlip(s, RejectSlipCmd{ClientID: client, ID: 1, Reason: reason, By: "admin:1", At: later})
		}
	}
	second := slipSubmitted
	second.Slip = slipLike(2, func(s *Slip) { s.Number, s.Tax = "25004WOBZ", rupiah.Of("0.01") })
	elsewhere := second
	elsewhere.Period = "2025-11"
	owing := Adjusted{ClientID: client, Movement: movement(noon, "adj", "0", "0", "0", "equity", "1000", "client:7:receivable", "-1000")}
	owing.After.Receivable = rupiah.Of("-1000")
	paid := slipApproved
	paid.Movement = movement(later, slip1.Number, "2000", "0", "0", "asset:pph23", "-3000", "client:7:receivable", "1000", "client:7:available", "2000")
	ofOther := slipApproved
	ofOther.ID, ofOther.Number, ofOther.Period, ofOther.Tax = 2, "25004WOBZ", "2025-11", rupiah.Of("0.01")
	ofOther.Movement = movement(later, "25004WOBZ", "3000.01", "0", "0", "asset:pph23", "-0.01", "client:7:available", "0.01")
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "a slip is credited", Given: eventsOf(slipSubmitted), When: approve(1, "150000"), Then: eventsOf(slipApproved)},
		{Name: "it pays what the client owes first", Given: eventsOf(owing, slipSubmitted), When: approve(1, "150000"), Then: eventsOf(paid)},
		{Name: "a retry, also when the fees are too low", Given: eventsOf(slipSubmitted, slipApproved), When: approve(1, "0")},
		{Name: "an unknown slip", When: approve(1, "150000"), Refused: "not_pending"},
		{Name: "a rejected slip", Given: eventsOf(slipSubmitted, slipRejected), When: approve(1, "150000"), Refused: "not_pending"},
		{Name: "above the share of the fees", Given: eventsOf(slipSubmitted), When: approve(1, "149999.70"), Refused: "slip_exceeds_fees"},
		{Name: "a month in which fees were given back", Given: eventsOf(slipSubmitted), When: approve(1, "-1"), Refused: "slip_exceeds_fees"},
		{Name: "above it with the slips before", Given: eventsOf(slipSubmitted, slipApproved, second), When: approve(2, "150000"), Refused: "slip_exceeds_fees"},
		{Name: "slips of other months do not count", Given: eventsOf(slipSubmitted, slipApproved, elsewhere), When: approve(2, "150000"), Then: eventsOf(ofOther)},
		{Name: "a rejection without a reason", When: reject(""), Refused: "invalid_field reason"},
		{Name: "a rejection of what is credited", Given: eventsOf(slipSubmitted, slipApproved), When: reject("no"), Refused: "not_pending"},
		{Name: "a rejection", Given: eventsOf(slipSubmitted), When: reject("unreadable"), Then: eventsOf(slipRejected)},
	})
}

func TestANumberCountsOnceOverAllClients(t *testing.T) {
	t.Parallel()
	number := slip1.Number
	claimed := SlipNumberClaimed{Number: number, ClientID: client, SlipID: 1, At: noon}
	released := SlipNumberReleased{Number: number, ClientID: client, SlipID: 1, At: later}
	claim := func(clientID, slipID int64, lapsed SlipClaim) func(SlipClaim) ([]domain.Event, error) {
		return func(s SlipClaim) ([]domain.Event, error) {
			return ClaimSlip(s, ClaimSlipCmd{Number: number, ClientID: clientID, SlipID: slipID, Lapsed: lapsed, At: later})
		}
	}
	release := func(slipID int64) func(SlipClaim) ([]domain.Event, error) {
		return func(s SlipClaim) ([]domain.Event, error) { return ReleaseSlip(s, number, slipID, later) }
	}
	held := SlipClaim{ClientID: client, SlipID: 1, At: noon}
	taken := func(clientID, slipID int64) []domain.Event {
		return eventsOf(SlipNumberClaimed{Number: number, ClientID: clientID, SlipID: slipID, At: later})
	}
	domaintest.Run(t, SlipNumbers, []domaintest.Case[SlipClaim]{
		{Name: "a free number", When: claim(8, 2, SlipClaim{}), Then: taken(8, 2)},
		{Name: "a retry", Given: eventsOf(claimed), When: claim(client, 1, SlipClaim{})},
		{Name: "that of another client", Given: eventsOf(claimed), When: claim(8, 2, SlipClaim{}), Refused: "slip_taken"},
		{Name: "the client's own, for another submission", Given: eventsOf(claimed), When: claim(client, 2, SlipClaim{}), Then: taken(client, 2)},
		{Name: "a leftover", Given: eventsOf(claimed), When: claim(8, 2, held), Then: taken(8, 2)},
		{Name: "a leftover that was claimed since", Given: append(eventsOf(claimed), taken(client, 3)...), When: claim(8, 2, held), Refused: "slip_taken"},
		{Name: "after a release", Given: eventsOf(claimed, released), When: claim(8, 2, SlipClaim{}), Then: taken(8, 2)},
		{Name: "a release", Given: eventsOf(claimed), When: release(1), Then: eventsOf(released)},
		{Name: "a release of a former submission", Given: append(eventsOf(claimed), taken(client, 2)...), When: release(1)},
	})
	for name, c := range map[string]struct {
		holder State
		after  time.Duration
		want   bool
	}{
		"a slip is pending":  {State{Slips: []Slip{slip1}}, 48 * time.Hour, false},
		"it is credited":     {State{SlipsCredited: []CreditedSlip{{Number: number}}}, 48 * time.Hour, false},
		"a request may run":  {State{}, time.Hour, false},
		"nobody came for it": {State{}, time.Hour + 1, true},
	} {
		if got := held.Lapsed(number, c.holder, noon.Add(c.after)); got != c.want {
			t.Errorf("%s: lapsed is %v", name, got)
		}
	}
}

func TestCorrectWithholding(t *testing.T) {
	t.Parallel()
	correct := func(fees string) decision {
		return func(s State) ([]domain.Event, error) {
			return CorrectWithholding(s, CorrectWithholdingCmd{
				ClientID: client, Period: slip1.Period, Fees: rupiah.Of(fees), Rules: slipRules, By: "admin:1", At: later,
			})
		}
	}
	corrected := func(tax, after string, postings ...string) WithholdingCorrected {
		return WithholdingCorrected{
			ClientID: client, Period: slip1.Period, Tax: rupiah.Of(tax), By: "admin:1",
			Movement: movement(later, slip1.Period, after, "0", "0", postings...),
		}
	}
	back := corrected("1000", "2000", "client:7:available", "-1000", "asset:pph23", "1000")
	again := corrected("-1000", "3000", "asset:pph23", "-1000", "client:7:available", "1000")
	spent := Adjusted{ClientID: client, Movement: movement(noon, "adj", "100", "0", "0", "equity", "2900", "client:7:available", "-2900")}
	owed := corrected("1000", "0", "client:7:available", "-100", "client:7:receivable", "-900", "asset:pph23", "1000")
	owed.After.Receivable = rupiah.Of("-900")
	credited := eventsOf(slipSubmitted, slipApproved)
	domaintest.Run(t, Aggregate, []domaintest.Case[State]{
		{Name: "no slips", When: correct("0")},
		{Name: "the share of the fees", Given: credited, When: correct("150000")},
		{Name: "more fees", Given: credited, When: correct("900000")},
		{Name: "fewer fees", Given: credited, When: correct("100000"), Then: eventsOf(back)},
		{Name: "the same again", Given: append(credited, back), When: correct("100000")},
		{Name: "the fees are there again", Given: append(credited, back), When: correct("200000"), Then: eventsOf(again)},
		{Name: "and again", Given: append(credited, back, again), When: correct("200000")},
		{Name: "what is spent is owed", Given: append(credited, spent), When: correct("100000"), Then: eventsOf(owed)},
	})
}
