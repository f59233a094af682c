package state_test

import (
	"errors"
	"testing"
	"time"

	"gateway/eventstore/postgres/postgrestest"
	"gateway/http/service/state"
)

func TestAFailedJobOfTheLogKeepsTheTimeOfItsLastSuccess(t *testing.T) {
	t.Parallel()
	db := state.New(open(t, postgrestest.Database(t)))
	began := time.Date(2026, 11, 1, 2, 30, 0, 0, time.UTC)
	jobs := func() []state.LogJob {
		t.Helper()
		all, err := db.LogJobs(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	keep := func(job string, day int, failure error) {
		t.Helper()
		at := began.AddDate(0, 0, day)
		if err := db.KeepLogJob(t.Context(), job, at, at.Add(time.Minute), failure); err != nil {
			t.Fatal(err)
		}
	}
	for _, j := range jobs() {
		if age := time.Since(j.IdleSince); j.Ran || j.Error != "" || age < 0 || age > time.Hour {
			t.Errorf("before the first run, on a database that was made just now: %+v", j)
		}
	}
	keep(state.JobSeal, 0, errors.New("no right\x00"))
	if all := jobs(); len(all) != 2 || all[1].Job != state.JobSeal || !all[1].Ran || all[1].Error == "" || time.Since(all[1].IdleSince) > time.Hour {
		t.Errorf("a first run that failed: %+v", all)
	}
	keep(state.JobSeal, 1, nil)
	keep(state.JobSeal, 2, errors.New("no right"))
	keep(state.JobArchive, 2, nil)
	all := jobs()
	if len(all) != 2 || all[1].Job != state.JobSeal || all[1].Error != "no right" ||
		!all[1].IdleSince.Equal(began.AddDate(0, 0, 1).Add(time.Minute)) || !all[0].Ran || all[0].Error != "" {
		t.Errorf("%+v", all)
	}
}
