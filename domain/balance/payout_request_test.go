package balance

import (
	"fmt"
	"strings"
	"testing"

	"gateway/domain/domaintest"
	"gateway/domain/ledger"
	"gateway/test/rupiah"
)

func TestAmountsThatAPayoutCanHave(t *testing.T) {
	t.Parallel()
	for amount, refused := range map[string]string{
		"10000":         "",
		"9999":          "invalid_field jumlah",
		"10000.5":       "invalid_field jumlah",
		"1000000000000": "",
		"1000000000001": "invalid_field jumlah",
		"0":             "invalid_field jumlah",
		"-10000":        "invalid_field jumlah",
	} {
		if got := domaintest.Refusal(CheckAmount(rupiah.Of(amount))); got != refused {
			t.Errorf("%s rupiah: %q, want %q", amount, got, refused)
		}
	}
}

func TestAnExternalIDThatTheGatewayMadeIsUniqueAmongPayoutsOfItsKind(t *testing.T) {
	t.Parallel()
	asked := func(id int64, externalID string, made bool) RequestCmd {
		return RequestCmd{Order: order(Withdrawal, id, externalID), ExternalIDMade: made}
	}
	s := Aggregate.Fold(State{}, WithdrawalRequested{Order: order(Withdrawal, 1, "open")},
		SettlementRequested{Order: order(Settlement, 1, "open-settlement")}, SettlementRequested{Order: order(Settlement, 2, "ended-settlement")},
		PayoutFailed{Order: order(Withdrawal, 2, "ended")}, PayoutFailed{Order: order(Settlement, 2, "ended-settlement")})
	for _, c := range []struct {
		externalID string
		made       bool
		refused    string
	}{
		{"open", true, "external_id_taken"},
		{"ended", true, "external_id_taken"},
		{"open", false, ""},
		{"ended", false, ""},
		{"open-settlement", true, ""},
		{"ended-settlement", true, ""},
		{"new", true, ""},
	} {
		if got := domaintest.Refusal(asked(9, c.externalID, c.made).checkExternalID(s, Withdrawal)); got != c.refused {
			t.Errorf("%s, made by the gateway %t: %q, want %q", c.externalID, c.made, got, c.refused)
		}
	}
}

// rich returns a client who has more than all payouts here need.
func rich() State {
	return State{ClientID: client, Totals: ledger.Totals{Available: rupiah.Of("1000000000000")}}
}

func TestFifteenPayoutsMayBeOpenWhateverTheirTexts(t *testing.T) {
	t.Parallel()
	s := rich()
	request := func(id int64) string {
		o := order(Settlement, id, "ST")
		o.Purpose = strings.Repeat("x", 40_000)
		events, err := RequestSettlement(s, RequestCmd{Order: o, At: noon})
		s = Aggregate.Fold(s, events...)
		return domaintest.Refusal(err)
	}
	for id := int64(1); id <= 15; id++ {
		if got := request(id); got != "" {
			t.Errorf("number %d: %s", id, got)
		}
	}
	if got := request(16); got != "too_many_open" {
		t.Errorf("one more: %q", got)
	}
}

// Each open payout takes its own JSON and 400 bytes for what it gains while it is sent.
func TestMoreThanFifteenOpenPayoutsAreLimitedInBytes(t *testing.T) {
	t.Parallel()
	s, bytes := rich(), 0
	for id := int64(1); id <= 15; id++ {
		o := order(Settlement, id, fmt.Sprint("ST-", id))
		o.Purpose = strings.Repeat("x", 20_000)
		s = Evolve(s, SettlementRequested{Order: o})
		bytes += len(inJSON(t, Payout{Order: o})) + 400
	}
	last := order(Settlement, 16, "ST-16")
	room := 450_000 - bytes - len(inJSON(t, Payout{Order: last})) - 400
	for more, refused := range map[int]string{0: "", 1: "too_many_open"} {
		o := last
		o.Purpose = strings.Repeat("x", room+more)
		_, err := RequestSettlement(s, RequestCmd{Order: o, At: noon})
		if got := domaintest.Refusal(err); got != refused {
			t.Errorf("%d bytes more than there is room for: %q, want %q", more, got, refused)
		}
	}
}

func TestFiveHundredPayoutsMayBeOpen(t *testing.T) {
	t.Parallel()
	s := rich()
	for id := int64(1); id < 500; id++ {
		s.Open = append(s.Open, Payout{Order: order(Settlement, id, "ST"), Status: StatusPending})
	}
	o := order(Settlement, 500, "ST")
	if err := s.checkOpen(o); err != nil {
		t.Errorf("the last one: %v", err)
	}
	s.Open = append(s.Open, Payout{Order: o})
	if got := domaintest.Refusal(s.checkOpen(order(Settlement, 501, "ST"))); got != "too_many_open" {
		t.Errorf("one more: %q", got)
	}
}
