package admin

import (
	"slices"
	"testing"

	"gateway/test/e2e/harness"
)

func TestChannelFeesAndBanksAreChanged(t *testing.T) {
	t.Parallel()
	m, admin := harness.NewMerchant(t), harness.Shared(t).Admin(t)
	rate := shape{"channel_code": "string", "flat": "number", "percent": "number", "vat_inclusive": "boolean"}
	admin.Put(t, "/admin/fees/sahabat_sampoerna", object{"flat": 1000, "percent": 2, "vat_inclusive": true}).Wants(t, 200).Has(t, "", rate).Is(t, object{
		"channel_code": "SAHABAT_SAMPOERNA", "flat": 1000, "percent": 2, "vat_inclusive": true,
	})
	m.Post(t, "/fees/calculate", object{"amount": 100000, "channel_code": "SAHABAT_SAMPOERNA"}).Wants(t, 200).Is(t, object{"total_fee": 3000})
	m.Post(t, "/payments/va", object{"amount": 100000, "bank_code": "SAHABAT_SAMPOERNA", "customer_name": "Budi"}).Wants(t, 201).Is(t, object{
		"transaction.net_payment": 97000,
	})
	rates := admin.Get(t, "/admin/fees").Wants(t, 200).Column(t, "channel_code")
	if !slices.Contains(rates, `"SAHABAT_SAMPOERNA"`) || !slices.Contains(rates, `"TRANSFER"`) {
		t.Errorf("the rates are of %v", rates)
	}
	admin.Put(t, "/admin/fees/GOPAY", object{"flat": 1}).Wants(t, 404)
	admin.Put(t, "/admin/fees/OVO", object{"flat": -1}).RefusesField(t, "flat")
	admin.Put(t, "/admin/fees/OVO", object{"percent": "1"}).RefusesField(t, "percent")
	admin.Put(t, "/admin/fees/OVO", object{}).RefusesField(t, "flat")
	admin.Put(t, "/admin/bank-channels/BNI", object{"active": true}).Wants(t, 200).Has(t, "", harness.BankChannelShape)
	admin.Put(t, "/admin/bank-channels/HSBC", object{"active": false}).Wants(t, 200)
	if banks := admin.Get(t, "/admin/bank-channels").Wants(t, 200).Column(t, "code"); !slices.Contains(banks, `"HSBC"`) {
		t.Errorf("a closed bank is not among %v", banks)
	}
	admin.Put(t, "/admin/bank-channels/HSBC", object{"active": true}).Wants(t, 200)
	admin.Put(t, "/admin/bank-channels/GOPAY", object{"active": true}).Wants(t, 404)
	admin.Put(t, "/admin/bank-channels/BCA", object{"active": 1}).RefusesField(t, "active")
	admin.Put(t, "/admin/bank-channels/BCA", object{}).RefusesField(t, "active")
}
