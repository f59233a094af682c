package staff

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"slices"
	"strings"

	"gateway/domain/words"
	"gateway/http/api"
	"gateway/http/page"
	"gateway/http/service/periodservice"
	"gateway/http/service/state"
)

// monthSubject is the kind of the subject of approvals that close a month.
const monthSubject = "periods"

// runningChecks show how far the audit run is that goes on, if any.
func runningChecks(c *page.Context) (blocks []page.Block, err error) {
	running, err := api.ListAuditRuns(c, url.Values{"outcome": {state.RunRunning}})
	for _, r := range running.Data {
		blocks = append(blocks, runProgress(c, r))
	}
	return blocks, err
}

// checkForms start the checks that an open month lacks, one run at a time.
func checkForms(c *page.Context, m api.PeriodDetail) (blocks []page.Block) {
	if !c.May("audit") {
		return nil
	}
	for _, check := range m.Checks {
		if form, ok := checkForm(c, m.Period, check); ok {
			blocks = append(blocks, form)
		}
	}
	return blocks
}

// checkForm starts the run that a check lacks. ok is false for a check that no run makes.
func checkForm(c *page.Context, month string, check periodservice.Check) (form page.Form, ok bool) {
	action := monthPath(month) + "/check"
	hidden := func(name, value string) page.Field { return page.Field{Name: name, Kind: "hidden", Value: value} }
	switch {
	case check.TodoCode == periodservice.TodoVerify:
		form = step(c, action, words.StartVerifyOfMonth, words.StartVerifyOfMonthHint, hidden("kind", state.VerifyRun), hidden("whole", "true"))
	case check.TodoCode == periodservice.TodoCompare && len(check.Missing) > 0:
		from, to := check.Missing[0], check.Missing[len(check.Missing)-1]
		title := c.T(words.StartCompare, check.Connection)
		form = page.Form{
			Title: title, Hint: c.T(words.StartCompareHint, daysText(c, from, to), check.Connection), Action: action, Submit: title,
			Fields: []page.Field{
				hidden("kind", state.ReconcileRun), hidden("connection", check.Connection), hidden("date", from), hidden("to", to),
			},
		}
	default:
		return form, false
	}
	return form, true
}

// checkMonth starts a run and goes back to the month.
func checkMonth(c *page.Context) (page.Result, error) {
	_, err := api.StartAuditRun(c, page.Body{}.Texts(c, "kind", "connection", "date", "to").Flag(c, "whole"))
	return page.Result{To: monthPath(c.Param("id")), Done: "started"}, err
}

// monthFinding is a finding with the run that has its report, 0 if unknown.
type monthFinding struct {
	periodservice.Finding
	run int64
}

func allFindings(m api.PeriodDetail) (all []monthFinding) {
	for _, check := range m.Checks {
		run := int64(0)
		if len(check.Runs) > 0 {
			run = check.Runs[0]
		}
		for _, f := range check.Findings {
			if !slices.ContainsFunc(all, func(other monthFinding) bool { return other.Name == f.Name }) {
				all = append(all, monthFinding{f, run})
			}
		}
	}
	return all
}

// findingsOf lists what the checks of an open month found.
func findingsOf(c *page.Context, m api.PeriodDetail) *page.Table {
	t := &page.Table{
		Title: c.T(words.FindingsTitle), Columns: c.Titles(words.FindingWord, words.FindingFacts, words.CheckRun, words.FindingName),
	}
	for _, f := range allFindings(m) {
		t.Add(page.Plain(findingText(c, f.Name)), page.Prose(factsText(c, f.Finding)), runCell(c, f.run), page.ID(f.Name))
	}
	return t
}

// factsText says what was found. A verify says it in English only, so in another language its report has to say more.
func factsText(c *page.Context, f periodservice.Finding) string {
	switch {
	case f.Facts != nil:
		return c.T(*f.Facts)
	case c.Language == words.English:
		return f.Problem
	}
	for name, rule := range words.Rules {
		if strings.HasPrefix(f.Name, verifyPrefix+name+": ") {
			return c.T(rule.Next)
		}
	}
	return ""
}

// The first words of the names of findings.
const (
	verifyPrefix    = "verify: "
	reconcilePrefix = "reconcile "
)

// findingText puts the name of a finding into words. A name that no words are known for stays as it is.
func findingText(c *page.Context, name string) string {
	if rest, ok := strings.CutPrefix(name, verifyPrefix); ok {
		for rule, text := range words.Rules {
			if subject, ok := strings.CutPrefix(rest, rule+": "); ok {
				return c.T(text.Name) + ": " + subject
			}
		}
		return name
	}
	rest, ok := strings.CutPrefix(name, reconcilePrefix)
	connection, rest, cut := strings.Cut(rest, ": ")
	if !ok || !cut {
		return name
	}
	for kind, kindText := range words.DifferenceKinds {
		for problem, problemText := range words.DifferenceProblems {
			if reference, ok := strings.CutPrefix(rest, kind+" "+problem+" "); ok {
				return connection + ": " + c.T(kindText) + " " + reference + ": " + c.T(problemText)
			}
		}
	}
	switch rest {
	case periodservice.BalanceUnknown:
		return connection + ": " + c.T(words.BalanceUnknown)
	case "money_unexplained":
		return connection + ": " + c.T(words.EqUnexplained)
	}
	return name
}

// reasonName is the field of the reason for which a finding is accepted. It depends on the name of the finding, so that a
// reason never goes with another finding when the checklist has changed since the form was shown.
func reasonName(finding string) string {
	const length = 12
	sum := sha256.Sum256([]byte(finding))
	return "reason-" + hex.EncodeToString(sum[:length])
}

// closeForm asks for the closing of a month, with a reason for each finding.
func closeForm(c *page.Context, m api.PeriodDetail) page.Form {
	title := c.T(words.CloseMonth, c.MonthOf(m.Period))
	form := page.Form{
		Title: title, Hint: c.T(words.CloseMonthHint) + " " + c.T(words.CloseMonthAlone), Action: monthPath(m.Period) + "/close", Submit: title,
		Danger: true,
	}
	for _, f := range allFindings(m) {
		form.Fields = append(form.Fields, page.Field{
			Name: reasonName(f.Name), Label: c.T(words.FindingReason, findingText(c, f.Name)), Required: true,
		})
	}
	form.Fields = append(form.Fields, confirmField(c))
	return form
}

// closeMonth asks for the closing. The findings are those that the checks have now; each needs its reason in the form.
func closeMonth(c *page.Context) (page.Result, error) {
	m, err := api.GetPeriod(c, c.Param("id"))
	if err != nil {
		return page.Result{}, err
	}
	findings, fields := []page.Body{}, []string{}
	for _, f := range allFindings(m) {
		field := reasonName(f.Name)
		fields = append(fields, field)
		findings = append(findings, page.Body{"name": f.Name, "reason": strings.TrimSpace(c.Field(field))})
	}
	if m.Closing != nil { // the API says that it is closed
		findings, fields = nil, nil
	}
	if err := demand(c, fields...); err != nil {
		return page.Result{}, err
	}
	_, err = api.ClosePeriod(c, c.Param("id"), page.Body{"findings": findings})
	return page.Result{To: monthPath(c.Param("id")), Done: "saved"}, err
}
