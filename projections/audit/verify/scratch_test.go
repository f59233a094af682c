package verify_test

import (
	"slices"
	"testing"

	"gateway/eventstore"
	"gateway/projections/audit/verify"
	"gateway/projections/notary"
	"gateway/projections/readmodel"
)

// scratchSchemas returns the schemas in the read models' database whose names are those of checks.
func (s installation) scratchSchemas(t *testing.T) (names []string) {
	t.Helper()
	err := s.read.SelectContext(t.Context(), &names, `SELECT nspname FROM pg_namespace WHERE nspname LIKE 'audit%' ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// A killed check leaves its schema, but no session that holds its lock.
func TestACheckRemovesTheSchemaOfAKilledOneAndNoOther(t *testing.T) {
	t.Parallel()
	s := newInstallation(t)
	for _, since := range []*verify.Since{nil, {Checker: notary.NewLogChecker()}} {
		s.read.MustExec(`CREATE SCHEMA audit_0123456789ab; CREATE TABLE audit_0123456789ab.balances (id bigint);
			CREATE SCHEMA IF NOT EXISTS audit_reports; CREATE SCHEMA IF NOT EXISTS audit`)
		in := verify.Installation{Log: openLog(t, s.eventsDSN), Read: s.read, ReadURL: s.readDSN, Models: readmodel.All(), Since: since}
		if r, err := verify.Run(t.Context(), in); err != nil || !r.Complete() {
			t.Fatalf("%v:\n%s", err, r)
		}
		if left, want := s.scratchSchemas(t), []string{"audit", "audit_reports"}; !slices.Equal(left, want) {
			t.Errorf("left are %v, want %v", left, want)
		}
	}
}

func TestTheSchemaOfARunningCheckStays(t *testing.T) {
	t.Parallel()
	s := newInstallation(t)
	during := 0
	in := verify.Installation{
		Log: openLog(t, s.eventsDSN), Read: s.read, ReadURL: s.readDSN, Models: readmodel.All(),
		Progress: func(eventstore.Position) {
			if err := verify.SweepScratch(t.Context(), s.read.DB); err != nil {
				t.Error(err)
			}
			during += len(s.scratchSchemas(t))
		},
	}
	if r, err := verify.Run(t.Context(), in); err != nil || !r.OK() || !r.Complete() || during == 0 {
		t.Errorf("%d schemas stood while it ran (%v):\n%s", during, err, r)
	}
	if left := s.scratchSchemas(t); len(left) > 0 {
		t.Errorf("left are %v", left)
	}
}
