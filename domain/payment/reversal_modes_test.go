package payment_test

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"gateway/domain"
	"gateway/domain/balance"
	"gateway/domain/domaintest"
	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

// takenBack is a reversal as the provider knows it. Its notification may fail to name the money, or may not
// come; the books name the money only for a void.
type takenBack struct {
	payment.Reversal
	// of is the provider's id of the money.
	of              string
	notified, named bool
}

// providerWorld is what really happens to one payment, in an order in which the gateway may learn of it.
type providerWorld struct {
	// second is the amount that arrived in addition to the 100,000 due, under the id "s".
	second    decimal.Decimal
	reversals []takenBack
	// acts lists what an administrator does with the money in suspense, in order.
	acts  []string
	steps []string
}

// The three ways to learn the same story. In told, every notification arrives, is believed and names its
// money, and so do the books: the other ways must end with the same books.
const (
	told      = "told"
	believed  = "believed"
	confirmed = "confirmed"
)

// drawWorld draws a provider that never takes back more than was paid, and voids only money
// that is whole.
func drawWorld(t *rapid.T) providerWorld {
	w := providerWorld{second: decimal.NewFromInt(rapid.SampledFrom([]int64{100_000, 60_000}).Draw(t, "second"))}
	left := map[string]decimal.Decimal{"x": due, "s": w.second}
	whole := map[string]bool{"x": true, "s": true}
	for n := range rapid.IntRange(1, 3).Draw(t, "reversals") {
		of := rapid.SampledFrom([]string{"x", "s"}).Draw(t, "of")
		r := takenBack{of: of, notified: rapid.Bool().Draw(t, "notified"), named: rapid.Bool().Draw(t, "named")}
		r.ReversalID, r.By = fmt.Sprint("r-", n), payment.ByProvider
		r.Kind = rapid.SampledFrom([]string{payment.Refund, payment.Refund, payment.Chargeback, payment.Void}).Draw(t, "kind")
		r.Amount = left[of]
		if rapid.Bool().Draw(t, "a part") {
			r.Amount = decimal.Min(r.Amount, decimal.NewFromInt(30_000))
		}
		switch {
		case !left[of].IsPositive(), r.Kind == payment.Void && !whole[of]:
			continue
		case r.Kind == payment.Void:
			r.ReversalID, r.Amount, r.named = "void-"+of, left[of], true
		case r.Kind == payment.Chargeback:
			r.notified = false
		}
		left[of], whole[of] = left[of].Sub(r.Amount), false
		w.reversals = append(w.reversals, r)
	}
	w.acts = rapid.SampledFrom([][]string{
		nil, {"release"}, {"refund"}, {"refund by hand"}, {"refund", "reopen", "refund by hand"}, {"refund", "reopen", "release"},
	}).Draw(t, "acts")
	w.steps = w.drawSteps(t)
	return w
}

// drawSteps draws the order of the news. The payment comes first. Money arrives before it is taken back, and
// is confirmed later. The books and a notification come in any order, but before those of the next reversal
// of that money, or, if a notification names no money, of any money, because an administrator may act between
// them. The administrator sees money once it is confirmed.
func (w providerWorld) drawSteps(t *rapid.T) (steps []string) {
	lists := [][]string{{"arrive s", "confirm s"}, {"settle x"}, append([]string{"after confirm s"}, w.acts...)}
	news := map[string][]string{"x": {"after arrive x"}, "s": {"after arrive s"}}
	for n, r := range w.reversals {
		told := []string{fmt.Sprint("book ", n)}
		if r.notified {
			told = append(told, fmt.Sprint("notify ", n))
		}
		news[r.of] = append(news[r.of], rapid.Permutation(told).Draw(t, "news")...)
	}
	if slices.ContainsFunc(w.reversals, func(r takenBack) bool { return r.notified && !r.named }) {
		lists = append(lists, append(news["s"], news["x"]...))
	} else {
		lists = append(lists, news["s"], news["x"])
	}
	happened := []string{"arrive x"}
	for len(lists) > 0 {
		i := rapid.IntRange(0, len(lists)-1).Draw(t, "next")
		step := lists[i][0]
		earlier, waits := strings.CutPrefix(step, "after ")
		if waits && !slices.Contains(happened, earlier) {
			i, waits = 0, false // start again with what it waits for
			step = lists[i][0]
		}
		if lists[i] = lists[i][1:]; len(lists[i]) == 0 {
			lists = slices.Delete(lists, i, i+1)
		}
		if happened = append(happened, step); !waits {
			steps = append(steps, step)
		}
	}
	return steps
}

// listener is a gateway that learns the story in one of the ways.
type listener struct {
	t        *rapid.T
	way      string
	world    providerWorld
	state    payment.State
	ledger   balance.State
	accounts map[string]decimal.Decimal
	position int64
	// due lists the acts that the administrator wants to do by now.
	due   []string
	story []string
}

func (l *listener) listen() {
	events, err := payment.Request(l.state, payment.RequestCmd{
		Identity: payment.Identity{TransactionID: "INV-7-1", Connection: "xendit", Channel: "invoice", ChannelCode: "INVOICE", Amount: due},
		Rates: map[string]pricing.Rate{
			"INVOICE": {Flat: decimal.NewFromInt(4_000)}, "QRIS": {Percent: decimal.New(7, -1), VATInclusive: true},
		},
		HoldUntilSettled: []string{"QRIS"}, VATRate: pricing.DefaultVATRate,
	})
	l.take("request", events, err)
	l.step("arrive x")
	l.step("confirm x")
	for _, step := range l.world.steps {
		l.step(step)
	}
	l.assign()
	l.act()
	if len(l.due)+len(l.state.WaitingReversals) > 0 {
		l.t.Fatalf("%s: %v is not done, and %v waits, after\n%s", l.way, l.due, l.state.WaitingReversals, strings.Join(l.story, "\n"))
	}
}

func (l *listener) step(step string) {
	what, of, _ := strings.Cut(step, " ")
	var events []domain.Event
	var err error
	switch what {
	case "arrive":
		if l.way == confirmed {
			events, err = payment.TakeNotification(l.state, l.receipt(of, report.Paid), noon)
		} else {
			events, err = payment.TakeReport(l.state, l.receipt(of, report.Paid), payment.Facts{SuspenseID: 5}, noon)
		}
	case "confirm":
		r := l.receipt(of, report.Paid)
		events, err = payment.Confirm(l.state, "PAID "+of, r, payment.Facts{SuspenseID: 5}, noon)
	case "settle":
		events, err = payment.TakeReport(l.state, l.receipt(of, report.Settled), payment.Facts{SuspenseID: 5}, noon)
	case "notify", "book":
		events, err = l.hear(what, of)
	default:
		l.due = append(l.due, step)
	}
	l.take(step, events, err)
	l.act()
}

// hear reports the reversal with this number to the gateway.
func (l *listener) hear(by, number string) ([]domain.Event, error) {
	r := l.world.reversals[int(number[0]-'0')]
	news := r.Reversal
	if l.way == told || r.Kind == payment.Void || by == "notify" && r.named {
		news.ProviderPaymentID = r.of
	}
	if by == "notify" && l.way == confirmed {
		return payment.ReportReversal(l.state, news, noon)
	}
	return payment.Reverse(l.state, news, noon)
}

func (l *listener) receipt(id string, status report.Status) report.Payment {
	amount := due
	if id == "s" {
		amount = l.world.second
	}
	return report.Payment{
		Connection: "xendit", Channel: pricing.Invoice, TransactionID: "INV-7-1", PaymentID: id, ProviderID: "p", Status: status, PaidAmount: amount, PaidAt: noon,
		ChannelCode: "QRIS",
	}
}

// act does what the administrator wants, as far as it is possible yet. What is refused because something must
// be known first is tried again later.
func (l *listener) act() {
	for len(l.due) > 0 {
		var events []domain.Event
		var err error
		switch l.due[0] {
		case "release":
			events, err = payment.ReleaseSuspense(l.state, 5, payment.Claim{}, "admin:1", "why", noon)
		case "refund":
			events, err = payment.RefundSuspense(l.state, 5, "admin:1", "why", noon)
		case "reopen":
			events, err = payment.ReopenSuspense(l.state, 5, "admin:1", "why", noon)
		case "refund by hand":
			events, err = payment.RefundSuspenseByHand(l.state, 5, "admin:1", "why", noon)
		}
		if word := domaintest.Refusal(err); word == "reversal_pending" && l.assign() {
			continue
		} else if word == "reversal_pending" {
			return
		} else if word == "suspense_closed" || word == "suspense_not_refunding" {
			l.story, err = append(l.story, l.due[0]+": "+word), nil
		}
		act := l.due[0]
		l.due = l.due[1:]
		l.take(act, events, err)
	}
}

// assign plays an administrator who knows the truth about each reversal that waits for a person.
func (l *listener) assign() (assigned bool) {
	for _, w := range slices.Clone(l.state.WaitingReversals) {
		if w, waits := l.state.WaitingReversal(w.ReversalID); !waits || !w.Undecided {
			continue
		}
		i := slices.IndexFunc(l.world.reversals, func(r takenBack) bool { return r.ReversalID == w.ReversalID })
		events, err := payment.AssignReversal(l.state, payment.AssignCmd{
			ReversalID: w.ReversalID, PaymentID: l.world.reversals[i].of, By: "admin:1", Reason: "why", At: noon,
		})
		if err != nil {
			l.t.Fatalf("%s: %s can't be assigned: %v, after\n%s", l.way, w.ReversalID, err, strings.Join(l.story, "\n"))
		}
		l.take("assign "+w.ReversalID, events, nil)
		assigned = true
	}
	return assigned
}

// take adds events to the payment and to the ledger.
func (l *listener) take(step string, events []domain.Event, err error) {
	if _, refused := errors.AsType[*domain.Refusal](err); err != nil && !refused {
		l.t.Fatalf("%s: %s: %v", l.way, step, err)
	}
	l.state = payment.Aggregate.Fold(l.state, events...)
	names := []string{step + ":"}
	for _, e := range events {
		names = append(names, e.EventType())
		if l.position++; !balance.MovesMoney(e) {
			continue
		}
		source := balance.Source{Store: "a", Commit: l.position, Prepare: l.position}
		posted, err := balance.Post(l.ledger, []balance.PostCmd{{Source: source, Event: e, ClientID: 7, At: noon}})
		if err != nil {
			l.t.Fatalf("%s: %s is refused: %v", l.way, e.EventType(), err)
		}
		l.ledger = balance.Aggregate.Fold(l.ledger, posted...)
		for _, p := range posted {
			_, moved := p.(balance.Mover).Moved()
			for _, posting := range moved.Postings {
				l.accounts[posting.Account] = l.accounts[posting.Account].Add(posting.Amount)
			}
		}
	}
	l.story = append(l.story, strings.Join(names, " "))
}

// books returns the accounts that are not empty.
func (l *listener) books() string {
	var lines []string
	for _, account := range slices.SortedFunc(maps.Keys(l.accounts), cmp.Compare) {
		if !l.accounts[account].IsZero() {
			lines = append(lines, account+" "+l.accounts[account].String())
		}
	}
	return strings.Join(lines, "\n")
}

func TestConfirmationAndNamesChangeNothingInTheBooks(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		world := drawWorld(t)
		heard := map[string]*listener{}
		for _, way := range []string{told, believed, confirmed} {
			l := &listener{t: t, way: way, world: world, accounts: map[string]decimal.Decimal{}}
			l.listen()
			heard[way] = l
		}
		for _, way := range []string{believed, confirmed} {
			if l := heard[way]; l.books() != heard[told].books() {
				t.Fatalf("%s, the books are\n%s\n\nand told everything\n%s\n\nthe story:\n%s\n\nof\n%s", way, l.books(), heard[told].books(),
					strings.Join(l.story, "\n"), strings.Join(heard[told].story, "\n"))
			}
		}
	})
}
