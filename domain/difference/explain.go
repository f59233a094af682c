package difference

import (
	"gateway/domain/money"
	"gateway/domain/report"
	"gateway/domain/words"

	"github.com/shopspring/decimal"
)

// row names the explanation for a kind and problem. If here or there is set, the row applies only to those statuses.
type row struct {
	kind, problem string
	here, there   report.Status
	code          string
}

// rows has a row for every kind and problem. If several rows fit a difference, the first counts. Package words has
// the words of each code.
var rows = []row{
	{kind: Payment, problem: MissingHere, code: "payment_missing_here"},
	{kind: Payment, problem: MissingThere, code: "payment_missing_there"},
	{kind: Payment, problem: AmountDiffers, code: "payment_amount_differs"},
	{kind: Payment, problem: StatusDiffers, here: report.Paid, there: report.Settled, code: "payment_settled_there"},
	{kind: Payment, problem: StatusDiffers, here: report.Settled, there: report.Paid, code: "payment_settled_here"},
	{kind: Payment, problem: StatusDiffers, here: report.Reversed, code: "payment_reversed_here"},
	{kind: Payment, problem: StatusDiffers, there: report.Reversed, code: "payment_reversed_there"},
	{kind: Payment, problem: StatusDiffers, code: "payment_status_differs"},
	{kind: Payment, problem: BookedOtherwise, code: "payment_booked_otherwise"},
	{kind: Payout, problem: MissingHere, code: "payout_missing_here"},
	{kind: Payout, problem: MissingThere, code: "payout_missing_there"},
	{kind: Payout, problem: AmountDiffers, code: "payout_amount_differs"},
	{kind: Payout, problem: StatusDiffers, here: report.Pending, there: report.Completed, code: "payout_completed_there"},
	{kind: Payout, problem: StatusDiffers, here: report.Pending, there: report.Failed, code: "payout_failed_there"},
	{kind: Payout, problem: StatusDiffers, here: report.Failed, there: report.Completed, code: "payout_failed_here"},
	{kind: Payout, problem: StatusDiffers, here: ByHand, code: "payout_by_hand_and_there"},
	{kind: Payout, problem: StatusDiffers, here: report.Completed, code: "payout_completed_here"},
	{kind: Payout, problem: StatusDiffers, code: "payout_status_differs"},
	{kind: Payout, problem: BookedOtherwise, code: "payout_booked_otherwise"},
	{kind: Reversal, problem: MissingHere, code: "reversal_missing_here"},
	{kind: Reversal, problem: MissingThere, code: "reversal_missing_there"},
	{kind: Reversal, problem: AmountDiffers, code: "reversal_amount_differs"},
	{kind: Reversal, problem: StatusDiffers, code: "reversal_status_differs"},
	{kind: Reversal, problem: BookedOtherwise, code: "reversal_booked_otherwise"},
	{kind: Fee, problem: MissingHere, code: "fee_missing_here"},
	{kind: Fee, problem: MissingThere, code: "fee_missing_there"},
	{kind: Fee, problem: AmountDiffers, code: "fee_amount_differs"},
	{kind: Fee, problem: StatusDiffers, code: "fee_status_differs"},
	{kind: Fee, problem: BookedOtherwise, code: "fee_booked_otherwise"},
	{kind: OwnMoney, problem: MissingHere, code: "own_money_missing_here"},
	{kind: OwnMoney, problem: MissingThere, code: "own_money_missing_there"},
	{kind: OwnMoney, problem: AmountDiffers, code: "own_money_amount_differs"},
	{kind: OwnMoney, problem: StatusDiffers, code: "own_money_status_differs"},
	{kind: OwnMoney, problem: BookedOtherwise, code: "own_money_booked_otherwise"},
}

// unexplained is the code of Unexplained.
const unexplained = "money_unexplained"

// Codes returns the codes of all explanations; the code of Unexplained comes last.
func Codes() []string {
	var codes []string
	for _, r := range rows {
		codes = append(codes, r.code)
	}
	return append(codes, unexplained)
}

// Explain explains a difference. Code is empty for an unknown kind or problem.
func Explain(d Difference) Explanation {
	for _, r := range rows {
		if r.fits(d) {
			e := explanation(r.code, facts(d))
			e.Subject = subject(d)
			return e
		}
	}
	return Explanation{Facts: facts(d)}
}

func explanation(code string, facts words.Text) Explanation {
	w := words.Differences[code]
	return Explanation{Code: code, Facts: facts, Meaning: w.Meaning, Next: w.Next}
}

func (r row) fits(d Difference) bool {
	is := func(wanted report.Status, s *Side) bool { return wanted == "" || s != nil && s.Status == wanted }
	return r.kind == d.Kind && r.problem == d.Problem && is(r.here, d.Here) && is(r.there, d.There)
}

// facts returns what each side records, and the effect on the money.
func facts(d Difference) words.Text {
	both := words.BothSides.With(side(d.Here), side(d.There))
	if d.Effect.IsZero() {
		return both
	}
	return words.ProviderHolds.With(both, money.Rupiah(d.Effect.Abs()), moreOrLess(d.Effect))
}

func moreOrLess(d decimal.Decimal) words.Text {
	if d.IsNegative() {
		return words.Less
	}
	return words.More
}

func side(s *Side) words.Text {
	if s == nil {
		return words.NoRecord
	}
	text := money.Rupiah(s.Amount) + ", " + string(s.Status)
	return words.Text{Indonesian: text, English: text}
}

// Unexplained explains that the money at the provider is not what it should be, although the differences of
// the compared days don't account for it. Amount is in rupiah.
func Unexplained(amount decimal.Decimal) Explanation {
	return explanation(unexplained, words.Unexplained.With(money.Rupiah(amount.Abs()), moreOrLess(amount)))
}
