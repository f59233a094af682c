package page

import (
	"strings"
	"time"

	"gateway/domain/payment"
	"gateway/domain/words"
	"gateway/projections/readmodel/disputerows"

	"github.com/shopspring/decimal"
)

// Stages of a dispute that are no statuses of their own, by their keys in words.DisputeStates and words.DisputeNexts.
const (
	// stageForwarding is answered, but not forwarded; stageOverdue neither answered nor ended.
	stageForwarding = "forwarding"
	stageOverdue    = "overdue"
	// stageDeducted is over, and its money was taken.
	stageDeducted = "deducted"
)

// disputeStage is what a dispute waits for.
func disputeStage(d disputerows.Dispute, now time.Time) string {
	switch {
	case d.Status == payment.DisputeStatusNeedsResponse && d.AnsweredAt != nil:
		return stageForwarding
	case d.Status == payment.DisputeStatusNeedsResponse && !now.Before(d.DueBy):
		return stageOverdue
	case d.ReversalID != nil && d.Status != payment.DisputeStatusWon:
		return stageDeducted
	}
	return d.Status
}

// DisputeHeld is what is held for a dispute now, in rupiah.
func DisputeHeld(d disputerows.Dispute) decimal.Decimal {
	if d.ReversalID != nil || d.Status == payment.DisputeStatusWon {
		return decimal.Zero
	}
	return d.Amount
}

// IsAnswerable reports whether a dispute can be answered or accepted now.
func IsAnswerable(d disputerows.Dispute, now time.Time) bool {
	return d.Status == payment.DisputeStatusNeedsResponse && now.Before(d.DueBy)
}

// DisputeNotice says what happened to the money of a dispute.
func (c *Context) DisputeNotice(d disputerows.Dispute) Notice {
	stage, tone := disputeStage(d, c.Now()), ToneQuiet
	switch d.Status {
	case payment.DisputeStatusNeedsResponse, payment.DisputeStatusUnderReview:
		tone = ToneWait
	case payment.DisputeStatusWon:
		tone = ToneGood
	case payment.DisputeStatusLost, payment.DisputeStatusExpired:
		tone = ToneBad
	}
	args := []any{Rupiah(d.Amount).Text}
	if text := words.DisputeStates[stage]; strings.Count(text.In(c.Language), "%s") > len(args) {
		args = append(args, c.Time(d.DueBy).Text)
	}
	return Notice{Text: c.T(words.DisputeStates[stage], args...), Tone: tone}
}

// DisputeNext says what happens next with a dispute.
func (c *Context) DisputeNext(d disputerows.Dispute) Heading {
	stage := disputeStage(d, c.Now())
	next := words.DisputeNexts[stage]
	if ofStaff, differs := words.DisputeNextsOfStaff[stage]; differs && !c.site.OneClient {
		next = ofStaff
	}
	return Heading{Text: c.T(words.DisputeNext), Hint: c.T(next)}
}

// DisputeFigures are the figures of a dispute.
func (c *Context) DisputeFigures(d disputerows.Dispute) Figures {
	f := Figures{Figures: []Figure{
		{Label: c.T(words.Status), Value: c.State(d.Status)},
		{Label: c.T(words.DisputedAmount), Value: Rupiah(d.Amount)},
		{Label: c.T(words.DisputeHeldNow), Value: Rupiah(DisputeHeld(d))},
	}}
	if d.Status == payment.DisputeStatusNeedsResponse {
		f.Figures = append(f.Figures, Figure{Label: c.T(words.DisputeDueBy), Value: c.Time(d.DueBy), Hint: c.TimeLeft(d.DueBy)})
	}
	return f
}

// DisputeDue is until when an answer counts, with the time that is left while it does.
func (c *Context) DisputeDue(d disputerows.Dispute) Cell {
	due := c.Time(d.DueBy)
	if d.Status == payment.DisputeStatusNeedsResponse {
		due.Text = c.T(words.DisputeDueIn, due.Text, c.TimeLeft(d.DueBy))
	}
	return due
}

// TimeLeft is how long it is until a time, in whole days, hours or minutes.
func (c *Context) TimeLeft(until time.Time) string {
	switch left := until.Sub(c.Now()); {
	case left <= 0:
		return c.T(words.DisputeTimeOver)
	case left >= 48*time.Hour:
		return c.T(words.DisputeDaysLeft, int(left/(24*time.Hour)))
	case left >= 2*time.Hour:
		return c.T(words.DisputeHoursLeft, int(left/time.Hour))
	default:
		return c.T(words.DisputeMinutesLeft, int(left/time.Minute))
	}
}

// DisputeReason is what the customer says, in the words of the provider.
func (c *Context) DisputeReason(d disputerows.Dispute) Cell {
	if d.Reason == "" {
		return Plain(c.T(words.DisputeNoReason))
	}
	return Plain(words.Isolated(d.Reason))
}

// DisputeDetails are the facts of a dispute. transaction links to the page of its payment.
func (c *Context) DisputeDetails(d disputerows.Dispute, transaction Cell) Details {
	details := Details{Title: c.T(words.Facts), Pairs: []Pair{
		{c.T(words.DisputeReason), c.DisputeReason(d)},
		{c.T(words.DisputeDueBy), c.DisputeDue(d)},
		{c.T(words.Transaction), transaction},
		{c.T(words.ProviderPayment), ID(d.PaymentID)},
		{c.T(words.DisputeOpened), c.Time(d.CreatedAt)},
		{c.T(words.UpdatedAt), c.Time(d.UpdatedAt)},
	}}
	if d.ReversalID != nil {
		details.Pairs = append(details.Pairs, Pair{c.T(words.DisputeReversal), ID(*d.ReversalID)})
	}
	return details
}

// DisputeAnswers shows the answers to a dispute, the last one first, with links to their files.
func (c *Context) DisputeAnswers(d disputerows.Dispute) []Block {
	blocks := []Block{Heading{Text: c.T(words.Answers)}}
	if len(d.Answers) == 0 {
		return append(blocks, Notice{Text: c.T(words.NoAnswerYet), Tone: ToneQuiet})
	}
	for i := len(d.Answers) - 1; i >= 0; i-- {
		answer := d.Answers[i]
		text := answer.Text
		if text == "" {
			text = c.T(words.AnswerWithoutText)
		}
		blocks = append(blocks, Message{Who: c.actorText(answer.By), At: c.Time(answer.AnsweredAt), Text: text, Own: c.site.OneClient})
		files := Links{}
		for _, f := range answer.Files {
			files.Links = append(files.Links, Link{
				Text: c.T(words.DownloadFile, words.Isolated(f.Name), fileSize(f.Size)), Path: c.Link("/disputes/" + Key(d.ID) + "/files/" + f.Hash),
			})
		}
		if len(files.Links) > 0 {
			blocks = append(blocks, files)
		}
	}
	return blocks
}

// fileSize is the size of a file in kB, or in MB with a decimal.
func fileSize(bytes int64) string {
	kilobytes := decimal.NewFromInt(bytes).Div(decimal.NewFromInt(1000))
	if kilobytes.LessThan(decimal.NewFromInt(1000)) {
		return Decimal(kilobytes.Ceil(), "kB").Text
	}
	return Decimal(kilobytes.Div(decimal.NewFromInt(1000)).Round(1), "MB").Text
}

// DisputeOrders are the choices of how disputes are listed.
func (c *Context) DisputeOrders() Field {
	return Field{Name: "order", Label: c.T(words.DisputeOrder), Options: []Option{
		{Text: c.T(words.DisputesNewest)}, {Value: disputerows.OrderDue, Text: c.T(words.DisputesDue)},
	}}
}
