package page

import (
	"gateway/domain/payment"
	"gateway/domain/words"
	"gateway/projections/readmodel/payoutrows"
	"gateway/projections/readmodel/refundrows"
)

// refundTones are the tones of the sentence that says what a refund did with the money.
var refundTones = map[string]Tone{
	payment.RefundStatusPending: ToneWait, payment.RefundStatusProcessing: ToneWait, payment.RefundStatusSucceeded: ToneGood,
	payment.RefundStatusFailed: ToneBad, payment.RefundStatusRejected: ToneBad,
}

// RefundNotice says what a refund did with the money.
func (c *Context) RefundNotice(r refundrows.Refund) Notice {
	tone := refundTones[r.Status]
	if tone == "" {
		tone = ToneQuiet
	}
	text, ok := words.RefundStates[r.Status]
	if !ok {
		return Notice{Text: c.Word(words.States, r.Status), Tone: tone}
	}
	amount := r.Amount
	if r.Status == payment.RefundStatusFailed && r.SucceededAt != nil { // it bounced, and so its fee came back
		amount = amount.Add(r.Fee)
	}
	return Notice{Text: c.T(text, Rupiah(amount).Text), Tone: tone}
}

// RefundState shows the state of a refund, with the reason if it ended without the customer's money.
func (c *Context) RefundState(r refundrows.Refund) Cell {
	return c.State(r.Status).Noted(c.refundEnd(r))
}

// PayoutState shows the state of a payout, with the reason if it was rejected, failed or was reversed.
func (c *Context) PayoutState(p payoutrows.Payout) Cell {
	return c.State(p.Status).Noted(c.FailureText(orEmpty(p.Reason)))
}

// RefundFigures are the figures of a refund.
func (c *Context) RefundFigures(r refundrows.Refund) Figures {
	return Figures{Figures: []Figure{
		{Label: c.T(words.Status), Value: c.RefundState(r)},
		{Label: c.T(words.RefundAmount), Value: Rupiah(r.Amount)},
		{Label: c.T(words.RefundFee), Value: Rupiah(r.Fee)},
		{Label: c.T(words.RefundMethod), Value: Plain(c.Word(words.RefundMethods, r.Method))},
	}}
}

// RefundArrival says when the customer has the money. It is empty for a refund that ended without sending any.
func (c *Context) RefundArrival(r refundrows.Refund) Cell {
	switch r.Status {
	case payment.RefundStatusPending, payment.RefundStatusProcessing:
		return Plain(c.Word(words.RefundArrivals, r.Method))
	case payment.RefundStatusSucceeded:
		if r.SucceededAt != nil {
			at := c.Time(*r.SucceededAt)
			return Cell{Text: c.T(words.RefundArrived[r.Method], at.Text), Raw: at.Raw, Hint: at.Hint}
		}
	}
	return Plain("")
}

// RefundMoney tells when the customer has the money, and why the refund ended if it did without that.
func (c *Context) RefundMoney(r refundrows.Refund) Details {
	d := Details{Title: c.T(words.RefundMoney), Pairs: []Pair{
		{c.T(words.CreatedAt), c.Time(r.CreatedAt)},
		{c.T(words.UpdatedAt), c.Time(r.UpdatedAt)},
	}}
	for _, pair := range []Pair{
		{c.T(words.CustomerHasMoney), c.RefundArrival(r)},
		{c.T(words.RefundSucceededAt), c.TimeOr(r.SucceededAt)},
		{c.T(words.RefundFailure), Plain(c.refundEnd(r))},
	} {
		if pair.Value.Text != "" {
			d.Pairs = append(d.Pairs, pair)
		}
	}
	return d
}

// refundEnd says in words why a refund failed, was rejected or was cancelled. What the provider wrote is a technical detail where
// its code has words.
func (c *Context) refundEnd(r refundrows.Refund) string {
	code, message := orEmpty(r.FailureCode), orEmpty(r.FailureMessage)
	said, isCode := words.Failure(code)
	if isCode || message == "" || message == code {
		return c.T(said)
	}
	return code + ": " + message
}

// RefundFailureCodes are the technical details of a refund that failed: the code and the words of the provider.
func (c *Context) RefundFailureCodes(r refundrows.Refund) []Block {
	blocks := c.FailureCodes(orEmpty(r.FailureCode))
	if message := orEmpty(r.FailureMessage); message != "" && len(blocks) > 0 {
		return []Block{Technical{Blocks: []Block{Details{Pairs: []Pair{
			{c.T(words.FailureCode), ID(orEmpty(r.FailureCode))}, {c.T(words.Message), Plain(message)},
		}}}}}
	}
	return blocks
}

// RefundDetails are the facts of a refund. transaction links to the page of its payment.
func (c *Context) RefundDetails(r refundrows.Refund, transaction Cell) Details {
	d := Details{Title: c.T(words.Facts), Pairs: []Pair{
		{c.T(words.ID), ID(Key(r.ID))},
		{c.T(words.ExternalID), ID(r.ExternalID)},
		{c.T(words.Transaction), transaction},
		{c.T(words.ProviderPayment), ID(r.PaymentID)},
		{c.T(words.Reason), Plain(c.Word(words.RefundReasons, r.Reason))},
	}}
	if note := orEmpty(r.Note); note != "" {
		d.Pairs = append(d.Pairs, Pair{c.T(words.RefundNote), Plain(note)})
	}
	if r.To != nil {
		d.Pairs = append(d.Pairs, Pair{c.T(words.RefundTo), Plain(RefundAccount(*r.To))})
	}
	return d
}

// RefundAccount is the bank account of a refund by transfer on one line.
func RefundAccount(to payment.RefundTo) string {
	return words.Isolated(to.Bank + " " + to.AccountNumber + ", " + to.AccountHolder)
}
