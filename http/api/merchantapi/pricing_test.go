package merchantapi

import (
	"fmt"
	"net/http"
	"testing"

	"gateway/domain"
	"gateway/domain/money"
	"gateway/domain/pricing"
	"gateway/http/api"
	"gateway/http/service"
	"gateway/http/service/servicetest"

	"github.com/gin-gonic/gin"
	"github.com/shopspring/decimal"
)

// calculator mounts the calculations without authentication.
func calculator(t *testing.T) (portal, http.Handler) {
	p := newPortal(t)
	do, r := p.operations(), gin.New()
	r.GET("/fees/rates", func(c *gin.Context) { do.ListFeeRates(c, ListFeeRatesParams{}) })
	r.POST("/fees/calculate", do.CalculateFee)
	r.POST("/fees/calculate/bulk", do.CalculateFees)
	r.POST("/fees/calculate/vat", do.CalculateVAT)
	r.POST("/fees/calculate/withdrawal", do.CalculateWithdrawalFee)
	r.POST("/fees/calculate/amount-to-pay", do.CalculateAmountToPay)
	return p, r
}

func TestFeesAreCalculatedWithTheRatesInForce(t *testing.T) {
	t.Parallel()
	const calculate = "/fees/calculate"
	p, h := calculator(t)
	for _, c := range []struct {
		rule string
		path string
		body string
		want string
	}{
		{
			"VAT comes on top of a flat fee", calculate, `{"amount":100000,"channel_code":"BCA"}`,
			`{"channel_code":"BCA","amount":100000,"fee":4000,"vat":440,"vat_rate":11,"total_fee":4440,"net_amount":95560,"include_vat":true}`,
		},
		{
			"include_vat false takes the VAT away", calculate, `{"amount":100000,"channel_code":"ovo","include_vat":false}`,
			`{"channel_code":"OVO","amount":100000,"fee":1500,"vat":0,"vat_rate":11,"total_fee":1500,"net_amount":98500,"include_vat":false}`,
		},
		{
			"payment_method is an alias, client_id is passed over", calculate, `{"amount":1000,"payment_method":"QRIS","client_id":9}`,
			`{"channel_code":"QRIS","amount":1000,"fee":6.31,"vat":0.69,"vat_rate":11,"total_fee":7,"net_amount":993,"include_vat":true}`,
		},
		{
			"a fee beyond the amount is cut to it", calculate, `{"amount":1000,"channel_code":"INVOICE"}`,
			`{"channel_code":"INVOICE","amount":1000,"fee":900.9,"vat":99.1,"vat_rate":11,"total_fee":1000,"net_amount":0,"include_vat":true}`,
		},
		{
			"several channels, in the order asked for", calculate + "/bulk", `{"amount":100000,"channels":["DANA","BNI"],"include_vat":false}`,
			`[{"channel_code":"DANA","amount":100000,"fee":1500,"vat":0,"vat_rate":11,"total_fee":1500,"net_amount":98500,"include_vat":false},` +
				`{"channel_code":"BNI","amount":100000,"fee":4000,"vat":0,"vat_rate":11,"total_fee":4000,"net_amount":96000,"include_vat":false}]`,
		},
		{
			"VAT on top", calculate + "/vat", `{"amount":1000}`,
			`{"amount":1000,"base":1000,"vat":110,"vat_rate":11,"is_inclusive":false}`,
		},
		{
			"VAT within", calculate + "/vat", `{"amount":1110,"is_inclusive":true}`,
			`{"amount":1110,"base":1000,"vat":110,"vat_rate":11,"is_inclusive":true}`,
		},
		{
			"a transfer is flat, to a bank by code or name", calculate + "/withdrawal", `{"amount":50000,"bank_code":"bca"}`,
			`{"amount":50000,"bank_code":"BCA","fee":5000}`,
		},
		{
			"the smallest amount that nets the wanted one", calculate + "/amount-to-pay", `{"net_amount":95560,"channel_code":"BCA"}`,
			`{"net_amount":95560,"channel_code":"BCA","amount_to_pay":100000,"fee":4000,"vat":440,"total_fee":4440}`,
		},
	} {
		got := servicetest.Call(t, h, http.MethodPost, c.path, c.body)
		if got.Status != http.StatusOK || !same(t, got.Data, c.want) {
			t.Errorf("%s: %d %s; want %s", c.rule, got.Status, got.Data, c.want)
		}
	}
	for _, c := range []struct{ path, body, field string }{
		{calculate, `{"channel_code":"BCA"}`, "amount"},
		{calculate, `{"amount":"1","channel_code":"BCA"}`, "amount"},
		{calculate, `{"amount":1.001,"channel_code":"BCA"}`, "amount"},
		{calculate, `{"amount":1}`, "channel_code"},
		{calculate, `{"amount":1,"channel_code":"GOPAY"}`, "channel_code"},
		{calculate, `{"amount":1,"channel_code":"TRANSFER"}`, "channel_code"},
		{calculate, `{"amount":1,"channel_code":"BCA","include_vat":"yes"}`, "include_vat"},
		{calculate + "/bulk", `{"amount":1}`, "channels"},
		{calculate + "/bulk", `{"amount":1,"channels":[]}`, "channels"},
		{calculate + "/bulk", `{"amount":1,"channels":["BCA",null]}`, "channels"},
		{calculate + "/bulk", `{"amount":1,"channels":"BCA"}`, "channels"},
		{calculate + "/vat", `{}`, "amount"},
		{calculate + "/withdrawal", `{"amount":1,"bank_code":"NOBANK"}`, "bank_code"},
		{calculate + "/amount-to-pay", `{"channel_code":"BCA"}`, "net_amount"},
		{calculate + "/amount-to-pay", `{"net_amount":1000000000000,"channel_code":"BCA"}`, "net_amount"},
	} {
		got := servicetest.Call(t, h, http.MethodPost, c.path, c.body)
		if got.Status != http.StatusBadRequest || got.Field != c.field {
			t.Errorf("%s %s: %d of %q, want 400 of %q", c.path, c.body, got.Status, got.Field, c.field)
		}
	}
	checkEveryChannelAgreesWithTheDomain(t, h)
	checkAChangedRateCountsAtOnce(t, p, h)
}

func checkEveryChannelAgreesWithTheDomain(t *testing.T, h http.Handler) {
	amount := money.FromInt(123_457)
	for _, channel := range pricing.Channels() {
		rate, _ := pricing.DefaultRate(channel.Code)
		want := pricing.Compute(amount, rate, pricing.DefaultVATRate, true)
		answer := servicetest.Call(t, h, http.MethodPost, "/fees/calculate", fmt.Sprintf(`{"amount":%s,"channel_code":%q}`, amount, channel.Code))
		got := servicetest.Into[api.FeeBreakdown](t, answer)
		if !got.Fee.Equal(want.Fee) || !got.VAT.Equal(want.VAT) || !got.NetAmount.Equal(want.Net) {
			t.Errorf("%s: %+v, want %+v", channel.Code, got, want)
		}
	}
}

func checkAChangedRateCountsAtOnce(t *testing.T, p portal, h http.Handler) {
	change := pricing.ChangeFeeCmd{ChannelCode: "BCA", Rate: pricing.Rate{Flat: decimal.NewFromInt(1_000)}, By: "admin:1", At: p.core.Now()}
	_, err := service.Execute(t.Context(), p.core, pricing.Aggregate, pricing.Stream(),
		func(s pricing.State) ([]domain.Event, error) { return pricing.ChangeFee(s, change) })
	if err != nil {
		t.Fatal(err)
	}
	got := servicetest.Into[api.FeeBreakdown](t,
		servicetest.Call(t, h, http.MethodPost, "/fees/calculate", `{"amount":100000,"channel_code":"BCA"}`))
	if !got.Fee.Equal(change.Rate.Flat) {
		t.Errorf("the fee is %s", got.Fee)
	}
	rates := servicetest.Into[[]struct {
		ChannelCode string          `json:"channel_code"`
		Flat        decimal.Decimal `json:"flat"`
	}](t, servicetest.Call(t, h, http.MethodGet, "/fees/rates", ""))
	if len(rates) != len(pricing.DefaultRates()) {
		t.Errorf("%d rates are listed", len(rates))
	}
	for _, r := range rates {
		if r.ChannelCode == "BCA" && !r.Flat.Equal(change.Rate.Flat) {
			t.Errorf("the rate of BCA is listed as %s", r.Flat)
		}
	}
}
