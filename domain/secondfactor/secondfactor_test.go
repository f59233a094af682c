package secondfactor_test

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/secondfactor"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

const ani = "admin:3"

func TestASecondFactor(t *testing.T) {
	t.Parallel()
	begun := func(generation int) domain.Event {
		return secondfactor.Begun{Owner: ani, Generation: generation, By: ani, At: noon}
	}
	setUp := func(generation int, step int64) domain.Event {
		return secondfactor.SetUp{Owner: ani, Generation: generation, RecoveryCodes: []string{"r1", "r2"}, Step: step, By: ani, At: noon}
	}
	used := func(step int64) domain.Event { return secondfactor.CodeUsed{Owner: ani, Step: step, At: noon} }
	recovered := secondfactor.RecoveryCodeUsed{Owner: ani, RecoveryCode: "r1", At: noon}
	removed := secondfactor.Removed{Owner: ani, Reason: "lost the phone", By: "admin:1", At: noon}
	begin := func(s secondfactor.State) ([]domain.Event, error) {
		return secondfactor.Begin(s, secondfactor.BeginCmd{Owner: ani, By: ani, At: noon})
	}
	confirm := func(step int64) func(secondfactor.State) ([]domain.Event, error) {
		return func(s secondfactor.State) ([]domain.Event, error) {
			return secondfactor.Confirm(s, secondfactor.ConfirmCmd{Owner: ani, By: ani, Step: step, RecoveryCodes: []string{"r1", "r2"}, At: noon})
		}
	}
	use := func(step int64, recovery string) func(secondfactor.State) ([]domain.Event, error) {
		return func(s secondfactor.State) ([]domain.Event, error) {
			return secondfactor.Use(s, secondfactor.UseCmd{Owner: ani, Step: step, RecoveryCode: recovery, At: noon})
		}
	}
	remove := func(s secondfactor.State) ([]domain.Event, error) {
		return secondfactor.Remove(s, secondfactor.RemoveCmd{Owner: ani, Reason: "lost the phone", By: "admin:1", At: noon})
	}
	active := []domain.Event{begun(1), setUp(1, 50)}
	with := func(more ...domain.Event) []domain.Event { return append(active[:2:2], more...) }
	list := func(events ...domain.Event) []domain.Event { return events }
	domaintest.Run(t, secondfactor.Aggregate, []domaintest.Case[secondfactor.State]{
		{Name: "begin", When: begin, Then: list(begun(1))},
		{Name: "begin again, with another secret", Given: list(begun(1)), When: begin, Then: list(begun(2))},
		{Name: "begin beside an active one", Given: active, When: begin, Then: list(begun(2))},
		{Name: "begin after a removal, with another secret", Given: with(removed), When: begin, Then: list(begun(2))},

		{Name: "confirm what was not begun", When: confirm(50), Refused: "second_factor_not_begun"},
		{Name: "confirm what was confirmed", Given: active, When: confirm(51), Refused: "second_factor_not_begun"},
		{Name: "confirm what was removed", Given: list(begun(1), removed), When: confirm(50), Refused: "second_factor_not_begun"},
		{Name: "confirm by a wrong code", Given: list(begun(1)), When: confirm(0), Refused: "invalid_field code"},
		{Name: "confirm by a code of a time step that was used", Given: with(begun(2)), When: confirm(50), Refused: "invalid_field code"},
		{Name: "confirm", Given: list(begun(1)), When: confirm(50), Then: list(setUp(1, 50))},
		{Name: "confirm the next one", Given: with(begun(2)), When: confirm(51), Then: list(setUp(2, 51))},

		{Name: "use a code where none is needed", When: use(0, "")},
		{Name: "use a code while the first is pending", Given: list(begun(1)), When: use(0, "")},
		{Name: "use a wrong code", Given: active, When: use(0, "r3"), Refused: "invalid_field code"},
		{Name: "use the code that confirmed", Given: active, When: use(50, "r3"), Refused: "invalid_field code"},
		{Name: "use a code", Given: active, When: use(51, "r3"), Then: list(used(51))},
		{Name: "use a code twice", Given: with(used(51)), When: use(51, ""), Refused: "invalid_field code"},
		{Name: "use a code after a later one", Given: with(used(52)), When: use(51, ""), Refused: "invalid_field code"},
		{Name: "use a recovery code", Given: active, When: use(0, "r1"), Then: list(recovered)},
		{Name: "use a recovery code twice", Given: with(recovered), When: use(0, "r1"), Refused: "invalid_field code"},
		{Name: "use a recovery code of before", Given: with(begun(2), secondfactor.SetUp{Generation: 2, Step: 51}), When: use(0, "r1"), Refused: "invalid_field code"},
		{Name: "use a recovery code after the removal", Given: with(removed, begun(2)), When: use(0, "r1")},

		{Name: "remove none", When: remove},
		{Name: "remove a pending one", Given: list(begun(1)), When: remove, Then: list(removed)},
		{Name: "remove", Given: active, When: remove, Then: list(removed)},
		{Name: "remove twice", Given: with(removed), When: remove},
	})
}

func TestASecondFactorThatWasSetUpSinceIsRemovedAndAnOlderOneStays(t *testing.T) {
	t.Parallel()
	removeWithin := func(since, until time.Time) func(secondfactor.State) ([]domain.Event, error) {
		return func(s secondfactor.State) ([]domain.Event, error) {
			return secondfactor.RemoveGained(s, since, until, secondfactor.RemoveCmd{Owner: ani, Reason: "undone", By: "link", At: noon})
		}
	}
	removeSince := func(since time.Time) func(secondfactor.State) ([]domain.Event, error) {
		return removeWithin(since, noon)
	}
	active := []domain.Event{
		secondfactor.Begun{Owner: ani, Generation: 1, By: ani, At: noon}, secondfactor.SetUp{Owner: ani, Generation: 1, Step: 50, By: ani, At: noon},
	}
	removed := []domain.Event{secondfactor.Removed{Owner: ani, Reason: "undone", By: "link", At: noon}}
	domaintest.Run(t, secondfactor.Aggregate, []domaintest.Case[secondfactor.State]{
		{Name: "none", When: removeSince(noon)},
		{Name: "one that is begun", Given: active[:1], When: removeSince(noon)},
		{Name: "an older one", Given: active, When: removeSince(noon.Add(time.Nanosecond))},
		{Name: "one set up then", Given: active, When: removeSince(noon), Then: removed},
		{Name: "one set up later", Given: active, When: removeSince(noon.Add(-time.Hour)), Then: removed},
		{Name: "one set up after the recovery", Given: active, When: removeWithin(noon.Add(-time.Hour), noon.Add(-time.Nanosecond))},
	})
}
