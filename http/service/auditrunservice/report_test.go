package auditrunservice

import (
	"fmt"
	"strings"
	"testing"

	"gateway/http/service/state"
	"gateway/projections/audit/reconcile"
	"gateway/projections/audit/verify"

	"github.com/shopspring/decimal"
)

func TestAReportKeepsAtMost200DifferencesAndSaysHowManyMore(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ differences, kept, leftOff int }{{0, 0, 0}, {MaxKept, MaxKept, 0}, {MaxKept + 1, MaxKept, 1}, {1_000_000, MaxKept, 999_800}} {
		kept, found, outcome := ofReconcile(&reconcile.Report{Differences: make([]reconcile.Difference, c.differences)})
		want := state.RunFound
		if c.differences == 0 {
			want = state.RunSound
		}
		if r := kept.Reconcile; len(r.Differences) != c.kept || r.LeftOff != int64(c.leftOff) || found != int64(c.differences) || outcome != want {
			t.Errorf("%d differences: %d kept, %d left off, %d found, %s", c.differences, len(r.Differences), r.LeftOff, found, outcome)
		}
	}
}

func TestAReportKeepsAtMost200FindingsOfThousandCharacters(t *testing.T) {
	t.Parallel()
	r := &verify.Report{Checks: []string{"a", "b"}, LeftOff: map[string]int{"a": 5}}
	for i := range MaxKept + 10 {
		r.Findings = append(r.Findings, verify.Finding{
			Check: "a", Subject: fmt.Sprintf("position %d (x)", i), Problem: strings.Repeat("é", maxText+i), Rows: "; served (secret)",
		})
		r.Waiting = append(r.Waiting, verify.Finding{Check: "b"})
	}
	kept, found, outcome := ofVerify(r)
	v := kept.Verify
	if len(v.Findings) != MaxKept || len(v.Waiting) != MaxKept || v.LeftOff != 15 || found != MaxKept+15 || outcome != state.RunFound {
		t.Errorf("%d findings, %d waiting, %d left off, %d found, %s", len(v.Findings), len(v.Waiting), v.LeftOff, found, outcome)
	}
	if whole, cut := v.Findings[0], v.Findings[1]; len([]rune(whole.Problem)) != maxText || strings.Contains(whole.Problem, "…") ||
		len([]rune(cut.Problem)) != maxText || !strings.HasSuffix(cut.Problem, "…") || cut.Position != 1 {
		t.Errorf("%d and %d characters, position %d", len([]rune(whole.Problem)), len([]rune(cut.Problem)), cut.Position)
	}
	if a, b := v.Checks[0], v.Checks[1]; a.State != CheckBroken || a.Findings != MaxKept+15 || b.State != CheckHolds || b.Waiting != MaxKept+10 {
		t.Errorf("%+v %+v", a, b)
	}
	if strings.Contains(string(kept.json()), "secret") {
		t.Error("a row of a read model is kept")
	}
}

func TestTheOutcomeSaysWhetherAllIsKnownToBeRight(t *testing.T) {
	t.Parallel()
	some := []verify.Finding{{Check: "a", Subject: "s", Problem: "p"}}
	for _, c := range []struct {
		report  verify.Report
		outcome string
	}{
		{verify.Report{Waiting: some, Notes: some}, state.RunSound},
		{verify.Report{Unchecked: some}, state.RunIncomplete},
		{verify.Report{Unchecked: some, Findings: some}, state.RunFound},
	} {
		if _, _, outcome := ofVerify(&c.report); outcome != c.outcome {
			t.Errorf("%+v: %s", c.report, outcome)
		}
	}
}

func TestMoneyThatNoDifferenceExplainsIsFoundAndExplained(t *testing.T) {
	t.Parallel()
	one := decimal.NewFromInt(1)
	kept, found, outcome := ofReconcile(&reconcile.Report{Equation: reconcile.Equation{Difference: one, Unexplained: one}})
	if outcome != state.RunFound || found != 1 || kept.Reconcile.Unexplained == nil || kept.Reconcile.Unexplained.Code != "money_unexplained" {
		t.Errorf("%s, %d, %+v", outcome, found, kept.Reconcile.Unexplained)
	}
}
