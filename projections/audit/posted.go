package audit

import (
	"gateway/domain/balance"
	"gateway/domain/payment"
	"gateway/eventstore"

	"github.com/shopspring/decimal"
)

// posted: every payment event that moves money is booked exactly once, with the
// amount that it says.
type posted struct {
	// due holds payment events that were not booked yet, by position.
	due map[balance.Source]booking
}

type booking struct {
	subject string
	client  int64
	net     decimal.Decimal
}

func newPosted() *posted { return &posted{due: make(map[balance.Source]booking)} }

func (p *posted) name() string { return "every payment is booked exactly once" }

func (p *posted) observe(e eventstore.Envelope, r *Report) {
	switch event := e.Event.(type) {
	case payment.Paid:
		if event.SuspenseID == 0 {
			p.expect(e, event.ClientID, event.Net)
		}
	case payment.Settled:
		if event.Held {
			p.expect(e, event.ClientID, event.Net)
		}
	case payment.Suspended:
		p.expect(e, event.ClientID, event.PaidAmount)
	case payment.SuspenseReleased:
		p.expect(e, event.ClientID, event.Net)
	case payment.SuspenseRefunded:
		p.expect(e, event.ClientID, event.PaidAmount)
	case balance.Credited:
		p.book(e, event.Source, event.ClientID, event.Net, r)
	case balance.Settled:
		p.book(e, event.Source, event.ClientID, event.Net, r)
	case balance.SuspenseReceived:
		p.book(e, event.Source, event.ClientID, event.Amount, r)
	case balance.SuspenseReleased:
		p.book(e, event.Source, event.ClientID, event.Net, r)
	case balance.SuspenseRefunded:
		p.book(e, event.Source, event.ClientID, event.Amount, r)
	}
}

func (p *posted) expect(e eventstore.Envelope, client int64, net decimal.Decimal) {
	p.due[at(e.Position)] = booking{subject: subject(e), client: client, net: net}
}

// at leaves the store out: the log that is read is one.
func at(p eventstore.Position) balance.Source {
	return balance.Source{Commit: p.Commit, Prepare: p.Prepare}
}

func (p *posted) book(e eventstore.Envelope, source balance.Source, client int64, net decimal.Decimal, r *Report) {
	key := balance.Source{Commit: source.Commit, Prepare: source.Prepare}
	due, ok := p.due[key]
	switch {
	case !ok:
		r.found(p.name(), subject(e), "books position %d, which is no payment or is booked already", source.Commit)
	case due.client != client:
		r.found(p.name(), subject(e), "books client %d what %s says of client %d", client, due.subject, due.client)
	case !due.net.Equal(net):
		r.found(p.name(), subject(e), "books %s, but %s says %s", net, due.subject, due.net)
	}
	delete(p.due, key)
}

func (p *posted) finish(r *Report) {
	for _, due := range p.due {
		r.found(p.name(), due.subject, "is not booked")
	}
}
