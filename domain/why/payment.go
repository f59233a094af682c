package why

import (
	"strconv"

	"gateway/domain/balance"
	"gateway/domain/payment"
)

// OfPayment explains what a payment waits for. The facts are the events of its stream, from the first one; it
// ignores events of other streams.
func OfPayment(facts []Fact, w World) Answer {
	p := walkPayment(facts, w)
	b := builder{Answer{Subject: "transactions/" + p.state.TransactionID, ClientID: p.state.ClientID, Status: p.state.Status}}
	p.addStatus(&b, w)
	p.addSuspense(&b)
	p.addNews(&b)
	p.addRefunds(&b, w)
	p.addDisputes(&b)
	p.addHeld(&b)
	p.addPosting(&b, w)
	return b.end(w, p.last, "transactions")
}

// paymentWalk is the state of a payment, with the place of the event behind each part.
type paymentWalk struct {
	state payment.State
	last  Place
	// status is the event that gave the present status, opened the event of the provider's answer.
	status, opened Place
	end            payment.Expired
	suspense       map[int64]suspended
	waiting        map[string]Place
	reversal       map[string]Place
	// refunds and disputes are, by id, the events that brought them to their present stage.
	refunds  map[int64]Fact
	disputes map[int64]Place
	// held lists the credits by suspense id, 0 for money that was credited at once.
	held map[int64]Place
	// contradicted and reversed are the last events of their kind.
	contradicted, reversed *Fact
	// disbelieved is the last notification of money that the provider did not confirm; nil once money
	// arrived.
	disbelieved *Fact
	// unposted is the first event that is not in the balance yet.
	unposted Place
}

type suspended struct {
	event    payment.Suspended
	at       Place
	refunded Place
}

func walkPayment(facts []Fact, w World) (p paymentWalk) {
	for _, f := range facts {
		p.take(f, w)
	}
	return p
}

func (p *paymentWalk) take(f Fact, w World) {
	before, refunds, disputes := p.state.Status, p.state.Refunds, p.state.Disputes
	p.state = payment.Evolve(p.state, f.Event)
	if p.state.Status == "" {
		return
	}
	if p.suspense == nil {
		p.suspense, p.held = map[int64]suspended{}, map[int64]Place{}
		p.waiting, p.reversal = map[string]Place{}, map[string]Place{}
		p.refunds, p.disputes = map[int64]Fact{}, map[int64]Place{}
	}
	p.takeRefunds(f, refunds)
	p.takeDisputes(f, disputes)
	p.last = f.Place
	if p.state.Status != before {
		p.status = f.Place
	}
	if balance.MovesMoney(f.Event) && w.PostedKnown && f.Position > w.Posted && p.unposted.Position == 0 {
		p.unposted = f.Place
	}
	switch e := f.Event.(type) {
	case payment.Opened:
		p.opened = f.Place
	case payment.Expired:
		p.end = e
	case payment.Paid:
		p.disbelieved = nil
		if e.SuspenseID == 0 {
			p.held[0] = f.Place
		}
	case payment.Suspended:
		p.disbelieved = nil
		p.suspense[e.SuspenseID] = suspended{event: e, at: f.Place}
	case payment.SuspenseReleased:
		p.held[e.SuspenseID] = f.Place
	case payment.SuspenseRefunded:
		s := p.suspense[e.SuspenseID]
		s.refunded = f.Place
		p.suspense[e.SuspenseID] = s
	case payment.SuspenseReopened:
		s := p.suspense[e.SuspenseID]
		s.at, s.refunded = f.Place, Place{}
		p.suspense[e.SuspenseID] = s
	case payment.Reported:
		p.waiting[e.Key()] = f.Place
	case payment.ReversalReported:
		p.reversal[e.ReversalID] = f.Place
	case payment.Contradicted:
		p.contradicted = &f
		if !p.state.Paid() {
			p.contradicted, p.disbelieved = nil, &f
		}
	case payment.ReversalContradicted:
		p.contradicted = &f
	case payment.Reversed:
		p.reversed = &f
	}
}

func (p *paymentWalk) addStatus(b *builder, w World) {
	amount := ref(p.state.Amount)
	switch p.state.Status {
	case payment.StatusPending:
		p.addPending(b, w)
	case payment.StatusFailed:
		b.add(Reason{Code: ProviderRefused, Event: p.status, Amount: amount})
	case payment.StatusExpired:
		code := Expired
		switch p.end.Reason {
		case payment.ReasonCancelled:
			code = Cancelled
		case payment.ReasonReplaced:
			code = Replaced
		}
		b.add(Reason{Code: code, Event: p.status, Amount: amount, Other: p.end.ReplacedBy})
		if p.state.ToClose {
			b.add(Reason{Code: Closing, Event: p.status})
		}
	case payment.StatusPaid:
		b.add(Reason{Code: Paid, Event: p.status, Amount: ref(p.state.Receipt.PaidAmount)})
	case payment.StatusSettled:
		b.add(Reason{Code: Settled, Event: p.status, Amount: ref(p.state.Receipt.PaidAmount)})
	}
}

// addPending explains what an unpaid payment waits for. The customer can pay until its time is over, even if
// other money of it is under review. If a notification says that the customer has paid, addNews explains what
// happened to it.
func (p *paymentWalk) addPending(b *builder, w World) {
	amount := ref(p.state.Amount)
	switch {
	case len(p.state.Waiting) > 0, p.disbelieved != nil:
	case !p.state.Opened():
		b.add(Reason{Code: NotOpened, Event: p.status, Amount: amount})
	case w.Now.Before(p.state.ExpiresAt):
		b.add(Reason{Code: NotPaid, Event: p.opened, Amount: amount, Until: p.state.ExpiresAt})
	case !p.underReview():
		b.add(Reason{Code: ExpiryDue, Event: p.opened, Amount: amount})
	}
}

func (p *paymentWalk) underReview() bool {
	for _, m := range p.state.Suspense {
		if !m.Closed {
			return true
		}
	}
	return false
}

func (p *paymentWalk) addSuspense(b *builder) {
	for _, m := range p.state.Suspense {
		s := p.suspense[m.ID]
		r := Reason{
			About: "suspense/" + strconv.FormatInt(m.ID, 10), Event: s.at, Amount: ref(m.Left), Expected: ref(p.state.Amount),
		}
		switch {
		case !m.Closed:
			r.Code = suspenseCode(s.event.Reason)
		case m.Left.IsPositive() && s.refunded.Position != 0:
			r.Code, r.Event = RefundAwaited, s.refunded
		case p.held[m.ID].Position != 0 && suspenseCode(s.event.Reason) == WrongAmount:
			r.Code, r.Event, r.Amount = AmountReleased, p.held[m.ID], ref(s.event.PaidAmount)
		default:
			continue
		}
		b.add(r)
	}
}

func suspenseCode(reason string) Code {
	switch reason {
	case payment.ReasonSecondPayment:
		return SecondPayment
	case payment.ReasonOrderPaid:
		return OrderPaid
	}
	return WrongAmount
}

// addNews adds reports of the provider that are not decided on yet, and those that do not fit.
func (p *paymentWalk) addNews(b *builder) {
	for _, n := range p.state.Waiting {
		b.add(Reason{Code: Unconfirmed, Event: p.waiting[n.Key()], Amount: ref(n.PaidAmount), Detail: string(n.Status)})
	}
	for _, r := range p.state.WaitingReversals {
		code := ReversalUnknown
		if r.Undecided {
			code = ReversalUndecided
		}
		b.add(Reason{Code: code, Event: p.reversal[r.ReversalID], Amount: ref(r.Amount), Detail: r.Kind})
	}
	if p.reversed != nil {
		b.add(Reason{Code: Reversed, Event: p.reversed.Place, Amount: ref(p.reversed.Event.(payment.Reversed).Reversal.Amount)})
	}
	if p.disbelieved != nil {
		code := Contradicted
		if p.state.Status == payment.StatusPending {
			code = NotConfirmed
		}
		p.addContradiction(b, code, *p.disbelieved)
	}
	if p.contradicted != nil {
		p.addContradiction(b, Contradicted, *p.contradicted)
	}
}

func (p *paymentWalk) addContradiction(b *builder, code Code, f Fact) {
	r := Reason{Code: code, Event: f.Place}
	switch e := f.Event.(type) {
	case payment.Contradicted:
		r.Amount, r.Detail = ref(e.PaidAmount), e.Contradiction
	case payment.ReversalContradicted:
		r.Amount, r.Detail = ref(e.Reversal.Amount), e.Contradiction
	}
	b.add(r)
}

func (p *paymentWalk) addHeld(b *builder) {
	for _, c := range p.state.Credits {
		if c.Unsettled.IsPositive() {
			b.add(Reason{Code: HeldUntilSettled, Event: p.held[c.SuspenseID], Amount: ref(c.Unsettled)})
		}
	}
}

// addPosting adds that money of the payment is not in the balance yet.
func (p *paymentWalk) addPosting(b *builder, w World) {
	if p.unposted.Position == 0 {
		return
	}
	if w.Parked == nil {
		b.add(Reason{Code: NotPosted, Event: p.unposted})
		return
	}
	b.add(Reason{Code: ParkedBehind, Event: w.Parked.Event, Other: w.Parked.Event.Stream, Detail: w.Parked.Cause})
}
