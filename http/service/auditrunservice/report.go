package auditrunservice

import (
	"encoding/json"
	"fmt"

	"gateway/domain/difference"
	"gateway/http/service/state"
	"gateway/projections/audit/reconcile"
	"gateway/projections/audit/verify"
)

const (
	// MaxKept limits the findings or differences that a stored report has in each list. The report says how
	// many more there were.
	MaxKept = 200
	// maxText limits the stored text of a finding, in characters.
	maxText = 1000
)

// Report is what is stored of a completed run: exactly one of its fields is set.
type Report struct {
	Verify    *Verified   `json:"verify"`
	Reconcile *Reconciled `json:"reconcile"`
}

// Verified is the result of a verify.
type Verified struct {
	// Events is the number of events read. EventsBefore is the number of signed events before them, which
	// were not read.
	Events       int64   `json:"events"`
	EventsBefore int64   `json:"events_before"`
	Checks       []Check `json:"checks"`
	// Findings, Unchecked, Waiting and Notes have at most MaxKept elements each.
	Findings  []Finding `json:"findings"`
	Unchecked []Finding `json:"unchecked"`
	Waiting   []Finding `json:"waiting"`
	Notes     []Finding `json:"notes"`
	// LeftOff is the number of findings beyond the stored ones.
	LeftOff int64 `json:"left_off"`
}

// The states of a check. It is unknown when the check could not be completed and nothing is known to be
// wrong.
const (
	CheckHolds   = "ok"
	CheckBroken  = "broken"
	CheckUnknown = "unknown"
)

// Check is one invariant and its state.
type Check struct {
	Name      string `json:"name"`
	State     string `json:"state"`
	Findings  int64  `json:"findings"`
	Unchecked int64  `json:"unchecked"`
	Waiting   int64  `json:"waiting"`
}

// Finding is a finding without rows of the read models, which may hold personal data.
type Finding struct {
	Check   string `json:"check"`
	Subject string `json:"subject"`
	Problem string `json:"problem"`
	// Position is the position of the event that it is about, or 0.
	Position int64 `json:"position"`
}

// Reconciled is the result of a comparison with the provider's books.
type Reconciled struct {
	reconcile.Report
	// Unexplained says what the unexplained rest of the equation means. It is nil when the rest is zero.
	Unexplained *difference.Explanation `json:"unexplained"`
	// LeftOff is the number of differences beyond the stored ones.
	LeftOff int64 `json:"left_off"`
}

// ofVerify returns what is stored of a verify, the number of its findings, and its outcome.
func ofVerify(r *verify.Report) (kept Report, found int64, outcome string) {
	v := &Verified{
		Events: r.Events, EventsBefore: r.EventsBefore, Findings: keep(r.Findings), Unchecked: keep(r.Unchecked), Waiting: keep(r.Waiting),
		Notes: keep(r.Notes),
	}
	found = int64(len(r.Findings))
	for _, check := range r.Checks {
		c := Check{
			Name: check, State: CheckHolds, Findings: count(r.Findings, check) + int64(r.LeftOff[check]),
			Unchecked: count(r.Unchecked, check), Waiting: count(r.Waiting, check),
		}
		switch {
		case c.Findings > 0:
			c.State = CheckBroken
		case c.Unchecked > 0:
			c.State = CheckUnknown
		}
		found += int64(r.LeftOff[check])
		v.Checks = append(v.Checks, c)
	}
	v.LeftOff = found - int64(len(v.Findings))
	switch {
	case !r.OK():
		outcome = state.RunFound
	case !r.Complete():
		outcome = state.RunIncomplete
	default:
		outcome = state.RunSound
	}
	return Report{Verify: v}, found, outcome
}

func count(all []verify.Finding, check string) (n int64) {
	for _, f := range all {
		if f.Check == check {
			n++
		}
	}
	return n
}

func keep(all []verify.Finding) []Finding {
	kept := make([]Finding, 0, min(len(all), MaxKept))
	for _, f := range all[:min(len(all), MaxKept)] {
		one := Finding{Check: f.Check, Subject: cut(f.Subject), Problem: cut(f.Problem)}
		_, _ = fmt.Sscanf(f.Subject, "position %d", &one.Position) // other subjects are not events
		kept = append(kept, one)
	}
	return kept
}

// ofReconcile returns what is stored of a comparison, the number of its differences, and its outcome. An
// equation that does not hold counts as a difference when no difference explains it.
func ofReconcile(r *reconcile.Report) (kept Report, found int64, outcome string) {
	c := &Reconciled{Report: *r}
	found, outcome = int64(len(r.Differences)), state.RunSound
	if len(r.Differences) > MaxKept {
		c.Differences, c.LeftOff = r.Differences[:MaxKept], found-MaxKept
	}
	if u := r.Equation.Unexplained; !u.IsZero() {
		explanation := difference.Unexplained(u)
		c.Unexplained = &explanation
	}
	if r.Equation.BalanceUnknown {
		outcome = state.RunIncomplete
	}
	if !r.OK() {
		found, outcome = max(found, 1), state.RunFound
	}
	return Report{Reconcile: c}, found, outcome
}

func cut(text string) string {
	if runes := []rune(text); len(runes) > maxText {
		return string(runes[:maxText-1]) + "…"
	}
	return text
}

// Document returns the report of a run, and the run with its report as JSON, as the API shows it.
func Document(run state.AuditRun) (report Report, document string, err error) {
	if report, err = read(run.Report); err != nil {
		return report, "", err
	}
	text, err := json.MarshalIndent(Shown{AuditRun: run, Report: report}, "", "  ")
	if err != nil {
		return report, "", fmt.Errorf("encode the report of audit run %d: %w", run.ID, err)
	}
	return report, string(text) + "\n", nil
}

// read decodes a stored report. It returns an empty report when there is none.
func read(raw json.RawMessage) (r Report, err error) {
	if raw == nil {
		return r, nil
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		return r, fmt.Errorf("decode the report of an audit run: %w", err)
	}
	return r, nil
}
