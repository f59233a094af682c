package verify

import (
	"fmt"
	"strings"

	"gateway/eventstore"
)

// Finding is a violation of an invariant.
type Finding struct {
	// Check is the name of the invariant.
	Check string `json:"check"`
	// Subject is where it was found: an event, an account, a table.
	Subject string `json:"subject"`
	Problem string `json:"problem"`
	// Rows are the read model's rows that differ. Show them only to the operator at the machine: a row may
	// hold personal or secret data.
	Rows string `json:"rows,omitempty"`
}

// Report is the result of Run.
type Report struct {
	// After is the position after which the log was read, and EventsBefore the number of signed events before
	// it. Both are 0, except in a check that starts at a checkpoint.
	After        eventstore.Position `json:"after"`
	EventsBefore int64               `json:"events_before"`
	// Position is the last position of the log that was read.
	Position eventstore.Position `json:"position"`
	Events   int64               `json:"events"`
	// Checks names all invariants that were checked.
	Checks []string `json:"checks"`
	// Findings is empty when every invariant holds. It has at most maxFindings per check.
	Findings []Finding `json:"findings"`
	// Unchecked lists what could not be checked, and why.
	Unchecked []Finding `json:"unchecked"`
	// Waiting lists work that is not done yet and may still wait for its turn.
	Waiting []Finding `json:"waiting"`
	// Notes are worth knowing but are not errors.
	Notes []Finding `json:"notes,omitempty"`
	// LeftOff is the number of findings beyond maxFindings, by check.
	LeftOff map[string]int `json:"left_off,omitempty"`
}

// maxFindings limits the findings per check: a broken table may have a million rows.
const maxFindings = 20

// OK reports whether every invariant holds.
func (r *Report) OK() bool { return len(r.Findings) == 0 }

// Complete reports whether every invariant could be checked.
func (r *Report) Complete() bool { return len(r.Unchecked) == 0 }

func (r *Report) addUnchecked(check, subject string, err error) {
	r.Unchecked = append(r.Unchecked, Finding{Check: check, Subject: subject, Problem: err.Error()})
}

func (r *Report) addWaiting(check, subject, format string, args ...any) {
	r.Waiting = append(r.Waiting, Finding{Check: check, Subject: subject, Problem: fmt.Sprintf(format, args...)})
}

func (r *Report) addNote(check, text string) {
	r.Notes = append(r.Notes, Finding{Check: check, Problem: text})
}

func (r *Report) addFinding(check, subject, format string, args ...any) {
	r.add(Finding{Check: check, Subject: subject, Problem: fmt.Sprintf(format, args...)})
}

func (r *Report) add(finding Finding) {
	check, n := finding.Check, 0
	for _, f := range r.Findings {
		if f.Check == check {
			n++
		}
	}
	if n >= maxFindings {
		if r.LeftOff == nil {
			r.LeftOff = make(map[string]int)
		}
		r.LeftOff[check]++
		return
	}
	r.Findings = append(r.Findings, finding)
}

// String formats the report for people.
func (r *Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d events up to position %d\n", r.Events, r.Position.Commit)
	for _, check := range r.Checks {
		findings, unchecked := ofCheck(r.Findings, check), ofCheck(r.Unchecked, check)
		switch {
		case len(findings) > 0:
			fmt.Fprintf(&b, "BROKEN  %s\n", check)
		case len(unchecked) > 0:
			fmt.Fprintf(&b, "UNKNOWN %s\n", check)
		default:
			fmt.Fprintf(&b, "ok      %s\n", check)
		}
		for _, f := range findings {
			fmt.Fprintf(&b, "        %s: %s%s\n", f.Subject, f.Problem, f.Rows)
		}
		if more := r.LeftOff[check]; more > 0 {
			fmt.Fprintf(&b, "        and %d more\n", more)
		}
		for _, f := range unchecked {
			fmt.Fprintf(&b, "        not checked: %s: %s\n", f.Subject, f.Problem)
		}
		for _, f := range ofCheck(r.Notes, check) {
			fmt.Fprintf(&b, "        %s\n", f.Problem)
		}
		if waiting := ofCheck(r.Waiting, check); len(waiting) > 0 {
			fmt.Fprintf(&b, "        %d waiting, the oldest: %s %s\n", len(waiting), waiting[0].Subject, waiting[0].Problem)
		}
	}
	return b.String()
}

func ofCheck(all []Finding, check string) (found []Finding) {
	for _, f := range all {
		if f.Check == check {
			found = append(found, f)
		}
	}
	return found
}
