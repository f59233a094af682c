package settings_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"
	"time"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"gateway/domain"
	"gateway/domain/bank"
	"gateway/domain/pricing"
	"gateway/domain/settings"
)

var at = time.Date(2025, 6, 1, 8, 30, 0, 0, time.UTC)

func rate(flat, percent string, inclusive bool) pricing.Rate {
	return pricing.Rate{Flat: decimal.RequireFromString(flat), Percent: decimal.RequireFromString(percent), VATInclusive: inclusive}
}

func feeChanged(code, flat, percent string, inclusive bool) settings.FeeChanged {
	r := rate(flat, percent, inclusive)
	return settings.FeeChanged{ChannelCode: code, Flat: r.Flat, Percent: r.Percent, VATInclusive: inclusive, By: "admin-1", At: at}
}

func TestChangeFee(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule  string
		given []domain.Event
		code  string
		rate  pricing.Rate
		then  []domain.Event
		kind  domain.Kind
		field string
	}{
		{rule: "an unknown channel is not found", code: "GOPAY", rate: rate("-1", "99", false), kind: domain.NotFound, field: "channel_code"},
		{rule: "no channel is not found", code: "", rate: rate("1", "1", false), kind: domain.NotFound, field: "channel_code"},
		{rule: "a negative flat fee is refused", code: "OVO", rate: rate("-1", "99", false), field: "flat"},
		{rule: "a percentage above 50 is refused", code: "OVO", rate: rate("1", "50.01", false), field: "percent"},
		{rule: "the default again is no event", code: "OVO", rate: rate("0.00", "1.50", false)},
		{rule: "a change is one event", code: "OVO", rate: rate("100", "2", true), then: []domain.Event{feeChanged("OVO", "100", "2", true)}},
		{rule: "the code is kept in upper case", code: " ovo ", rate: rate("100", "2", true), then: []domain.Event{feeChanged("OVO", "100", "2", true)}},
		{rule: "only the VAT flag is a change too", code: "OVO", rate: rate("0", "1.5", true), then: []domain.Event{feeChanged("OVO", "0", "1.5", true)}},
		{rule: "the rate in force is no event", given: []domain.Event{feeChanged("OVO", "100", "2", true)}, code: "OVO", rate: rate("100", "2", true)},
		{rule: "back to the default is one event", given: []domain.Event{feeChanged("OVO", "100", "2", true)}, code: "OVO", rate: rate("0", "1.5", false), then: []domain.Event{feeChanged("OVO", "0", "1.5", false)}},
		{rule: "the transfer fee can change", code: pricing.TransferCode, rate: rate("2500", "0", true), then: []domain.Event{feeChanged(pricing.TransferCode, "2500", "0", true)}},
	} {
		state := settings.Fees.Fold(settings.FeesState{}, c.given...)
		got, err := settings.ChangeFee(state, settings.FeeChange{ChannelCode: c.code, Rate: c.rate, By: "admin-1", At: at})
		check(t, c.rule, got, err, c.then, c.kind, c.field)
	}
}

func TestChangeBank(t *testing.T) {
	t.Parallel()
	change := func(code string, active bool) settings.BankChannelChanged {
		return settings.BankChannelChanged{Code: code, Active: active, By: "admin-1", At: at}
	}
	for _, c := range []struct {
		rule   string
		given  []domain.Event
		code   string
		active bool
		then   []domain.Event
		kind   domain.Kind
		field  string
	}{
		{rule: "an unknown bank is not found", code: "NOBANK", kind: domain.NotFound, field: "code"},
		{rule: "a name is no code", code: "Bank Mandiri", kind: domain.NotFound, field: "code"},
		{rule: "every bank is active at first, so that is no event", code: "BCA", active: true},
		{rule: "switched off", code: "bca", then: []domain.Event{change("BCA", false)}},
		{rule: "switched off again is no event", given: []domain.Event{change("BCA", false)}, code: "BCA"},
		{rule: "switched on again", given: []domain.Event{change("BCA", false)}, code: "BCA", active: true, then: []domain.Event{change("BCA", true)}},
	} {
		state := settings.Banks.Fold(settings.BanksState{}, c.given...)
		got, err := settings.ChangeBank(state, settings.BankChange{Code: c.code, Active: c.active, By: "admin-1", At: at})
		check(t, c.rule, got, err, c.then, c.kind, c.field)
	}
}

func check(t *testing.T, rule string, got []domain.Event, err error, then []domain.Event, kind domain.Kind, field string) {
	t.Helper()
	if field != "" {
		var refusal *domain.Refusal
		if !errors.As(err, &refusal) || refusal.Kind != kind || refusal.Field != field || got != nil {
			t.Errorf("%s: %v, %v; want a refusal of %s", rule, got, err, field)
		}
		return
	}
	if want, have := wire(t, then), wire(t, got); err != nil || have != want {
		t.Errorf("%s: %s, %v; want %s", rule, have, err, want)
	}
}

// wire compares events by what is kept of them.
func wire(t *testing.T, events []domain.Event) string {
	t.Helper()
	out, err := json.Marshal(append([]domain.Event{}, events...))
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestStateOverridesTheReferenceData(t *testing.T) {
	t.Parallel()
	s := settings.Fees.Fold(settings.FeesState{}, feeChanged("OVO", "100", "2", true), feeChanged("OVO", "0", "3", false))
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
	b := settings.Banks.Fold(settings.BanksState{}, settings.BankChannelChanged{Code: "BCA"})
	if b.Active("BCA") || b.Active("bca") || !b.Active("BNI") || b.Active("NOBANK") || b.Active("Bank Mandiri") {
		t.Error("only BCA is switched off, and only codes are banks")
	}
}

func TestEvolveLeavesTheOlderStateAlone(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		codes := []string{"BCA", "BNI", "BRI", "MANDIRI"}
		feesNow, banksNow := settings.FeesState{}, settings.BanksState{}
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			code := rapid.SampledFrom(codes).Draw(t, "code")
			ratesBefore, activeBefore := feesNow.Rates(), actives(banksNow)
			feesNext := settings.Fees.Evolve(feesNow, feeChanged(code, "1", rapid.SampledFrom([]string{"1", "2"}).Draw(t, "percent"), false))
			banksNext := settings.Banks.Evolve(banksNow, settings.BankChannelChanged{Code: code, Active: rapid.Bool().Draw(t, "active")})
			if !reflect.DeepEqual(ratesBefore, feesNow.Rates()) || !reflect.DeepEqual(activeBefore, actives(banksNow)) {
				t.Fatalf("the state before %s changed", code)
			}
			feesNow, banksNow = feesNext, banksNext
		}
	})
}

func actives(s settings.BanksState) (codes []string) {
	for _, b := range bank.All() {
		if s.Active(b.Code) {
			codes = append(codes, b.Code)
		}
	}
	return codes
}

type stranger struct{}

func (stranger) EventType() string { return "stranger.v1" }

func TestAnUnknownEventLeavesTheStateAsItIs(t *testing.T) {
	t.Parallel()
	f := settings.Fees.Fold(settings.FeesState{}, feeChanged("OVO", "1", "1", false))
	if got := settings.Fees.Evolve(f, stranger{}); !reflect.DeepEqual(got, f) {
		t.Errorf("%+v", got)
	}
	b := settings.Banks.Fold(settings.BanksState{}, settings.BankChannelChanged{Code: "BCA"})
	if got := settings.Banks.Evolve(b, stranger{}); !reflect.DeepEqual(got, b) {
		t.Errorf("%+v", got)
	}
}

// What is in the log can never change again: names, fields, and amounts that are
// JSON numbers.
func TestTheEventsOnTheWire(t *testing.T) {
	t.Parallel()
	for wantType, c := range map[string]struct {
		event domain.Event
		body  string
	}{
		"fee.changed.v1": {
			feeChanged("QRIS", "0", "0.7", true),
			`{"channel_code":"QRIS","flat":0,"percent":0.7,"vat_inclusive":true,"by":"admin-1","at":"2025-06-01T08:30:00Z"}`,
		},
		"bank_channel.changed.v1": {
			settings.BankChannelChanged{Code: "BCA", Active: false, By: "admin-1", At: at},
			`{"code":"BCA","active":false,"by":"admin-1","at":"2025-06-01T08:30:00Z"}`,
		},
	} {
		body, err := json.Marshal(c.event)
		if err != nil || string(body) != c.body || c.event.EventType() != wantType {
			t.Errorf("%s: %s, %v; want %s %s", c.event.EventType(), body, err, wantType, c.body)
		}
	}
	types := map[string]bool{}
	for _, e := range settings.Events() {
		types[e.EventType()] = true
	}
	if !types["fee.changed.v1"] || !types["bank_channel.changed.v1"] || len(types) != 2 {
		t.Errorf("Events lists %v", types)
	}
	if settings.Fees.Stream(settings.FeesID) != "settings-fees" || settings.Banks.Stream(settings.BanksID) != "settings-banks" {
		t.Error("stream names")
	}
}
