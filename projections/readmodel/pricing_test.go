package readmodel_test

import (
	"testing"

	"gateway/domain"
	"gateway/domain/bank"
	"gateway/domain/pricing"
	"gateway/projections/readmodel"
	"gateway/test/rupiah"
)

func TestRatesAndBanksStartWithTheDefaults(t *testing.T) {
	t.Parallel()
	given(t, nil, func(t *testing.T, q *readmodel.Queries) {
		rates, err := q.FeeRates(t.Context())
		must(t, err)
		equal(t, "rates", len(rates), len(pricing.DefaultRates()))
		for _, r := range rates {
			equal(t, r.ChannelCode, r.Rate().Equal(pricing.DefaultRates()[r.ChannelCode]), true)
		}
		banks, err := q.BankChannels(t.Context(), true)
		must(t, err)
		equal(t, "active banks", len(banks), len(bank.All()))
	})
}

func TestRatesAndBanksFollowTheirEvents(t *testing.T) {
	t.Parallel()
	change := func(code, flat string) pricing.FeeChanged {
		return pricing.FeeChanged{ChannelCode: code, Flat: rupiah.Of(flat), Percent: rupiah.Of("0.25"), VATInclusive: true, At: noon}
	}
	given(t, []domain.Event{
		change("BCA", "3000"), change("BCA", "3500.5"), change(pricing.TransferCode, "2500"),
		bank.ChannelChanged{Code: "BRI", Active: false, At: noon},
		bank.ChannelChanged{Code: "BCA", Active: false, At: noon},
		bank.ChannelChanged{Code: "BCA", Active: true, At: noon},
	}, func(t *testing.T, q *readmodel.Queries) {
		rate, err := q.FeeRate(t.Context(), "BCA")
		must(t, err)
		wantJSON(t, rate, `{"channel_code":"BCA","flat":3500.5,"percent":0.25,"vat_inclusive":true}`)
		active, err := q.BankChannels(t.Context(), true)
		must(t, err)
		equal(t, "active banks", len(active), len(bank.All())-1)
		bri, err := q.BankChannel(t.Context(), "BRI")
		must(t, err)
		found, _ := bank.Find("BRI")
		wantJSON(t, bri, `{"code":"BRI","name":"`+found.Name+`","active":false,"withdrawal_fee":2500}`)
		_, err = q.BankChannel(t.Context(), "bri")
		wantNotFound(t, err)
		_, err = q.FeeRate(t.Context(), "GOPAY")
		wantNotFound(t, err)
	})
}
