package difference_test

import (
	"slices"
	"strings"
	"testing"

	"gateway/domain/difference"
	"gateway/domain/report"
	"gateway/domain/words"

	"github.com/shopspring/decimal"
)

func side(amount int64, status report.Status) *difference.Side {
	return &difference.Side{Amount: decimal.NewFromInt(amount), Status: status}
}

func TestEveryKindAndProblemHasWordsInBothLanguages(t *testing.T) {
	t.Parallel()
	for _, kind := range difference.Kinds() {
		for _, problem := range difference.Problems() {
			d := difference.Difference{Kind: kind, Problem: problem, Reference: "x", Here: side(1, "X"), There: side(2, "Y")}
			hasWords(t, kind+", "+problem, difference.Explain(d))
		}
	}
	hasWords(t, "unexplained", difference.Unexplained(decimal.NewFromInt(-5)))
}

func hasWords(t *testing.T, name string, e difference.Explanation) {
	t.Helper()
	if e.Code == "" {
		t.Errorf("%s: no explanation", name)
	}
	for part, w := range map[string]words.Text{"facts": e.Facts, "meaning": e.Meaning, "next": e.Next} {
		for _, text := range []string{w.Indonesian, w.English} {
			if !strings.HasSuffix(text, ".") {
				t.Errorf("%s: %s is no sentence: %q", name, part, text)
			}
		}
		if w.Indonesian == w.English {
			t.Errorf("%s: %s is the same in both languages", name, part)
		}
	}
}

func TestEachCodeIsOfOneExplanation(t *testing.T) {
	t.Parallel()
	codes := difference.Codes()
	slices.Sort(codes)
	if n := len(slices.Compact(slices.Clone(codes))); n != len(codes) || n < 26 {
		t.Errorf("%d codes, %d of them different", len(codes), n)
	}
}

func TestStatusesThatDifferAreToldApart(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind        string
		here, there report.Status
		code        string
	}{
		{difference.Payment, report.Paid, report.Settled, "payment_settled_there"},
		{difference.Payment, report.Settled, report.Paid, "payment_settled_here"},
		{difference.Payment, report.Reversed, report.Paid, "payment_reversed_here"},
		{difference.Payment, report.Settled, report.Reversed, "payment_reversed_there"},
		{difference.Payment, report.Paid, report.Expired, "payment_status_differs"},
		{difference.Payout, report.Pending, report.Completed, "payout_completed_there"},
		{difference.Payout, report.Pending, report.Failed, "payout_failed_there"},
		{difference.Payout, report.Failed, report.Completed, "payout_failed_here"},
		{difference.Payout, difference.ByHand, report.Completed, "payout_by_hand_and_there"},
		{difference.Payout, report.Completed, report.Failed, "payout_completed_here"},
		{difference.Payout, report.Completed, report.Reversed, "payout_completed_here"},
		{difference.Payout, report.Pending, report.Reversed, "payout_status_differs"},
		{difference.Fee, report.Completed, report.Pending, "fee_status_differs"},
	} {
		e := difference.Explain(difference.Difference{
			Kind: c.kind, Problem: difference.StatusDiffers, Here: side(1, c.here), There: side(1, c.there),
		})
		if e.Code != c.code {
			t.Errorf("%s, %s here and %s there: %s, want %s", c.kind, c.here, c.there, e.Code, c.code)
		}
	}
}

func TestTheFactsSayWhatEachSideHasAndWhatItChanges(t *testing.T) {
	t.Parallel()
	e := difference.Explain(difference.Difference{
		Kind: difference.Payout, Problem: difference.MissingHere, There: side(150_000, report.Completed), Effect: decimal.NewFromInt(-150_000),
	})
	const want = "Our log: nothing. The provider: Rp150.000, COMPLETED. Because of it the provider holds Rp150.000 less than our log says."
	if e.Facts.English != want {
		t.Errorf("got %s", e.Facts.English)
	}
	if !strings.Contains(e.Facts.Indonesian, "Rp150.000 lebih sedikit") {
		t.Errorf("got %s", e.Facts.Indonesian)
	}
}

func TestADifferenceLeadsToWhatItIsAbout(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ kind, reference, subject string }{
		{difference.Payment, "INV-7-12", "transactions/INV-7-12"},
		{difference.Reversal, "INV-7-12", "transactions/INV-7-12"},
		{difference.Fee, "INV-7-12", "transactions/INV-7-12"},
		{difference.Fee, "withdrawal-7-12-0123456789abcdef", "withdrawals/12"},
		{difference.Payout, "withdrawal-7-12", "withdrawals/12"},
		{difference.Payout, "settlement-7-3-0123456789abcdef", "settlements/3"},
		{difference.Payout, "payroll-2026", ""},
		{difference.Payment, "their-order", ""},
		{difference.OwnMoney, "float-1", "treasury"},
	} {
		d := difference.Difference{Kind: c.kind, Problem: difference.MissingThere, Reference: c.reference, Here: side(1, report.Paid)}
		if got := difference.Explain(d).Subject; got != c.subject {
			t.Errorf("%s %s leads to %q, want %q", c.kind, c.reference, got, c.subject)
		}
	}
}
