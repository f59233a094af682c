package periodservice

import (
	"context"
	"strings"

	"gateway/domain"
	"gateway/domain/period"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/projections/audit/books"
)

// Shown is a month with its checklist.
type Shown struct {
	Listed
	// Position is the last position that was booked before the end of the month, or so far. It is nil for a closed month,
	// because another store has another one: what the closing names is the number of its events.
	Position *int64 `json:"position"`
	// Ready says that nothing but accepting findings by name is left to do before the month can be closed.
	Ready  bool    `json:"ready"`
	Checks []Check `json:"checks"`
	// TrialBalance is that of a month that is over and open, as it would be closed now; empty for any other month.
	TrialBalance []period.Line `json:"trial_balance"`
	// Closing is nil for a month that is not closed.
	Closing *Closing `json:"closing"`
}

// Closing is what the log has of a closed month.
type Closing struct {
	EventsBefore int64         `json:"events_before"`
	Events       int64         `json:"events"`
	TrialBalance []period.Line `json:"trial_balance"`
	Hash         string        `json:"hash"`
	Checkpoint   string        `json:"checkpoint"`
}

// Get returns a month with its checklist. Refusals: invalid_field period.
func (p Periods) Get(ctx context.Context, name string) (Shown, error) {
	m, err := p.month(ctx, name)
	if err != nil {
		return Shown{}, err
	}
	if m.Closed != nil {
		return p.shownClosed(m), nil
	}
	at, err := p.part(ctx, m)
	if err != nil {
		return Shown{}, err
	}
	shown := Shown{Listed: p.listed(m), Position: &at.Through.Commit, Ready: true, TrialBalance: []period.Line{}}
	shown.Checks, err = p.checks(ctx, at)
	for _, c := range shown.Checks {
		shown.Ready = shown.Ready && c.State != CheckMissing
	}
	if err == nil && shown.Status == period.StatusOpen {
		shown.TrialBalance, err = p.books().PeriodBalance(ctx, at.Stretch)
	}
	return shown, err
}

// shownClosed shows a closed month from its event, which alone decides what is shown.
func (p Periods) shownClosed(m period.Span) Shown {
	s := m.Closed
	shown := Shown{Listed: p.listed(m), Checks: []Check{}, TrialBalance: []period.Line{}, Closing: &Closing{
		EventsBefore: s.EventsBefore, Events: s.Events, TrialBalance: s.TrialBalance, Hash: s.Hash, Checkpoint: s.Checkpoint,
	}}
	reasons := map[string]*string{}
	for i := range s.Accepted {
		reasons[s.Accepted[i].Finding] = &s.Accepted[i].Reason
	}
	for _, made := range s.Checks {
		c := newCheck(made.Name)
		c.State, c.Runs = CheckSound, made.Runs
		for _, finding := range made.Findings {
			c.Findings = append(c.Findings, Finding{Name: finding, Reason: reasons[finding]})
		}
		shown.Checks = append(shown.Checks, c)
	}
	return shown
}

// Request asks to close a month.
type Request struct {
	Period   string            `json:"period"`
	Accepted []period.Accepted `json:"accepted"`
}

// ReasonFollows separates a finding from its reason in the text that Reasons returns.
const ReasonFollows = " — "

// Reasons returns the accepted findings with their reasons, one a line; empty if there are none.
func (r Request) Reasons() string {
	lines := make([]string, 0, len(r.Accepted))
	for _, a := range r.Accepted {
		lines = append(lines, a.Finding+ReasonFollows+strings.Join(strings.Fields(a.Reason), " "))
	}
	return strings.Join(lines, "\n")
}

// Close closes a month. Refusals: invalid_field period, and those of period.Close.
func (p Periods) Close(ctx context.Context, r Request) (Shown, error) {
	cmd, reports, err := p.command(ctx, r)
	if err == nil {
		err = p.keep(ctx, reports)
	}
	if err != nil {
		return Shown{}, err
	}
	_, err = service.Execute(ctx, p.Core, period.Aggregate, period.Stream(r.Period), func(s period.State) ([]domain.Event, error) {
		return period.Close(s, cmd)
	})
	if err != nil {
		return Shown{}, err
	}
	return p.Get(ctx, r.Period)
}

// command reads what the decision needs. Where the month is closed, not over, or unsound, that is less, for the decision
// refuses it before it looks at the rest. The reports are those of the audit runs that the closing names.
func (p Periods) command(ctx context.Context, r Request) (cmd period.CloseCmd, reports []period.Report, err error) {
	now := p.Now()
	cmd = period.CloseCmd{
		Month: r.Period, Accepted: r.Accepted, Calendar: p.Calendar, By: service.Actor(ctx),
		ApprovedBy: eventstore.MetadataFrom(ctx).ApprovedBy, At: now,
	}
	m, err := period.Parse(p.Calendar, r.Period)
	if err != nil || period.Over(m, now) != nil {
		return cmd, nil, err
	}
	span, err := p.month(ctx, r.Period)
	if err != nil {
		return cmd, nil, err
	}
	if span.Closed != nil {
		return cmd, nil, nil
	}
	at, err := p.part(ctx, span)
	if err != nil {
		return cmd, nil, err
	}
	cmd.TimeZone, cmd.From, cmd.Until = at.Days.Zone().String(), at.From, at.Until
	cmd.After, cmd.Last = period.Position(at.After), period.Position(at.Through)
	if cmd.EarlierOpen, err = p.earlierOpen(ctx, at.Span); err != nil {
		return cmd, nil, err
	}
	checks, err := p.checks(ctx, at)
	if err != nil {
		return cmd, nil, err
	}
	for _, c := range checks {
		if c.Name != CheckEarlier {
			cmd.Checks, reports = append(cmd.Checks, c.made()), append(reports, c.reports...)
		}
	}
	if sound := period.Unsound(cmd.Checks, cmd.Accepted) == nil; !sound {
		return cmd, nil, nil // the decision refuses it
	}
	return cmd, reports, p.evidence(ctx, at.Stretch, &cmd)
}

// keep keeps the reports in the log, for an installation keeps only its newest audit runs. It does so before the closing names
// them; where nothing comes of that, they stay without a use.
func (p Periods) keep(ctx context.Context, reports []period.Report) error {
	for _, r := range reports {
		for range r.Parts() {
			_, err := eventstore.Execute(ctx, p.Log, period.Reports, period.ReportStream(r.Hash()),
				func(s period.KeptReport) ([]domain.Event, error) { return period.KeepReport(s, r, p.Now()) })
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// evidence adds the trial balance and the checkpoint.
func (p Periods) evidence(ctx context.Context, at books.Stretch, cmd *period.CloseCmd) (err error) {
	if cmd.Checkpoint, cmd.Events, err = p.Notary.At(ctx, at.Through); err != nil {
		return err
	}
	if _, cmd.EventsBefore, err = p.Notary.At(ctx, at.After); err != nil {
		return err
	}
	cmd.TrialBalance, err = p.books().PeriodBalance(ctx, at)
	return err
}
