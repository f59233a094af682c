package state_test

import (
	"testing"
	"time"

	"gateway/domain/callback"
	"gateway/eventstore/postgres/postgrestest"
	"gateway/http/service/state"
)

func TestAnAnswerOfAnyBytesIsKeptForAMonth(t *testing.T) {
	t.Parallel()
	db := state.New(open(t, postgrestest.Database(t)))
	keep := func(attempt int, answer string, at time.Time) {
		t.Helper()
		if err := db.KeepAnswer(t.Context(), "cb_1", attempt, answer, at); err != nil {
			t.Fatal(err)
		}
	}
	kept := func(after time.Time) map[int]string {
		t.Helper()
		got, err := db.Answers(t.Context(), "cb_1", after)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	keep(1, "a\x00b\xff", noon)
	keep(1, "of another instance", noon)
	if got := kept(noon); len(got) != 1 || got[1] != "a\x00b\xff" {
		t.Errorf("%v", got)
	}
	if got := kept(noon.Add(time.Second)); len(got) != 0 {
		t.Errorf("shown after its time: %v", got)
	}
	keep(2, "later", noon.Add(callback.AnswersKept+time.Second))
	if got := kept(noon); len(got) != 1 || got[2] != "later" {
		t.Errorf("not deleted after its time: %v", got)
	}
}
