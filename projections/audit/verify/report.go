package verify

import (
	"fmt"
	"slices"
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
}

// Report is the result of Run.
type Report struct {
	// Position is how far the log was read.
	Position eventstore.Position `json:"position"`
	Events   int64               `json:"events"`
	// Checks names all invariants that were checked.
	Checks []string `json:"checks"`
	// Findings is empty when every invariant holds. It has at most maxFindings of each
	// check.
	Findings []Finding `json:"findings"`
	dropped  map[string]int
}

// maxFindings limits the findings of a check: a broken table may have a million rows.
const maxFindings = 20

// OK reports whether every invariant holds.
func (r *Report) OK() bool { return len(r.Findings) == 0 }

func (r *Report) addFinding(check, subject, format string, args ...any) {
	n := 0
	for _, f := range r.Findings {
		if f.Check == check {
			n++
		}
	}
	if n >= maxFindings {
		if r.dropped == nil {
			r.dropped = make(map[string]int)
		}
		r.dropped[check]++
		return
	}
	r.Findings = append(r.Findings, Finding{Check: check, Subject: subject, Problem: fmt.Sprintf(format, args...)})
}

// String formats the report for people.
func (r *Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d events up to position %d\n", r.Events, r.Position.Commit)
	for _, check := range r.Checks {
		findings := slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return f.Check != check })
		if len(findings) == 0 {
			fmt.Fprintf(&b, "ok      %s\n", check)
			continue
		}
		fmt.Fprintf(&b, "BROKEN  %s\n", check)
		for _, f := range findings {
			fmt.Fprintf(&b, "        %s: %s\n", f.Subject, f.Problem)
		}
		if more := r.dropped[check]; more > 0 {
			fmt.Fprintf(&b, "        and %d more\n", more)
		}
	}
	return b.String()
}
