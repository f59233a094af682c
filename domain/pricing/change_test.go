package pricing_test

import (
	"reflect"
	"testing"
	"time"

	"gateway/domain"
	"gateway/domain/domaintest"
	"gateway/domain/pricing"

	"pgregory.net/rapid"
)

var at = time.Date(2025, 6, 1, 8, 30, 0, 0, time.UTC)

func feeChanged(code, flat, percent string, inclusive bool) pricing.FeeChanged {
	r := rate(flat, percent, inclusive)
	return pricing.FeeChanged{ChannelCode: code, Flat: r.Flat, Percent: r.Percent, VATInclusive: inclusive, By: "admin-1", At: at}
}

func TestChangeFee(t *testing.T) {
	t.Parallel()
	change := func(code string, r pricing.Rate) func(pricing.State) ([]domain.Event, error) {
		return func(s pricing.State) ([]domain.Event, error) {
			return pricing.ChangeFee(s, pricing.ChangeFeeCmd{ChannelCode: code, Rate: r, By: "admin-1", At: at})
		}
	}
	ovo := []domain.Event{feeChanged("OVO", "100", "2", true)}
	domaintest.Run(t, pricing.Aggregate, []domaintest.Case[pricing.State]{
		{Name: "an unknown channel is not found", When: change("GOPAY", rate("-1", "99", false)), Refused: "not_found channel_code"},
		{Name: "no channel is not found", When: change("", rate("1", "1", false)), Refused: "not_found channel_code"},
		{Name: "a negative flat fee is refused", When: change("OVO", rate("-1", "99", false)), Refused: "invalid_field flat"},
		{Name: "a percentage above 50 is refused", When: change("OVO", rate("1", "50.01", false)), Refused: "invalid_field percent"},
		{Name: "the default again is no event", When: change("OVO", rate("0.00", "1.50", false))},
		{Name: "a change is one event", When: change("OVO", rate("100", "2", true)), Then: ovo},
		{Name: "the code is kept in upper case", When: change(" ovo ", rate("100", "2", true)), Then: ovo},
		{
			Name: "only the VAT flag is a change too", When: change("OVO", rate("0", "1.5", true)),
			Then: []domain.Event{feeChanged("OVO", "0", "1.5", true)},
		},
		{Name: "the rate in force is no event", Given: ovo, When: change("OVO", rate("100", "2", true))},
		{
			Name: "back to the default is one event", Given: ovo, When: change("OVO", rate("0", "1.5", false)),
			Then: []domain.Event{feeChanged("OVO", "0", "1.5", false)},
		},
		{
			Name: "the transfer fee can change", When: change(pricing.TransferCode, rate("2500", "0", true)),
			Then: []domain.Event{feeChanged(pricing.TransferCode, "2500", "0", true)},
		},
	})
}

func TestAChangedRateReplacesTheDefault(t *testing.T) {
	t.Parallel()
	s := pricing.Aggregate.Fold(pricing.State{}, feeChanged("OVO", "100", "2", true), feeChanged("OVO", "0", "3", false))
	for code, want := range map[string]pricing.Rate{"OVO": rate("0", "3", false), "ovo": rate("0", "3", false), "DANA": rate("0", "1.5", false)} {
		if got, ok := s.Rate(code); !ok || !got.Equal(want) {
			t.Errorf("Rate(%s) = %+v, %v; want %+v", code, got, ok, want)
		}
	}
	if got, ok := s.Rate("GOPAY"); ok {
		t.Errorf("GOPAY charges %+v", got)
	}
	if len(s.Rates()) != len(pricing.DefaultRates()) {
		t.Errorf("%d rates", len(s.Rates()))
	}
}

func TestEvolveLeavesTheOlderStateAlone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var s pricing.State
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			code := rapid.SampledFrom([]string{"BCA", "BNI", "BRI", "MANDIRI"}).Draw(t, "code")
			before := s.Rates()
			next := pricing.Evolve(s, feeChanged(code, "1", rapid.SampledFrom([]string{"1", "2"}).Draw(t, "percent"), false))
			if !reflect.DeepEqual(before, s.Rates()) {
				t.Fatalf("the state before %s changed", code)
			}
			s = next
		}
	})
}

func TestAnUnknownEventLeavesTheStateAsItIs(t *testing.T) {
	t.Parallel()
	s := pricing.Aggregate.Fold(pricing.State{}, feeChanged("OVO", "1", "1", false))
	if got := pricing.Evolve(s, unknownEvent{}); !reflect.DeepEqual(got, s) {
		t.Errorf("%+v", got)
	}
}

type unknownEvent struct{}

func (unknownEvent) EventType() string { return "unknown.v1" }

func TestTheStreamOfFees(t *testing.T) {
	t.Parallel()
	if got := pricing.Stream(); got != "settings-fees" {
		t.Error(got)
	}
}

func TestTheTableHasTheChangedRatesAndTheDefaults(t *testing.T) {
	t.Parallel()
	change := func(code, flat string) pricing.FeeChanged {
		return pricing.FeeChanged{ChannelCode: code, Flat: dec(flat)}
	}
	first := pricing.Evolve(pricing.State{}, change("BCA", "1000"))
	second := pricing.Evolve(pricing.Evolve(first, change("BNI", "2000")), change("BCA", "3000"))
	for _, c := range []struct {
		state pricing.State
		want  map[string]string
	}{
		{first, map[string]string{"BCA": "1000", "BNI": "4000", "BRI": "4000"}},
		{second, map[string]string{"BCA": "3000", "BNI": "2000", "BRI": "4000"}},
	} {
		rates := c.state.Rates()
		for code, flat := range c.want {
			rate, known := c.state.Rate(code)
			if !known || !rate.Flat.Equal(dec(flat)) || !rates[code].Flat.Equal(dec(flat)) {
				t.Errorf("%s costs %s, in the table %s, want %s", code, rate.Flat, rates[code].Flat, flat)
			}
		}
	}
}
