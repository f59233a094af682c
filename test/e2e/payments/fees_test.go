package payments

import (
	"encoding/json"
	"testing"

	"gateway/test/e2e/harness"

	"github.com/shopspring/decimal"
)

func TestTheFeeRatesAreListed(t *testing.T) {
	t.Parallel()
	a := harness.NewMerchant(t).Get(t, "/fees/rates").Wants(t, 200).
		ListOf(t, shape{"channel_code": "string", "flat": "number", "percent": "number", "vat_inclusive": "boolean"})
	rates := map[string]string{}
	for _, item := range a.List(t) {
		r := item.(map[string]any)
		rates[r["channel_code"].(string)] = harness.JSON([]any{r["flat"], r["percent"], r["vat_inclusive"]})
	}
	for code, want := range map[string]string{
		"BCA": "[4000,0,false]", "QRIS": "[0,0.7,true]", "OVO": "[0,1.5,false]", "DANA": "[0,1.5,false]", "LINKAJA": "[0,1.5,false]",
		"SHOPEEPAY": "[0,2,false]", "INVOICE": "[4000,0,false]", "TRANSFER": "[5000,0,true]",
	} {
		if rates[code] != want {
			t.Errorf("%s: %s, want %s", code, rates[code], want)
		}
	}
}

func TestFeesAreCalculated(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	for _, c := range []struct {
		rule  string
		path  string
		body  object
		shape shape
		want  object
	}{
		{"a flat fee, VAT on top", "", object{"amount": 100000, "channel_code": "BCA"}, harness.BreakdownShape, object{
			"channel_code": "BCA", "amount": 100000, "fee": 4000, "vat": 440, "vat_rate": 11, "total_fee": 4440, "net_amount": 95560, "include_vat": true,
		}},
		{"a percentage, VAT inside", "", object{"amount": 100000, "channel_code": "QRIS"}, harness.BreakdownShape, object{
			"fee": 630.63, "vat": 69.37, "total_fee": 700, "net_amount": 99300,
		}},
		{"without VAT", "", object{"amount": 100000, "channel_code": "OVO", "include_vat": false}, harness.BreakdownShape, object{
			"fee": 1500, "vat": 0, "total_fee": 1500, "net_amount": 98500, "include_vat": false,
		}},
		{"an inclusive fee without its VAT", "", object{"amount": 100000, "channel_code": "QRIS", "include_vat": false}, harness.BreakdownShape, object{
			"fee": 630.63, "vat": 0, "total_fee": 630.63, "net_amount": 99369.37,
		}},
		{"beyond the amount it is cut to it", "", object{"amount": 1000, "channel_code": "BCA"}, harness.BreakdownShape, object{"total_fee": 1000, "net_amount": 0}},
		{"halves are rounded up", "", object{"amount": 33.33, "channel_code": "OVO"}, harness.BreakdownShape, object{"fee": 0.5, "vat": 0.06, "net_amount": 32.77}},
		{"payment_method is an alias, client_id is ignored", "", object{"client_id": 1, "amount": 100000, "payment_method": "ovo"}, harness.BreakdownShape, object{
			"channel_code": "OVO", "fee": 1500, "vat": 165, "net_amount": 98335,
		}},
		{"exponents are numbers too", "", object{"amount": harness.Raw("1e5"), "channel_code": "BCA"}, harness.BreakdownShape, object{"amount": 100000}},
		{"the largest amount", "", object{"amount": harness.Raw("1000000000000.00"), "channel_code": "OVO"}, harness.BreakdownShape, object{"fee": 15000000000}},
		{"VAT on top of an amount", "/vat", object{"amount": 100000}, harness.VATShape, object{
			"amount": 100000, "base": 100000, "vat": 11000, "vat_rate": 11, "is_inclusive": false,
		}},
		{"VAT inside an amount", "/vat", object{"amount": 111000, "is_inclusive": true}, harness.VATShape, object{"base": 100000, "vat": 11000, "is_inclusive": true}},
		{"a transfer costs 5,000 with its VAT", "/withdrawal", object{"amount": 250000, "bank_code": "bca"}, harness.WithdrawalFeeShape, object{
			"amount": 250000, "bank_code": "BCA", "fee": 5000,
		}},
		{"what to ask for, flat", "/amount-to-pay", object{"net_amount": 95560, "channel_code": "BCA"}, harness.AmountToPayShape, object{
			"net_amount": 95560, "channel_code": "BCA", "amount_to_pay": 100000, "fee": 4000, "vat": 440, "total_fee": 4440,
		}},
		{"what to ask for, percentage", "/amount-to-pay", object{"net_amount": 100000, "payment_method": "QRIS"}, harness.AmountToPayShape, object{
			"amount_to_pay": 100705, "total_fee": 704.94,
		}},
		{"what to ask for, without VAT", "/amount-to-pay", object{"net_amount": 98500, "channel_code": "OVO", "include_vat": false}, harness.AmountToPayShape, object{
			"amount_to_pay": 100000, "fee": 1500, "vat": 0,
		}},
	} {
		t.Run(c.rule, func(t *testing.T) {
			m.Post(t, "/fees/calculate"+c.path, c.body).Wants(t, 200).Has(t, "", c.shape).Is(t, c.want)
		})
	}
}

func TestFeesOfSeveralChannelsComeInTheRequestedOrder(t *testing.T) {
	t.Parallel()
	a := harness.NewMerchant(t).Post(t, "/fees/calculate/bulk", object{"amount": 100000, "channels": []string{"QRIS", "OVO", "BCA"}, "include_vat": true})
	a.Wants(t, 200).ListOf(t, harness.BreakdownShape).Is(t, object{
		"0.channel_code": "QRIS", "0.total_fee": 700, "1.channel_code": "OVO", "1.total_fee": 1665, "2.channel_code": "BCA", "2.total_fee": 4440,
	})
}

// The answer of amount-to-pay is checked with calculate: its net is at least the wanted amount, and one rupiah
// less would not do.
func TestTheAmountToPayIsTheSmallestThatNetsAsMuch(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	for _, net := range []int64{1, 99, 12345, 100000, 19999999} {
		for _, code := range []string{"BCA", "QRIS", "DANA", "SHOPEEPAY"} {
			pay := m.Post(t, "/fees/calculate/amount-to-pay", object{"net_amount": net, "channel_code": code}).Wants(t, 200)
			amount := rupiah(t, pay.Field(t, "amount_to_pay"))
			nets := func(sen int64) int64 {
				a := m.Post(t, "/fees/calculate", object{"amount": amount.sub(sen), "channel_code": code}).Wants(t, 200)
				return rupiah(t, a.Field(t, "net_amount")).sen
			}
			if nets(0) < net*100 || nets(100) >= net*100 {
				t.Errorf("%s for %d of %s: nets %d sen, one rupiah less %d", pay.Body, net, code, nets(0), nets(100))
			}
		}
	}
}

// sen is an amount of money in hundredths of a rupiah.
type sen struct{ sen int64 }

// rupiah reads an amount of an answer.
func rupiah(tb testing.TB, value any) sen {
	tb.Helper()
	n, _ := value.(json.Number)
	d, err := decimal.NewFromString(n.String())
	if err != nil || !d.Shift(2).IsInteger() {
		tb.Fatalf("%v is no amount", value)
	}
	return sen{d.Shift(2).IntPart()}
}

// sub returns the JSON of the amount less some sen.
func (s sen) sub(less int64) json.RawMessage {
	return harness.Raw(decimal.New(s.sen-less, -2).String())
}
