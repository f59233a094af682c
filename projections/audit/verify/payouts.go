package verify

import (
	"gateway/domain/balance"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
)

// payouts: a payout ends once, and the provider paid what the log says and nothing
// that it does not say.
type payouts struct {
	all map[string]*payout
}

type payout struct {
	amount    decimal.Decimal
	submitted bool
	manual    bool
	// ends counts the endings; a reversal follows a completion.
	ends      int
	completed bool
	reversed  bool
}

func (p *payouts) name() string { return "every payout is made at most once" }

func (p *payouts) observe(e eventstore.Envelope, r *Report) {
	switch event := e.Event.(type) {
	case balance.WithdrawalRequested:
		p.add(e, event.Order, r)
	case balance.SettlementRequested:
		p.add(e, event.Order, r)
	case balance.PayoutApproved:
		p.of(event.Order).manual = event.Manual
	case balance.PayoutSubmitted:
		p.of(event.Order).submitted = true
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
	case balance.PayoutReversed:
		found := p.of(event.Order)
		if !found.completed || found.reversed {
			r.found(p.name(), subject(e), "reverses what was not completed, or was reversed")
		}
		found.reversed = true
	}
}

func (p *payouts) add(e eventstore.Envelope, o balance.Order, r *Report) {
	if p.all == nil {
		p.all = make(map[string]*payout)
	}
	if _, known := p.all[o.ProviderReference()]; known {
		r.found(p.name(), subject(e), "requests %s again", o.ProviderReference())
	}
	p.all[o.ProviderReference()] = &payout{amount: o.Amount}
}

func (p *payouts) of(o balance.Order) *payout {
	if found, ok := p.all[o.ProviderReference()]; ok {
		return found
	}
	return &payout{} // its request is missing: the end says so
}

func (p *payouts) end(e eventstore.Envelope, o balance.Order, r *Report) *payout {
	found := p.of(o)
	if found.ends++; found.ends > 1 {
		r.found(p.name(), subject(e), "ends %s again", o.ProviderReference())
	}
	if found.amount.IsZero() {
		r.found(p.name(), subject(e), "ends %s, which was never requested", o.ProviderReference())
	}
	return found
}

func (p *payouts) finish(*Report) {}
