package api

import (
	"testing"

	"gateway/test/e2e/harness"
)

// Some fields have two names. If a request sends both with different values, one of them would be ignored, so
// it is refused.
func TestTwoNamesOfAFieldMustAgree(t *testing.T) {
	t.Parallel()
	m := harness.NewMerchant(t)
	m.SetBankAccount(t)
	for _, c := range []struct {
		path        string
		body        object
		other       string
		differs, as any
	}{
		{"/fees/calculate", object{"amount": 10000, "channel_code": "BCA"}, "payment_method", "OVO", "bca"},
		{"/fees/calculate", object{"amount": 10000, "channel_code": "BCA"}, "payment_method", "no channel", "BCA"},
		{"/fees/calculate/amount-to-pay", object{"net_amount": 10000, "channel_code": "BCA"}, "payment_method", "OVO", "BCA"},
		{"/withdrawals", object{"jumlah": 10000, "url": "https://toko.example/x"}, "amount", 20000, harness.Raw("10000.00")},
		{"/settlements", object{"jumlah": 10000, "tujuan": "gaji"}, "amount", 20000, 10000},
	} {
		m.Post(t, c.path, c.body.With(c.other, c.differs)).RefusesField(t, c.other)
		if got := m.Post(t, c.path, c.body.With(c.other, c.as)); got.ErrorCode() == "invalid_field" {
			t.Errorf("%s with %s twice alike: %s", c.path, c.other, got.Body)
		}
	}
}
