package payment

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/money"
	"gateway/domain/pricing"
	"gateway/domain/text"

	"github.com/shopspring/decimal"
)

// MaxDisputes limits the disputes of one payment, MaxAnswers the answers to a dispute, and MaxEvidenceFiles the files of an answer.
const (
	MaxDisputes      = 20
	MaxAnswers       = 10
	MaxEvidenceFiles = 5
)

// maxProviderDisputeID is the longest id of a dispute at a provider, in characters.
const maxProviderDisputeID = 100

// DisputeOf is a dispute in the state of its payment.
type DisputeOf struct {
	DisputeOrder
	Status string
	// Answers counts those of the merchant; Evidence is the last one.
	Answers  int
	Evidence Evidence
	// Reminded says that the owner was told that an answer is due soon.
	Reminded bool
	// Held says that the balance holds the money: until the dispute is won, or its chargeback takes it.
	Held bool
	// ReversalID names the Reversed that took the money; empty before.
	ReversalID string
}

// IsOpen reports whether the dispute is not decided.
func (d DisputeOf) IsOpen() bool {
	return d.Status == DisputeStatusNeedsResponse || d.Status == DisputeStatusUnderReview
}

// Dispute finds a dispute of the payment.
func (s State) Dispute(id int64) (d DisputeOf, ok bool) {
	return s.findDispute(func(d DisputeOf) bool { return d.DisputeID == id })
}

// DisputeCalled finds a dispute of the payment by the provider's id of it.
func (s State) DisputeCalled(providerDisputeID string) (d DisputeOf, ok bool) {
	return s.findDispute(func(d DisputeOf) bool { return d.ProviderDisputeID == providerDisputeID })
}

// disputeTakenBy finds the dispute whose money this reversal took.
func (s State) disputeTakenBy(reversalID string) (d DisputeOf, ok bool) {
	return s.findDispute(func(d DisputeOf) bool { return d.ReversalID == reversalID })
}

func (s State) findDispute(match func(DisputeOf) bool) (d DisputeOf, ok bool) {
	i := slices.IndexFunc(s.Disputes, match)
	if i < 0 {
		return d, false
	}
	return s.Disputes[i], true
}

// disputeOver finds the dispute about the money that is not decided, or whose money is held.
func (s State) disputeOver(suspenseID int64) (DisputeOf, bool) {
	return s.findDispute(func(d DisputeOf) bool { return d.SuspenseID == suspenseID && (d.IsOpen() || d.Held) })
}

// isDisputed reports whether a dispute about the money is open, or holds it.
func (s State) isDisputed(suspenseID int64) bool {
	_, is := s.disputeOver(suspenseID)
	return is
}

// OpenDisputeCmd says that a customer disputes money. PaymentID is the provider's id of the money; it may be empty where only one
// was credited. Amount of zero stands for all that is left. Capped takes a larger amount for all that is left: what the provider
// says can't be refused for that. Lost says that it is lost already: then an amount of zero is that of a chargeback of no dispute,
// if one was taken, since nothing more will be.
type OpenDisputeCmd struct {
	DisputeID                    int64
	ProviderDisputeID, PaymentID string
	Amount                       decimal.Decimal
	Capped, Lost                 bool
	Reason                       string
	DueBy                        time.Time
	By                           string
	At                           time.Time
}

// IsDisputable reports whether customers can dispute money that came by the channel: by QRIS or a wallet.
func IsDisputable(channelCode string) bool {
	channel, _ := pricing.Lookup(channelCode)
	return channel.Kind == pricing.QRIS || channel.Kind == pricing.EWallet
}

// OpenDispute opens a dispute, and cancels the refunds of its money that were not sent. Where its chargeback was taken before the
// news of it came, it is about what that took, and nothing more is held. Checks:
//
//  1. payment_not_found
//  2. invalid_field provider_dispute_id, reason, due_by
//  3. the dispute was opened before, under this id or the provider's: nothing happens
//  4. not_paid: no money of the payment was credited
//  5. invalid_field payment_id: several moneys were credited and none is named, or no such money was
//  6. not_disputable: the money came by another channel than QRIS or a wallet
//  7. dispute_open: another dispute about the money is open, or holds it
//  8. nothing_left: all of the money went back
//  9. invalid_field amount: not whole rupiah above 0, or more than is left
//  10. too_many_disputes: MaxDisputes
func OpenDispute(s State, cmd OpenDisputeCmd) ([]domain.Event, error) {
	if err := s.checkOpening(cmd); err != nil {
		return nil, err
	}
	_, known := s.Dispute(cmd.DisputeID)
	if _, called := s.DisputeCalled(cmd.ProviderDisputeID); known || called {
		return nil, nil
	}
	c, err := s.refundedMoney(cmd.PaymentID)
	if err != nil {
		return nil, err
	}
	if !IsDisputable(c.ChannelCode) {
		return nil, domain.Refuse(domain.Invalid, "not_disputable", "only money that came by QRIS or a wallet can be disputed")
	}
	if s.isDisputed(c.SuspenseID) {
		return nil, domain.Refuse(domain.Conflict, "dispute_open", "another dispute about this money has not ended")
	}
	taken, isTaken := s.takenBefore(c, cmd)
	amount := taken.Took.Reversal.Amount
	if !isTaken {
		if amount, err = disputeAmount(c.left(), cmd); err != nil {
			return nil, err
		}
	}
	if len(s.Disputes) >= MaxDisputes {
		return nil, domain.Refuse(domain.Invalid, "too_many_disputes", "a payment has at most %d disputes", MaxDisputes)
	}
	events := s.cancelUnsent(c.SuspenseID, "dispute", cmd.At)
	c, _ = Aggregate.Fold(s, events...).credit(c.SuspenseID)
	o := DisputeOrder{
		DisputeID: cmd.DisputeID, ProviderDisputeID: cmd.ProviderDisputeID, SuspenseID: c.SuspenseID,
		ProviderPaymentID: c.Receipt.ProviderPaymentID, Amount: amount, FromUnsettled: decimal.Min(amount, c.Unsettled),
		Reason: cmd.Reason, DueBy: cmd.DueBy, OpenedAt: cmd.At,
	}
	if isTaken {
		o.FromUnsettled = decimal.Zero
	}
	return append(events, DisputeOpened{
		Identity: s.identityPaidWith(c.Connection, c.ChannelCode), DisputeOrder: o, ReversalID: taken.ReversalID, By: cmd.By, At: cmd.At,
	}), nil
}

// takenBefore finds the chargeback of a dispute of which no news had come: one of no dispute that took the amount, or the last that
// was taken of the money, if it left nothing, or if the dispute is lost and its amount is not known. Where something is left it may
// be disputed, too, so it is rather held; and what went back after the chargeback may be disputed because it did not arrive.
func (s State) takenBefore(c Credit, cmd OpenDisputeCmd) (taken DecidedReversal, is bool) {
	anyAmount := cmd.Lost && cmd.Amount.IsZero()
	for _, d := range s.Reversals {
		if d.SuspenseID != c.SuspenseID || d.Returned || !d.Took.IsOfCredit() {
			continue
		}
		_, isOfDispute := s.disputeTakenBy(d.ReversalID)
		isChargeback := d.Kind == Chargeback && !isOfDispute
		switch {
		case isChargeback && (!c.left().IsPositive() || anyAmount || cmd.Amount.Equal(d.Took.Reversal.Amount)):
			taken, is = d, true
		case is && !anyAmount && !cmd.Amount.Equal(taken.Took.Reversal.Amount): // more was taken since
			is = false
		}
	}
	return taken, is
}

func (s State) checkOpening(cmd OpenDisputeCmd) error {
	if !s.Exists() {
		return notFound()
	}
	err := domain.Together(
		text.Require("provider_dispute_id", cmd.ProviderDisputeID, maxProviderDisputeID),
		text.Check("reason", cmd.Reason, text.MaxLine),
	)
	if err == nil && cmd.DueBy.IsZero() {
		return domain.InvalidField("due_by", "is required")
	}
	return err
}

func disputeAmount(left decimal.Decimal, cmd OpenDisputeCmd) (decimal.Decimal, error) {
	switch {
	case !left.IsPositive():
		return left, domain.Refuse(domain.Invalid, "nothing_left", "all of this money was given back")
	case cmd.Amount.IsZero(), cmd.Capped && cmd.Amount.GreaterThan(left):
		return left, nil
	case !cmd.Amount.IsPositive() || money.CheckWhole(cmd.Amount) != nil:
		return left, domain.InvalidField("amount", "must be whole rupiah above 0")
	case cmd.Amount.GreaterThan(left):
		return left, domain.InvalidField("amount", "must be at most %s, which is left of this money", left)
	}
	return cmd.Amount, nil
}

// AnswerDisputeCmd answers a dispute.
type AnswerDisputeCmd struct {
	DisputeID int64
	Evidence  Evidence
	By        string
	At        time.Time
}

// AnswerDispute keeps the answer of the merchant for the network. Checks: payment_not_found, dispute_not_found,
// dispute_closed: it no longer needs a response; dispute_due: its time is over; invalid_field text, files; too_many_answers.
func AnswerDispute(s State, cmd AnswerDisputeCmd) ([]domain.Event, error) {
	d, err := s.answerable(cmd.DisputeID, cmd.At)
	if err != nil {
		return nil, err
	}
	switch err := text.Check("text", cmd.Evidence.Text, text.MaxText); {
	case err != nil:
		return nil, err
	case strings.TrimSpace(cmd.Evidence.Text) == "" && len(cmd.Evidence.Files) == 0:
		return nil, domain.InvalidField("text", "is required without files")
	case len(cmd.Evidence.Files) > MaxEvidenceFiles:
		return nil, domain.InvalidField("files", "must be at most %d", MaxEvidenceFiles)
	case d.Answers >= MaxAnswers:
		return nil, domain.Refuse(domain.Invalid, "too_many_answers", "a dispute is answered at most %d times", MaxAnswers)
	}
	return []domain.Event{DisputeAnswered{
		Identity: s.identityOfMoney(d.SuspenseID), DisputeOrder: d.DisputeOrder, Evidence: cmd.Evidence, By: cmd.By, At: cmd.At,
	}}, nil
}

// AcceptDispute lets the customer have the money. Checks: payment_not_found, dispute_not_found, dispute_closed, dispute_due, as
// in AnswerDispute; it was accepted before: nothing happens.
func AcceptDispute(s State, id int64, by string, at time.Time) ([]domain.Event, error) {
	if d, _ := s.Dispute(id); d.Status == DisputeStatusAccepted {
		return nil, nil
	}
	d, err := s.answerable(id, at)
	if err != nil {
		return nil, err
	}
	return []domain.Event{DisputeAccepted{
		Identity: s.identityOfMoney(d.SuspenseID), DisputeOrder: d.DisputeOrder, By: by, At: at,
	}}, nil
}

func (s State) answerable(id int64, at time.Time) (DisputeOf, error) {
	d, err := s.existingDispute(id)
	switch {
	case err != nil:
		return d, err
	case d.Status != DisputeStatusNeedsResponse:
		return d, disputeClosed(d)
	case !at.Before(d.DueBy):
		return d, domain.Refuse(domain.Invalid, "dispute_due", "the dispute was due by %s", d.DueBy.Format(time.RFC3339))
	}
	return d, nil
}

// ForwardDispute says that the network has the answer. The provider's word also counts where no answer is known, and after the
// time is over. Checks: payment_not_found, dispute_not_found; it is under review: nothing happens; dispute_closed; not_answered.
func ForwardDispute(s State, id int64, by string, at time.Time) ([]domain.Event, error) {
	d, err := s.existingDispute(id)
	switch {
	case err != nil:
		return nil, err
	case d.Status == DisputeStatusUnderReview, by == ByProvider && d.isDecided():
		return nil, nil
	case by == ByProvider && d.Status == DisputeStatusExpired:
	case d.Status != DisputeStatusNeedsResponse:
		return nil, disputeClosed(d)
	case by != ByProvider && d.Answers == 0:
		return nil, domain.Refuse(domain.Invalid, "not_answered", "the merchant has not answered the dispute")
	}
	return []domain.Event{DisputeForwarded{
		Identity: s.identityOfMoney(d.SuspenseID), DisputeOrder: d.DisputeOrder, Previous: d.Status, By: by, At: at,
	}}, nil
}

func (d DisputeOf) isDecided() bool {
	return d.Status == DisputeStatusWon || d.Status == DisputeStatusLost || d.Status == DisputeStatusAccepted
}

// ExpireDispute ends a dispute that was not answered in time. Checks: payment_not_found, dispute_not_found; it was answered,
// does not need a response, or is not due: nothing happens.
func ExpireDispute(s State, id int64, at time.Time) ([]domain.Event, error) {
	d, err := s.existingDispute(id)
	if err != nil || d.Status != DisputeStatusNeedsResponse || d.Answers > 0 || at.Before(d.DueBy) {
		return nil, err
	}
	return []domain.Event{DisputeExpired{Identity: s.identityOfMoney(d.SuspenseID), DisputeOrder: d.DisputeOrder, At: at}}, nil
}

// RemindsBefore is how long before it is due a dispute that was not answered is urgent.
const RemindsBefore = 48 * time.Hour

// RemindOfDispute tells the owner, once, that an answer is due soon. Checks: payment_not_found, dispute_not_found; it was
// answered, does not need a response, is not due soon, or was told: nothing happens.
func RemindOfDispute(s State, id int64, email string, at time.Time) ([]domain.Event, error) {
	d, err := s.existingDispute(id)
	isUrgent := d.Status == DisputeStatusNeedsResponse && d.Answers == 0 && !at.Before(d.DueBy.Add(-RemindsBefore)) && at.Before(d.DueBy)
	if err != nil || d.Reminded || !isUrgent {
		return nil, err
	}
	return []domain.Event{DisputeReminded{
		Identity: s.identityOfMoney(d.SuspenseID), DisputeOrder: d.DisputeOrder, Email: email, At: at,
	}}, nil
}

// DecideDispute records how the network decided. A dispute that is won ends its hold, and what its chargeback took comes back.
// The network may decide for the merchant after it had counted as lost, and it decides also where no answer is known. Checks:
//
//  1. payment_not_found, dispute_not_found
//  2. invalid_field outcome: neither won nor lost
//  3. it has this outcome, or was accepted or expired and is lost: nothing happens
//  4. dispute_closed: it was won
func DecideDispute(s State, id int64, outcome, by string, at time.Time) ([]domain.Event, error) {
	d, err := s.existingDispute(id)
	switch {
	case err != nil:
		return nil, err
	case outcome != DisputeStatusWon && outcome != DisputeStatusLost:
		return nil, domain.UnknownCode("outcome", []string{DisputeStatusWon, DisputeStatusLost})
	case d.Status == outcome, outcome == DisputeStatusLost && (d.Status == DisputeStatusAccepted || d.Status == DisputeStatusExpired):
		return nil, nil
	case d.Status == DisputeStatusWon:
		return nil, disputeClosed(d)
	}
	e := DisputeDecided{
		Identity: s.identityOfMoney(d.SuspenseID), DisputeOrder: d.DisputeOrder, Outcome: outcome, Previous: d.Status, By: by, At: at,
	}
	if outcome == DisputeStatusWon && d.Held {
		e.Released, e.ToUnsettled = d.Amount, s.backToUnsettled(d.SuspenseID, d.FromUnsettled)
		e.HeldSince = s.heldSince(d.SuspenseID, e.ToUnsettled)
	}
	events := []domain.Event{e}
	if outcome == DisputeStatusWon && d.ReversalID != "" {
		returned, err := ReturnReversal(s, ReturnReversalCmd{ReversalID: d.ReversalID, Code: "dispute_won", At: at})
		if err != nil {
			return nil, err
		}
		events = append(events, returned...)
	}
	return events, nil
}

// heldSince is when the hold of the money began to which an amount goes back; zero if none does.
func (s State) heldSince(suspenseID int64, toUnsettled decimal.Decimal) time.Time {
	if toUnsettled.IsZero() {
		return time.Time{}
	}
	c, _ := s.credit(suspenseID)
	return c.HeldSince
}

func (s State) existingDispute(id int64) (DisputeOf, error) {
	if !s.Exists() {
		return DisputeOf{}, notFound()
	}
	d, known := s.Dispute(id)
	if !known {
		return d, domain.Refuse(domain.NotFound, "dispute_not_found", "there is no such dispute")
	}
	return d, nil
}

func disputeClosed(d DisputeOf) error {
	return domain.Refuse(domain.Invalid, "dispute_closed", "the dispute is %s", d.Status)
}

// evolveDispute returns the state after an event about a dispute.
func evolveDispute(s State, event domain.Event) State {
	switch e := event.(type) {
	case DisputeOpened:
		s.Disputes = append(slices.Clip(s.Disputes), DisputeOf{
			DisputeOrder: e.DisputeOrder, Status: DisputeStatusNeedsResponse, Held: e.ReversalID == "", ReversalID: e.ReversalID,
		})
		return s.withCredit(e.SuspenseID, func(c *Credit) { c.Unsettled = c.Unsettled.Sub(e.FromUnsettled) })
	case DisputeAnswered:
		return s.withDispute(e.DisputeID, func(d *DisputeOf) { d.Answers, d.Evidence = d.Answers+1, e.Evidence })
	case DisputeReminded:
		return s.withDispute(e.DisputeID, func(d *DisputeOf) { d.Reminded = true })
	case DisputeForwarded:
		return s.withDispute(e.DisputeID, func(d *DisputeOf) { d.Status = DisputeStatusUnderReview })
	case DisputeAccepted:
		return s.withDispute(e.DisputeID, func(d *DisputeOf) { d.Status = DisputeStatusAccepted })
	case DisputeExpired:
		return s.withDispute(e.DisputeID, func(d *DisputeOf) { d.Status = DisputeStatusExpired })
	case DisputeDecided:
		s = s.withDispute(e.DisputeID, func(d *DisputeOf) { d.Status, d.Held = e.Outcome, d.Held && e.Outcome == DisputeStatusLost })
		return s.withCredit(e.SuspenseID, func(c *Credit) { c.Unsettled = c.Unsettled.Add(e.ToUnsettled) })
	}
	return s
}

// withDispute changes a dispute of the state.
func (s State) withDispute(id int64, change func(*DisputeOf)) State {
	s.Disputes = slices.Clone(s.Disputes)
	for i := range s.Disputes {
		if s.Disputes[i].DisputeID == id {
			change(&s.Disputes[i])
		}
	}
	return s
}

// deductionID is the id of the chargeback by which a deduction of the provider takes the money of a dispute.
func deductionID(reference string, disputeID int64) string {
	return fmt.Sprintf("deduction-%s-%d", reference, disputeID)
}
