package slice_test

import (
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/slice"

	"github.com/shopspring/decimal"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// act returns an act with this amount and command, done this long after noon.
func act(amount, command string, after time.Duration) slice.Counted {
	return slice.Counted{
		By: "admin:1", Act: "balance.adjust", ClientID: 7, Amount: decimal.RequireFromString(amount), Command: command, At: noon.Add(after),
	}
}

func TestActsBelowTheAmountAddUpOverADay(t *testing.T) {
	t.Parallel()
	limit := decimal.NewFromInt(1_000_000)
	count := func(c slice.Counted) func(slice.State) ([]domain.Event, error) {
		return func(s slice.State) ([]domain.Event, error) { return slice.Count(s, c, limit) }
	}
	given := func(acts ...slice.Counted) (events []domain.Event) {
		for _, a := range acts {
			events = append(events, a)
		}
		return events
	}
	crossing := func(sum string) string { return (&slice.CrossingError{Sum: decimal.RequireFromString(sum)}).Error() }
	big := act("999999.99", "a", 0)
	domaintest.Run(t, slice.Aggregate, []domaintest.Case[slice.State]{
		{Name: "the first one", When: count(big), Then: given(big)},
		{Name: "the first one of the amount", When: count(act("1000000", "a", 0)), Refused: crossing("1000000")},
		{Name: "with one sen the amount is reached", Given: given(big), When: count(act("0.01", "b", 1)), Refused: crossing("1000000")},
		{Name: "the second of two large ones", Given: given(big), When: count(act("999999.99", "b", 1)), Refused: crossing("1999999.98")},
		{
			Name: "just below the amount", Given: given(act("999999.98", "a", 0)), When: count(act("0.01", "b", 1)),
			Then: given(act("0.01", "b", 1)),
		},
		{
			Name: "the third of three", Given: given(act("400000", "a", 0), act("400000", "b", 1)), When: count(act("400000", "c", 2)),
			Refused: crossing("1200000"),
		},
		{Name: "a repetition counts once", Given: given(big), When: count(act("999999.99", "a", time.Hour))},
		{Name: "one counts for a day", Given: given(big), When: count(act("1", "b", slice.Window-1)), Refused: crossing("1000000.99")},
		{Name: "and no longer", Given: given(big), When: count(act("1", "b", slice.Window)), Then: given(act("1", "b", slice.Window))},
		{
			Name: "the day slides", Given: given(act("600000", "a", 0), act("300000", "b", time.Hour)), When: count(act("650000", "c", slice.Window)),
			Then: given(act("650000", "c", slice.Window)),
		},
		{
			Name: "what the day left behind stays behind", Given: given(act("600000", "a", 0), act("300000", "b", time.Hour), act("650000", "c", slice.Window)),
			When: count(act("50000", "d", slice.Window)), Refused: crossing("1000000"),
		},
		{Name: "one of a clock that is ahead counts", Given: given(act("999999.99", "a", time.Hour)), When: count(act("1", "b", 0)), Refused: crossing("1000000.99")},
	})
}

func TestEachAdministratorKindAndClientHasAStreamOfItsOwn(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{
		slice.Stream("admin:1", "balance.adjust", 7): true, slice.Stream("admin:11", "balance.adjust", 7): true, slice.Stream("admin:1", "payout.fail", 7): true,
		slice.Stream("admin:1", "balance.adjust", 17): true, slice.Stream("admin:1", "balance.adjust", 0): true,
	}
	if len(seen) != 5 || !seen["slices-admin:1-balance.adjust-7"] {
		t.Error(seen)
	}
}
