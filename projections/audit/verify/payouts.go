package verify

import (
	"cmp"
	"slices"

	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/domain/report"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
)

// payouts checks that each payout ends once, and that the provider made exactly the payouts in the log.
type payouts struct {
	// all are the payouts by balance.Order.Name.
	all map[string]*payout
	// refunds are the references under which refunds were ordered as transfers.
	refunds map[string]bool
	// simulated is Installation.Simulated.
	simulated bool
}

type payout struct {
	amount    decimal.Decimal
	submitted bool
	manual    bool
	// ends counts the final events. A reversal follows a completion and is not counted.
	ends      int
	completed bool
	reversed  bool
	// forgotten is true when the payout ended before the log was imported, so that the simulated provider
	// does not know it.
	forgotten bool
	// references are the references under which the payout was ordered: the last one and those of attempts
	// that failed for good. connection and api are those of the last one.
	references      []string
	connection, api string
}

// PayoutsCheck is the name of the check of payouts.
const PayoutsCheck = "every payout is made at most once"

func (p *payouts) name() string { return PayoutsCheck }

func (p *payouts) observe(e eventstore.Envelope, r *Report) {
	switch event := e.Event.(type) {
	case balance.WithdrawalRequested:
		p.request(e, event.Order, r)
	case balance.SettlementRequested:
		p.request(e, event.Order, r)
	case balance.PayoutApproved:
		p.of(event.Order).manual = event.Manual
	case balance.PayoutSubmitted:
		p.of(event.Order).order(event.Connection, cmp.Or(event.Reference, event.Name()), event.ProviderAPI)
	case balance.PayoutAdopted:
		found := p.of(event.Order)
		found.manual = false
		found.order(event.Connection, event.Reference, event.ProviderAPI)
	case balance.PayoutCompleted:
		found := p.end(e, event.Order, r)
		found.completed = true
		found.manual = found.manual || event.ProviderID == ""
	case balance.PayoutFailed:
		p.end(e, event.Order, r)
	case balance.PayoutRejected:
		p.end(e, event.Order, r)
	case balance.PayoutCancelled:
		p.end(e, event.Order, r)
	case eventstore.GenerationBegan:
		if p.simulated && event.Reason == eventstore.ReasonImported {
			p.forget()
		}
	case balance.PayoutReversed:
		found := p.of(event.Order)
		if !found.completed || found.reversed {
			r.addFinding(p.name(), subject(e), "reverses what was not completed, or was reversed")
		}
		found.reversed = true
	case payment.RefundSubmitted:
		if p.refunds == nil {
			p.refunds = make(map[string]bool)
		}
		p.refunds[event.Key] = true
	}
}

func (p *payouts) forget() {
	for _, o := range p.all {
		o.forgotten = o.forgotten || o.ends > 0
	}
}

// order records that the provider has, or may have, an order under the reference.
func (p *payout) order(at, reference, api string) {
	p.submitted, p.connection, p.api = true, at, cmp.Or(api, report.PayoutsV1)
	if !slices.Contains(p.references, reference) {
		p.references = append(p.references, reference)
	}
}

func (p *payouts) request(e eventstore.Envelope, o balance.Order, r *Report) {
	if p.all == nil {
		p.all = make(map[string]*payout)
	}
	if _, known := p.all[o.Name()]; known {
		r.addFinding(p.name(), subject(e), "requests %s again", o.Name())
	}
	p.all[o.Name()] = &payout{amount: o.Amount}
}

func (p *payouts) of(o balance.Order) *payout {
	if found, ok := p.all[o.Name()]; ok {
		return found
	}
	return &payout{} // end reports that the request is missing
}

func (p *payouts) end(e eventstore.Envelope, o balance.Order, r *Report) *payout {
	found := p.of(o)
	if found.ends++; found.ends > 1 {
		r.addFinding(p.name(), subject(e), "ends %s again", o.Name())
	}
	if found.amount.IsZero() {
		r.addFinding(p.name(), subject(e), "ends %s, which was never requested", o.Name())
	}
	return found
}

func (p *payouts) finish(*Report) {}
