package simulator_test

import (
	"errors"
	"net/http"
	"testing"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/outbound/provider"
	"gateway/test/rupiah"
)

func TestASecondCreationWithAnExternalIDIsAnUnknownOutcome(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, channel := range channels {
		f.open(t, channel, string(channel), 25000)
		_, err := f.OpenPayment(t.Context(), opening(channel, string(channel), 25000))
		if channel == pricing.VA || channel == pricing.EWallet { // the provider makes a second one
			must(t, err)
			continue
		}
		mustBeUnknown(t, err)
	}
}

func TestUnknownIDsAreNotFound(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, channel := range channels {
		if _, err := f.FindPayment(t.Context(), report.Lookup{Channel: channel, TransactionID: "none"}); !errors.Is(err, report.ErrNoRecord) {
			t.Errorf("find %s: %v", channel, err)
		}
		if _, err := f.FindPayment(t.Context(), report.Lookup{Channel: channel, TransactionID: "none", ProviderID: "none"}); !errors.Is(err, report.ErrNoRecord) {
			t.Errorf("get %s: %v", channel, err)
		}
	}
	if _, err := f.FindPayout(t.Context(), report.PayoutsV1, "none"); !errors.Is(err, report.ErrNoRecord) {
		t.Errorf("find disbursement: %v", err)
	}
}

func TestAmountsThatCauseFaultsDoSoOnEveryChannel(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	hasty := f.newClient(t, provider.Config{Timeout: quiet})
	for _, channel := range channels {
		_, err := f.OpenPayment(t.Context(), opening(channel, string(channel)+"-refused", 13013))
		mustBeRefused(t, err, "API_VALIDATION_ERROR")
		_, err = f.OpenPayment(t.Context(), opening(channel, string(channel)+"-lost", 13404))
		mustBeUnknown(t, err)
		for _, name := range []string{"-refused", "-lost"} {
			if _, err := f.FindPayment(t.Context(), report.Lookup{Channel: channel, TransactionID: string(channel) + name}); !errors.Is(err, report.ErrNoRecord) {
				t.Errorf("%s%s: %v", channel, name, err)
			}
		}
		_, err = f.OpenPayment(t.Context(), opening(channel, string(channel)+"-unanswered", 13504))
		mustBeUnknown(t, err)
		_, err = hasty.OpenPayment(t.Context(), opening(channel, string(channel)+"-slow", 13508))
		mustBeUnknown(t, err)
		for _, name := range []string{"-unanswered", "-slow"} {
			found, err := f.FindPayment(t.Context(), report.Lookup{Channel: channel, TransactionID: string(channel) + name})
			want := report.Pending
			if channel == pricing.VA || channel == pricing.EWallet {
				if !errors.Is(err, report.ErrNoRecord) {
					t.Errorf("%s%s is found before it is paid: %+v, %v", channel, name, found, err)
				}
				must(t, f.Pay(t.Context(), string(channel)+name, nil, ""))
				found, err = f.FindPayment(t.Context(), report.Lookup{Channel: channel, TransactionID: string(channel) + name})
				want = report.Paid
			}
			if err != nil || found.Status != want || found.ProviderID == "" {
				t.Errorf("%s%s: found %+v, %v", channel, name, found, err)
			}
		}
	}
}

func TestAWrongKeyIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	stranger := f.newClient(t, provider.Config{SecretKey: "wrong"})
	_, err := stranger.OpenPayment(t.Context(), opening(pricing.VA, "a", 25000))
	mustBeRefused(t, err, "INVALID_API_KEY")
}

func TestTheProvidersTestModePays(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.open(t, pricing.VA, "INV-va", 25000)
	f.open(t, pricing.QRIS, "INV-qr", 25000)
	for path, body := range map[string]string{
		"/callback_virtual_accounts/external_id=INV-va/simulate_payment": `{"amount": 25000}`,
		"/qr_codes/INV-qr/payments/simulate":                             `{}`,
	} {
		if status := f.post(t, path, body); status != http.StatusOK {
			t.Errorf("%s: %d", path, status)
		}
		if n, _ := f.inbox.next(t); n.Status != report.Paid || !n.PaidAmount.Equal(rupiah.Of(25000)) {
			t.Errorf("%s: notified %+v", path, n)
		}
	}
}

func TestMalformedCreationsAreRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for name, c := range map[string][2]string{
		"no external id":         {"/v2/invoices", `{"amount": 1000}`},
		"no amount":              {"/v2/invoices", `{"external_id": "a"}`},
		"amount as text":         {"/v2/invoices", `{"external_id": "a", "amount": "1000"}`},
		"amount below 0":         {"/v2/invoices", `{"external_id": "a", "amount": -1}`},
		"no JSON":                {"/v2/invoices", `amount=1`},
		"VA without bank":        {"/callback_virtual_accounts", `{"external_id": "a", "name": "B", "expected_amount": 10000}`},
		"foreign currency":       {"/ewallets/charges", `{"reference_id": "a", "currency": "USD", "amount": 1}`},
		"static QR code":         {"/qr_codes", `{"external_id": "a", "type": "STATIC", "callback_url": "http://a", "amount": 1}`},
		"payout without account": {"/disbursements", `{"external_id": "a", "amount": 10000, "bank_code": "BCA"}`},
	} {
		if status := f.post(t, c[0], c[1]); status != http.StatusBadRequest {
			t.Errorf("%s: %d, want 400", name, status)
		}
	}
}
