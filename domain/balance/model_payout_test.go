package balance

import (
	"time"

	"gateway/domain"
	"gateway/domain/report"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"
)

func (m *model) find(kind string, id int64) *payoutModel {
	for _, p := range m.payouts {
		if p.kind == kind && p.id == id {
			return p
		}
	}
	return nil
}

// pick draws a payout; more often than not it exists.
func (m *model) pick(t *rapid.T) (kind string, id int64, p *payoutModel) {
	kind = rapid.SampledFrom([]string{Withdrawal, Settlement}).Draw(t, "kind")
	id = rapid.SampledFrom([]int64{1, 1, 2, 3}).Draw(t, "id")
	return kind, id, m.find(kind, id)
}

func (m *model) pendingWithdrawals() (n int) {
	for _, p := range m.payouts {
		if p.kind == Withdrawal && p.status == StatusPending {
			n++
		}
	}
	return n
}

func (m *model) request(t *rapid.T) {
	kind, id, p := m.pick(t)
	o := order(kind, id, "ext")
	o.Amount = decimal.NewFromInt(rapid.Int64Range(9_000, 90_000).Draw(t, "amount"))
	c := RequestCmd{Order: o, Auto: AutoApproval{On: rapid.Bool().Draw(t, "auto")}, At: noon}
	total, refusal := o.Amount.Add(o.Fee), ""
	switch {
	case p != nil: // a retry
	case o.Amount.LessThan(MinPayout):
		refusal = "invalid_field jumlah"
	case kind == Withdrawal && m.pendingWithdrawals() > 0:
		refusal = "pending_withdrawal_exists"
	case m.available.LessThan(total):
		refusal = "insufficient_balance"
	default:
		status := StatusPending
		if kind == Withdrawal && c.Auto.On {
			status = StatusProcessing
		}
		m.payouts = append(m.payouts, &payoutModel{kind: kind, id: id, total: total, status: status})
		m.available, m.held = m.available.Sub(total), m.held.Add(total)
	}
	decide := RequestWithdrawal
	if kind == Settlement {
		decide = RequestSettlement
	}
	events, err := decide(m.state, c)
	m.decided(t, events, err, refusal)
}

// end closes a payout in the model; its total goes back to the client or out to the bank.
func (m *model) end(p *payoutModel, status string) {
	p.status = status
	m.held = m.held.Sub(p.total)
	if status != StatusCompleted {
		m.available = m.available.Add(p.total)
	}
}

func (m *model) decide(t *rapid.T) {
	kind, id, p := m.pick(t)
	action := rapid.SampledFrom([]string{"approve", "manual", "reject", "cancel"}).Draw(t, "action")
	refusal := "not_pending"
	if action == "cancel" {
		refusal = "cannot_be_cancelled"
	}
	if p == nil {
		refusal = "payout_not_found"
	}
	allowed := p != nil && p.status == StatusPending
	if allowed {
		refusal = ""
	}
	var events []domain.Event
	var err error
	switch action {
	case "approve", "manual":
		events, err = Approve(m.state, kind, id, ApproveCmd{Manual: action == "manual", At: noon})
		if allowed {
			p.status, p.manual = StatusProcessing, action == "manual"
		}
	case "reject":
		events, err = Reject(m.state, kind, id, RejectCmd{At: noon})
		if allowed {
			m.end(p, StatusRejected)
		}
	case "cancel":
		events, err = Cancel(m.state, kind, id, noon)
		if allowed {
			m.end(p, StatusCancelled)
		}
	}
	m.decided(t, events, err, refusal)
}

func (p *payoutModel) open() bool {
	return p != nil && (p.status == StatusPending || p.status == StatusProcessing)
}

// reported returns the refusal of a provider's report on a payout that was never sent to the provider.
func (p *payoutModel) reported() string {
	switch {
	case p == nil:
		return "payout_not_found"
	case p.open() && !p.submitted:
		return "not_submitted"
	}
	return ""
}

func (m *model) send(t *rapid.T) {
	kind, id, p := m.pick(t)
	var events []domain.Event
	var err error
	refusal := p.reported()
	switch rapid.SampledFrom([]string{"submit", "accept", "lose"}).Draw(t, "action") {
	case "submit":
		attempt := rapid.IntRange(1, 3).Draw(t, "attempt")
		events, err = Submit(m.state, kind, id, SubmitCmd{Attempt: attempt, RequestID: "a request", ProviderAPI: report.PayoutsV1, At: noon})
		refusal = p.submitting()
		if refusal == "" {
			made := !p.accepted && attempt == p.attempts+1
			if made != (len(events) > 0) {
				t.Fatalf("attempt %d after %d gives %v", attempt, p.attempts, events)
			}
			if made {
				p.submitted, p.attempts = true, attempt
			}
		}
	case "accept":
		events, err = Accept(m.state, kind, id, "prov", noon)
		if refusal == "" && p.open() {
			p.accepted, p.unknown = true, false
		}
	case "lose":
		events, err = MarkUnknown(m.state, kind, id, "timeout", noon)
		if refusal == "" && p.open() && !p.accepted {
			p.unknown = true
		}
	}
	m.decided(t, events, err, refusal)
}

func (p *payoutModel) submitting() string {
	switch {
	case p == nil:
		return "payout_not_found"
	case p.status != StatusProcessing:
		return "not_processing"
	case p.manual:
		return "manual_payout"
	}
	return ""
}

func (m *model) complete(t *rapid.T) {
	kind, id, p := m.pick(t)
	refusal := p.reported()
	switch {
	case refusal != "":
	case p.open():
		m.end(p, StatusCompleted)
	case p.byHand || p.status != StatusCompleted && p.status != StatusReversed:
		refusal = "payout_contradiction"
	}
	events, err := Complete(m.state, kind, id, CompleteCmd{ProviderID: "prov", At: noon})
	m.decided(t, events, err, refusal)
}

func (m *model) fail(t *rapid.T) {
	kind, id, p := m.pick(t)
	refusal := p.reported()
	switch {
	case refusal != "":
	case p.open():
		m.end(p, StatusFailed)
	case p.status == StatusCompleted && !p.byHand:
		m.takeBack(p)
	}
	events, err := Fail(m.state, kind, id, FailCmd{ProviderID: "prov", At: noon})
	m.decided(t, events, err, refusal)
}

func (m *model) takeBack(p *payoutModel) {
	p.status = StatusReversed
	m.available = m.available.Add(p.total)
}

func (m *model) byHandStep(t *rapid.T) {
	kind, id, p := m.pick(t)
	h := ByHand{
		Attempt: rapid.IntRange(0, 3).Draw(t, "asked about"), NotAtProvider: rapid.Bool().Draw(t, "not at the provider"),
		AttemptWindow: time.Duration(rapid.IntRange(0, 1).Draw(t, "window")),
	}
	complete := rapid.Bool().Draw(t, "complete")
	refusal := ""
	switch {
	case p == nil:
		refusal = "payout_not_found"
	case p.status != StatusProcessing:
		refusal = "not_processing"
	case !p.manual && p.submitted && !p.accepted && h.AttemptWindow > 0,
		!p.manual && (p.unknown || !p.submitted) && h.NotAtProvider && h.Attempt != p.attempts:
		refusal = "attempt_under_way"
	case !p.manual && (p.submitted && !p.unknown || !h.NotAtProvider):
		refusal = "not_manual"
	case complete:
		p.byHand = true
		m.end(p, StatusCompleted)
	default:
		p.byHand = true
		m.end(p, StatusFailed)
	}
	var events []domain.Event
	var err error
	if complete {
		events, err = CompleteManually(m.state, kind, id, CompleteCmd{TransferredBy: "Budi", At: noon}, h)
	} else {
		events, err = FailManually(m.state, kind, id, FailCmd{Reason: "no", At: noon}, h)
	}
	m.decided(t, events, err, refusal)
}

func (m *model) reverse(t *rapid.T) {
	kind, id, p := m.pick(t)
	refusal := ""
	switch {
	case p == nil:
		refusal = "payout_not_found"
	case p.status == StatusReversed:
	case p.status == StatusCompleted && !p.byHand:
		m.takeBack(p)
	default:
		refusal = "not_completed"
	}
	events, err := Reverse(m.state, kind, id, ReverseCmd{At: noon})
	m.decided(t, events, err, refusal)
}

func (m *model) checkPayouts(t *rapid.T) {
	held := decimal.Zero
	for _, p := range m.payouts {
		if got := m.state.StatusOf(p.kind, p.id); got != p.status {
			t.Fatalf("%s %d is %s, want %s", p.kind, p.id, got, p.status)
		}
		if p.open() {
			held = held.Add(p.total)
		}
	}
	if !held.Equal(m.held) {
		t.Fatalf("open payouts hold %s, the account has %s", held, m.held)
	}
	if n := m.pendingWithdrawals(); n > 1 {
		t.Fatalf("%d withdrawals are pending", n)
	}
}
