package why

import (
	"strconv"

	"gateway/domain/balance"
)

// OfPayout explains what a withdrawal or a settlement waits for. The facts are the events about it in its
// client's balance stream, from the request on.
func OfPayout(facts []Fact, w World) Answer {
	var p payoutWalk
	for _, f := range facts {
		p.take(f)
	}
	b := builder{Answer{
		Subject: p.order.Kind + "s/" + strconv.FormatInt(p.order.ID, 10), ClientID: p.order.ClientID, Status: p.status,
	}}
	b.add(p.reason(w))
	if p.reported.Position != 0 {
		b.add(Reason{Code: Unconfirmed, Event: p.reported})
	}
	if p.contradicted.Position != 0 {
		b.add(Reason{Code: Contradicted, Event: p.contradicted, Detail: p.contradiction})
	}
	return b.end(w, p.last, "payouts")
}

// payoutWalk is the progress of a payout, with the place of the event behind each part.
type payoutWalk struct {
	order  balance.Order
	status string
	last   Place
	// at is the event that began the present stage.
	at       Place
	stage    Code
	attempts int
	detail   string

	reported, contradicted Place
	contradiction          string
	// held is the event saying that the provider has an order that the gateway has no record of making. found
	// is the provider's id of that order.
	held  Place
	found string
}

func (p *payoutWalk) take(f Fact) {
	switch e := f.Event.(type) {
	case balance.WithdrawalRequested:
		p.order = e.Order
		p.to(f, balance.StatusPending, WaitsForApproval)
	case balance.SettlementRequested:
		p.order = e.Order
		p.to(f, balance.StatusPending, WaitsForApproval)
	case balance.PayoutApproved:
		stage := NotSent
		if e.Manual {
			stage = TransferByHand
		}
		p.to(f, balance.StatusProcessing, stage)
	case balance.PayoutRejected:
		p.to(f, balance.StatusRejected, PayoutRejected)
		p.detail = e.Reason
	case balance.PayoutCancelled:
		p.to(f, balance.StatusCancelled, PayoutCancelled)
	case balance.PayoutSubmitted:
		p.to(f, balance.StatusProcessing, NotAnswered)
		p.attempts = max(e.Attempt, p.attempts+1)
	case balance.PayoutAttemptFailed:
		p.to(f, balance.StatusProcessing, FloatEmpty)
		p.detail = e.Reason
	case balance.PayoutAccepted:
		p.to(f, balance.StatusProcessing, InTransfer)
	case balance.PayoutAdopted:
		p.to(f, balance.StatusProcessing, InTransfer)
		p.attempts, p.contradicted, p.held = e.Attempt, Place{}, Place{}
	case balance.PayoutUnknown:
		stage := OutcomeUnknown
		if e.Reason == balance.FloatEmpty {
			stage = FloatEmpty
		}
		p.to(f, balance.StatusProcessing, stage)
		p.detail = e.Reason
	case balance.PayoutCompleted:
		p.to(f, balance.StatusCompleted, PayoutCompleted)
		p.detail = e.TransferredBy
	case balance.PayoutFailed:
		p.to(f, balance.StatusFailed, PayoutFailed)
		p.detail = e.Reason
	case balance.PayoutReversed:
		p.to(f, balance.StatusReversed, PayoutReversed)
		p.detail = e.Reason
	case balance.PayoutReported:
		p.reported, p.last = f.Place, f.Place
	case balance.PayoutContradicted:
		p.contradicted, p.contradiction, p.last = f.Place, e.Contradiction, f.Place
		if e.EndsReport() {
			p.reported = Place{}
		}
		if e.Contradiction == balance.NotSubmitted {
			p.held, p.found, p.contradicted = f.Place, e.Reported.ProviderID, Place{}
		}
	}
}

// to moves the payout to a stage. The end of the payout, or of an attempt, also answers a waiting
// notification.
func (p *payoutWalk) to(f Fact, status string, stage Code) {
	p.last, p.at, p.status, p.stage, p.detail = f.Place, f.Place, status, stage, ""
	if !stage.Waits() || stage == FloatEmpty {
		p.reported = Place{}
	}
}

func (p *payoutWalk) reason(w World) Reason {
	r := Reason{Code: p.stage, Event: p.at, Amount: ref(p.order.Amount), Count: p.attempts, Detail: p.detail}
	sends := r.Code == NotSent || r.Code == FloatEmpty || r.Code == OutcomeUnknown
	switch {
	case sends && w.PayoutsOff != nil:
		r.Code, r.Event = PayoutsStopped, *w.PayoutsOff
	case r.Code == NotSent && w.NoConnection:
		r.Code = NoConnection
	}
	if p.held.Position != 0 && (r.Code.Waits() || r.Code == PayoutsStopped) {
		r.Code, r.Event, r.Detail = FoundAtProvider, p.held, p.found
	}
	if r.Code == "" {
		r.Code = NothingWaits
	}
	return r
}
