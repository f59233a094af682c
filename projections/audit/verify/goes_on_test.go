package verify_test

import (
	"context"
	"errors"
	"testing"

	"gateway/domain/report"
	"gateway/projections/audit/verify"
	"gateway/projections/readmodel"

	"golang.org/x/mod/sumdb/tlog"
)

// silentProvider is a provider that does not answer.
type silentProvider struct{}

var errSilent = errors.New("connection refused")

func (silentProvider) FindPayout(context.Context, string, string) (report.Payout, error) {
	return report.Payout{}, errSilent
}

func (silentProvider) ListBookings(context.Context, report.BookingQuery, func(report.Booking) error) error {
	return errSilent
}

// The check names each broken part, and continues with all others.
func TestACheckNamesWhatIsBrokenAndGoesOn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, inEvents, inRead string
		silent                 bool
		broken, unchecked      string // parts of the name of the only affected check, and of its text
		says                   string
	}{
		{name: "a dropped table", inRead: `DROP TABLE balances`, broken: "equals a replay", says: "table balances is missing: gateway projections rebuild balances"},
		{name: "a halted model", inRead: `UPDATE checkpoints SET state = 'halted', error = 'poison' WHERE name = 'tickets'`, broken: "equals a replay", says: "tickets is halted at 6: poison"},
		{name: "a model beyond the log", inRead: `UPDATE checkpoints SET commit_position = 99 WHERE name = 'tickets'`, broken: "equals a replay", says: "tickets stands at 99, beyond the head of the log at 6"},
		{name: "no checkpoints", inRead: `DROP TABLE checkpoints`, unchecked: "equals a replay", says: "checkpoints"},
		{name: "a silent provider", silent: true, unchecked: "at most once", says: "connection refused"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newInstallation(t)
			if c.inRead != "" {
				s.read.MustExec(c.inRead)
			}
			in := verify.Installation{
				Log: openLog(t, s.eventsDSN), Read: s.read, ReadURL: s.readDSN, Models: readmodel.All(), Signed: []tlog.Tree{s.signed},
			}
			if c.silent {
				in.Connections = []verify.Connection{{Name: "xendit", Provider: silentProvider{}, Books: silentProvider{}}}
			}
			r, err := verify.Run(t.Context(), in)
			if err != nil {
				t.Fatal(err)
			}
			if r.OK() != (c.broken == "") || r.Complete() != (c.unchecked == "") || r.Events != 6 || len(r.Checks) != 13 {
				t.Errorf("ok %t, complete %t:\n%s", r.OK(), r.Complete(), r)
			}
			if c.broken != "" && !finds(r, c.broken, c.says) || c.unchecked != "" && !finds(&verify.Report{Findings: r.Unchecked}, c.unchecked, c.says) {
				t.Errorf("not said: %s\n%s", c.says, r)
			}
		})
	}
}

func TestAMalformedEventIsAFindingAmongOthers(t *testing.T) {
	t.Parallel()
	s := newInstallation(t)
	s.events.MustExec(`ALTER TABLE events DISABLE TRIGGER ALL`)
	s.events.MustExec(`UPDATE events SET data = '{"attempt": "many"}' WHERE type LIKE 'callback.attempted%'`)
	s.read.MustExec(`UPDATE balances SET saldo = saldo + 1`)
	r := s.verify(t)
	for check, said := range map[string]string{"can be read": "is malformed", "equals a replay": "table balances", "was signed": "not those that were signed"} {
		if !finds(r, check, said) {
			t.Errorf("%q does not say %q:\n%s", check, said, r)
		}
	}
}

// A callback may wait while it is new, and behind others of its merchant, which may take hours when the
// receiver is dead. The time of a stopped gateway does not make it late.
func TestACallbackThatWaitsForItsTurnIsNoFinding(t *testing.T) {
	t.Parallel()
	s := newInstallation(t)
	s.events.MustExec(`ALTER TABLE events DISABLE TRIGGER ALL`)
	s.events.MustExec(`DELETE FROM events WHERE type LIKE 'callback.%'`)
	s.read.MustExec(`DELETE FROM callback_attempts; UPDATE callbacks SET status = 'pending'`)
	r, err := verify.Run(t.Context(), verify.Installation{
		Log: openLog(t, s.eventsDSN), Read: s.read, ReadURL: s.readDSN, Models: readmodel.All(),
	})
	if err != nil {
		t.Fatal(err)
	}
	if finds(r, "called back", "") || len(r.Waiting) != 1 {
		t.Errorf("%d waiting:\n%s", len(r.Waiting), r)
	}
}
