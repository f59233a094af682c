package why

import (
	"gateway/domain/balance"

	"github.com/shopspring/decimal"
)

// OfSlip explains what a withholding slip waits for, or why it was credited, rejected, or posted back in part. name is its API path,
// such as `withholding-slips/25004WOBY`, and id that of its submission. The facts are the events of the slip, and the corrections of
// its month.
func OfSlip(name string, id int64, facts []Fact, w World) Answer {
	b := builder{Answer{Subject: name}}
	var last Place
	var decided *Reason
	back, at := decimal.Zero, Place{}
	for _, f := range facts {
		switch e := f.Event.(type) {
		case balance.WithholdingSubmitted:
			if e.ID == id {
				b.ClientID, b.Status = e.ClientID, balance.SlipPending
				decided = &Reason{Code: SlipForStaff, Event: f.Place, Amount: ref(e.Tax), Other: e.Period}
			}
		case balance.WithholdingApproved:
			if e.ID == id {
				b.Status = balance.SlipApproved
				decided = &Reason{Code: SlipCredited, Event: f.Place, Amount: ref(e.Tax), Other: e.Period}
			}
		case balance.WithholdingRejected:
			if e.ID == id {
				b.Status = balance.SlipRejected
				decided = &Reason{Code: SlipRejected, Event: f.Place, Detail: e.Reason}
			}
		case balance.WithholdingCorrected:
			back, at = back.Add(e.Tax), f.Place
		}
		last = f.Place
	}
	if decided != nil {
		b.add(*decided)
		if decided.Code == SlipCredited && back.IsPositive() {
			b.add(Reason{Code: SlipsPostedBack, Event: at, Amount: ref(back), Other: decided.Other})
		}
	}
	return b.end(w, last, "withholding_slips")
}
