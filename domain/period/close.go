package period

import (
	"slices"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/calendar"
)

// Made is a check of the month with its result.
type Made struct {
	Check
	// Missing says what must be done before the check is one; empty for a check that was made in full. No name accepts
	// it.
	Missing string
}

// CloseCmd closes a month. All except Month, Accepted and who asks was read from the log and from the audit runs.
type CloseCmd struct {
	Month    string
	Accepted []Accepted
	// Calendar is the calendar of the business time zone.
	Calendar calendar.Calendar
	// TimeZone, From and Until are those of the event. From is later or earlier than the first instant of the month in
	// the calendar where the month before was closed in another time zone.
	TimeZone    string
	From, Until time.Time
	After, Last Position
	// EarlierOpen is the first earlier month that has bookings and is not closed; empty if there is none.
	EarlierOpen          string
	EventsBefore, Events int64
	TrialBalance         []Line
	Checkpoint           string
	Checks               []Made
	By, ApprovedBy       string
	At                   time.Time
}

// The codes of the refusals.
const (
	codeRunning     = "period_running"
	codeEarlierOpen = "period_earlier_open"
	codeClosed      = "period_closed"
	codeUnsound     = "period_unsound"
)

// Close decides a CloseCmd on the stream of the month. Checks:
//
//  1. invalid_field period: it is no month
//  2. period_running: the month is not over in the business time zone
//  3. period_earlier_open: an earlier month has bookings and is not closed
//  4. the month is closed, and by the same two people: nothing happens
//  5. period_closed: others closed it; there is no reopening
//  6. invalid_field findings: one has no reason, is named twice, or is none of the findings
//  7. period_unsound: a check is missing, or found what was not accepted by its name
func Close(s State, cmd CloseCmd) ([]domain.Event, error) {
	if err := cmd.over(); err != nil {
		return nil, err
	}
	if cmd.EarlierOpen != "" {
		return nil, about(codeEarlierOpen, cmd.EarlierOpen+" has bookings and is not closed: close it first")
	}
	if s.Exists() {
		if s.By == cmd.By && s.ApprovedBy == cmd.ApprovedBy {
			return nil, nil
		}
		return nil, about(codeClosed, cmd.Month+" is closed already: what comes later is booked in an open month")
	}
	if err := checkAccepted(cmd.Accepted, cmd.Checks); err != nil {
		return nil, err
	}
	if err := Unsound(cmd.Checks, cmd.Accepted); err != nil {
		return nil, err
	}
	return []domain.Event{cmd.closed()}, nil
}

func (cmd CloseCmd) over() error {
	month, err := Parse(cmd.Calendar, cmd.Month)
	if err != nil {
		return err
	}
	return Over(month, cmd.At)
}

// Over refuses a month that is not over at an instant, with period_running.
func Over(month Month, at time.Time) error {
	if at.Before(month.Until) {
		return about(codeRunning, month.Name+" is not over: it ends at "+month.Until.Format(time.RFC3339))
	}
	return nil
}

// Unsound refuses, with period_unsound, checks of which one is missing, or found what was not accepted by its name. It
// names the first such finding and how many there are.
func Unsound(checks []Made, accepted []Accepted) error {
	for _, check := range checks {
		if check.Missing != "" {
			return about(codeUnsound, check.Name+": "+check.Missing)
		}
		for _, finding := range check.Findings {
			if !isAccepted(accepted, finding) {
				return about(codeUnsound, check.Name+" found: "+finding+". Put it right and check again, or accept it by this name")
			}
		}
	}
	return nil
}

func checkAccepted(accepted []Accepted, checks []Made) error {
	seen := map[string]bool{}
	for _, a := range accepted {
		switch {
		case strings.TrimSpace(a.Reason) == "":
			return domain.InvalidField("findings", "a finding is accepted with a reason: %s", a.Finding)
		case seen[a.Finding]:
			return domain.InvalidField("findings", "a finding is accepted once: %s", a.Finding)
		case !slices.ContainsFunc(checks, func(c Made) bool { return slices.Contains(c.Findings, a.Finding) }):
			return domain.InvalidField("findings", "no check has this finding: %s", a.Finding)
		}
		seen[a.Finding] = true
	}
	return nil
}

func isAccepted(accepted []Accepted, finding string) bool {
	return slices.ContainsFunc(accepted, func(a Accepted) bool { return a.Finding == finding })
}

func (cmd CloseCmd) closed() Closed {
	c := Closed{
		Month: cmd.Month, TimeZone: cmd.TimeZone, From: cmd.From.UTC(), Until: cmd.Until.UTC(), After: cmd.After, Last: cmd.Last,
		EventsBefore: cmd.EventsBefore, Events: cmd.Events, TrialBalance: cmd.TrialBalance, Checkpoint: cmd.Checkpoint,
		Checks: make([]Check, 0, len(cmd.Checks)), Accepted: append([]Accepted{}, cmd.Accepted...),
		By: cmd.By, ApprovedBy: cmd.ApprovedBy, At: cmd.At,
	}
	for _, check := range cmd.Checks {
		c.Checks = append(c.Checks, check.Check)
	}
	c.Hash = c.Figures().Hash()
	return c
}

func about(code, message string) error {
	return &domain.Refusal{Kind: domain.Conflict, Code: code, Field: "period", Message: message}
}
