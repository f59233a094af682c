package why

import (
	"strconv"

	"gateway/domain/payment"
)

// OfDispute explains what a dispute waits for. The facts are the events of its payment's stream, from the first one.
func OfDispute(id int64, facts []Fact, w World) Answer {
	p := walkPayment(facts, w)
	d, _ := p.state.Dispute(id)
	b := builder{Answer{Subject: disputeName(id), ClientID: p.state.ClientID, Status: d.Status}}
	b.add(p.disputeReason(d))
	return b.end(w, p.last, "disputes")
}

func disputeName(id int64) string { return "disputes/" + strconv.FormatInt(id, 10) }

// takeDisputes notes the event that brought each dispute to its present stage.
func (p *paymentWalk) takeDisputes(f Fact, before []payment.DisputeOf) {
	for i, d := range p.state.Disputes {
		if i < len(before) && disputeStage(before[i]) == disputeStage(d) {
			continue
		}
		p.disputes[d.DisputeID] = f.Place
	}
}

// disputeStage is a dispute without what changes within a stage.
func disputeStage(d payment.DisputeOf) [3]string {
	return [...]string{d.Status, strconv.FormatBool(d.Held), strconv.Itoa(d.Answers)}
}

// addDisputes adds the disputes that have not ended, and those whose money the provider is still to take.
func (p *paymentWalk) addDisputes(b *builder) {
	for _, d := range p.state.Disputes {
		if d.IsOpen() || d.Held {
			b.add(p.disputeReason(d))
		}
	}
}

func (p *paymentWalk) disputeReason(d payment.DisputeOf) Reason {
	r := Reason{
		Code: disputeCode(d), About: disputeName(d.DisputeID), Event: p.disputes[d.DisputeID], Amount: ref(d.Amount), Count: d.Answers,
		Detail: d.Reason,
	}
	if r.Code == DisputeUnanswered || r.Code == DisputeToForward {
		r.Until = d.DueBy
	}
	return r
}

func disputeCode(d payment.DisputeOf) Code {
	switch {
	case d.Status == payment.DisputeStatusNeedsResponse && d.Answers == 0:
		return DisputeUnanswered
	case d.Status == payment.DisputeStatusNeedsResponse:
		return DisputeToForward
	case d.Status == payment.DisputeStatusUnderReview:
		return DisputeUnderReview
	case d.Status == payment.DisputeStatusWon:
		return DisputeWon
	case d.Held:
		return DisputeToBeTaken
	}
	return DisputeLost
}
