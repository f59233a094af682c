package staff

import (
	"gateway/domain/difference"
	"gateway/domain/words"
	"gateway/http/page"
	"gateway/http/service/auditrunservice"
	"gateway/projections/audit/reconcile"
)

// equation shows the expected amount of our money at the provider, term by term, and the actual one.
func equation(c *page.Context, e reconcile.Equation) page.Details {
	return page.Details{Title: c.T(words.EquationTitle), Pairs: []page.Pair{
		{Label: c.T(words.EqClearing), Value: page.Rupiah(e.Clearing.Neg())},
		{Label: c.T(words.EqPayouts), Value: page.Rupiah(e.Payouts.Neg())},
		{Label: c.T(words.EqUnsettled), Value: page.Rupiah(e.Unsettled.Neg())},
		{Label: c.T(words.EqOpenPayouts), Value: page.Rupiah(e.OpenPayouts.Neg())},
		{Label: c.T(words.EqExpected), Value: page.Rupiah(e.Expected)},
		{Label: c.T(words.EqBalance), Value: page.Rupiah(e.Balance)},
		{Label: c.T(words.EqDifference), Value: page.Rupiah(e.Difference)},
		{Label: c.T(words.EqExplained), Value: page.Rupiah(e.Explained)},
		{Label: c.T(words.EqUnexplained), Value: page.Rupiah(e.Unexplained)},
	}}
}

// tallies show the counts of both sides by kind.
func tallies(c *page.Context, r auditrunservice.Reconciled) *page.Table {
	t := &page.Table{
		Title: c.T(words.TalliesTitle),
		Columns: c.Titles(words.AuditRunKind, words.OursNumber, words.OursTotal, words.TheirsNumber, words.TheirsTotal,
			words.MatchedNumber, words.DifferNumber),
	}
	for _, one := range []struct {
		kind  string
		tally reconcile.Tally
	}{
		{difference.Payment, r.Payments},
		{difference.Payout, r.Payouts},
		{difference.Reversal, r.Reversals},
		{difference.Fee, r.Fees},
		{difference.OwnMoney, r.OwnMoney},
	} {
		t.Add(page.Plain(c.Word(words.DifferenceKinds, one.kind)), page.Number(one.tally.Here), page.Rupiah(one.tally.HereTotal),
			page.Number(one.tally.There), page.Rupiah(one.tally.ThereTotal), page.Number(one.tally.Matched), page.Number(one.tally.Differences))
	}
	return t
}

// unexplained says what it means if the equation does not hold and no difference explains it.
func unexplained(c *page.Context, r auditrunservice.Reconciled) []page.Block {
	if r.Unexplained == nil {
		return nil
	}
	return []page.Block{page.Notice{
		Text: c.T(r.Unexplained.Facts) + " " + c.T(r.Unexplained.Meaning) + " " + c.T(r.Unexplained.Next),
		Tone: page.ToneBad,
	}}
}

// listDifferences lists what differs, each with its explanation.
func listDifferences(c *page.Context, t *page.Table, r auditrunservice.Reconciled) {
	t.Title = c.T(words.DifferencesTitle)
	if r.Equation.Holds() {
		t.Empty = c.T(words.RunSoundReconcile)
	}
	t.Columns = c.Titles(words.DifferenceWord, words.Reference, words.OurLog, words.TheProvider, words.ChangesMoney,
		words.WhatItMeans, words.WhatToDo)
	for _, d := range r.Differences {
		what := page.Plain(c.Word(words.DifferenceKinds, d.Kind) + ": " + c.Word(words.DifferenceProblems, d.Problem))
		what.Raw = d.Explanation.Code
		t.Add(what, page.ID(d.Reference).To(subjectPath(c, d.Explanation.Subject, 0)), sideCell(c, d.Here), sideCell(c, d.There),
			page.Rupiah(d.Effect), page.Prose(c.T(d.Explanation.Meaning)), page.Prose(c.T(d.Explanation.Next)))
	}
	t.Total = int64(len(t.Rows))
}

// sideCell shows the item of one side. On our side it links to the event.
func sideCell(c *page.Context, i *reconcile.Item) page.Cell {
	if i == nil {
		return page.Plain(c.T(words.NothingThere))
	}
	amount := page.Rupiah(i.Amount)
	cell := page.Cell{
		Text: amount.Text + ", " + c.Word(words.States, string(i.Status)), Raw: amount.Raw + " " + string(i.Status),
		Hint: c.Time(i.At).Text + " · " + i.ID,
	}
	if i.Position > 0 {
		cell.Path = eventPath(c)(i.Position)
	}
	return cell
}
