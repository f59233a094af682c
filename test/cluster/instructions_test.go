package cluster

import (
	"encoding/json"
	"testing"

	"gateway/test/installation"
	"gateway/test/poll"
)

// instructions are the members by which a customer pays, by channel.
var instructions = map[string][]string{
	"va": {"va_number", "bank_code"}, "ewallet": {"pay_url", "deeplink"}, "qris": {"qr_string"}, "invoice": {"invoice_url"},
}

// openPaymentStaysUsable: the instructions in the creation's answer can be read again, also from the other
// instance and after the read models were rebuilt.
func openPaymentStaysUsable(t *testing.T, in *installation.Installation, admin installation.Caller) {
	m := in.NewMerchant(t, admin, 0, false)
	created := map[string]installation.Answer{}
	for channel, body := range map[string]map[string]any{
		"va":      {"amount": 50_000, "bank_code": "BNI", "customer_name": "Budi"},
		"ewallet": {"amount": 50_000, "channel_code": "DANA"},
		"qris":    {"amount": 50_000},
		"invoice": {"amount": 50_000},
	} {
		created[channel] = m.On(in.Instances[0]).Must(t, "POST", "/payments/"+channel, body)
	}
	look := func() {
		for channel, names := range instructions {
			id := openedPayment(t, created[channel]).ID
			for _, i := range in.Instances {
				shown := m.On(i).Must(t, "GET", "/payments/"+id+"/status", nil)
				for _, name := range append(names, "expires_at") {
					if got, want := shown.Text(name), created[channel].Text(name); got == "" && name != "deeplink" || got != want {
						t.Errorf("%s of %s: %q, after it was created with %q", name, channel, got, want)
					}
				}
			}
		}
	}
	look()
	admin.Must(t, "POST", "/admin/projections/transactions/rebuild", nil)
	poll.Within(t, installation.InvariantsWithin, "the rebuild has ended", func() (bool, any) {
		state := stateOf(t, admin, "transactions")
		return state == "live", state
	})
	look()
}

func stateOf(t *testing.T, admin installation.Caller, name string) string {
	t.Helper()
	var all []struct{ Name, State string }
	if err := json.Unmarshal(admin.Must(t, "GET", "/admin/projections", nil).Data, &all); err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		if p.Name == name {
			return p.State
		}
	}
	return "missing"
}
