package simulator_test

import (
	"errors"
	"regexp"
	"testing"
	"time"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/simulator"
	"gateway/http/simulator/qrtext/qristest"
	"gateway/test/rupiah"

	"github.com/google/go-cmp/cmp"
	"github.com/shopspring/decimal"
)

func TestAPaymentIsOpenedPaidAndSettledOnEveryChannel(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, channel := range channels {
		id := "INV-1-" + string(channel)
		opened := f.open(t, channel, id, 25000)
		found := f.find(t, channel, id)
		if found.Status != report.Pending || found.PaymentID != "" || !cmp.Equal(found.Instructions, opened) {
			t.Errorf("%s: found %+v, want pending %+v", channel, found, opened)
		}

		must(t, f.Pay(t.Context(), id, nil, ""))
		n, raw := f.inbox.next(t)
		if raw.token != token || raw.kind != string(channel) {
			t.Errorf("%s: notified %q with token %q", channel, raw.kind, raw.token)
		}
		got, err := f.FindPayment(t.Context(), report.Lookup{Channel: channel, TransactionID: id, ProviderID: opened.ProviderID})
		must(t, err)
		want := report.Payment{
			Connection: "xendit", Channel: channel, ProviderID: opened.ProviderID, UserID: opened.UserID, Instructions: opened, TransactionID: id, Status: report.Paid, Amount: rupiah.Of(25000), PaidAmount: rupiah.Of(25000),
			PaidAt: start, PaymentID: n.PaymentID, ChannelCode: n.ChannelCode,
			PaymentMethod: n.PaymentMethod, PaymentChannel: n.PaymentChannel, Issuer: n.Issuer,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", channel, diff)
		}
		if n.Status != report.Paid || n.ProviderID != opened.ProviderID || n.TransactionID != id || n.PaymentID == "" {
			t.Errorf("%s: notified %+v", channel, n)
		}

		must(t, f.Settle(t.Context(), id))
		s, _ := f.inbox.next(t)
		if s.Status != report.Settled || s.PaymentID != n.PaymentID || !s.PaidAmount.Equal(n.PaidAmount) {
			t.Errorf("%s: settlement notified as %+v", channel, s)
		}
		if got := f.find(t, channel, id); got.Status != report.Settled {
			t.Errorf("%s: found %s after settlement", channel, got.Status)
		}
	}
}

func TestInstructionsHaveTheFormOfTheRealProvider(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	invoice := f.open(t, pricing.Invoice, "a", 25000)
	if !regexp.MustCompile(`^[a-f][0-9a-f]{23}$`).MatchString(invoice.ProviderID) {
		t.Errorf("invoice id %q", invoice.ProviderID)
	}
	if invoice.InvoiceURL != "http://pay.test/simulator/invoices/"+invoice.ProviderID || !invoice.ExpiresAt.Equal(start.Add(24*time.Hour)) {
		t.Errorf("invoice %+v", invoice)
	}
	charge := f.open(t, pricing.EWallet, "b", 25000)
	if charge.PayURL != "http://pay.test/simulator/ewallets/"+charge.ProviderID || charge.ExpiresAt != nil {
		t.Errorf("charge %+v", charge)
	}
	code, err := qristest.Parse(f.open(t, pricing.QRIS, "c", 25000).QRString)
	if err != nil || !code.Amount.Equal(rupiah.Of(25000)) {
		t.Errorf("QR code %+v, %v", code, err)
	}
	seen := map[string]bool{}
	for _, id := range []string{"d", "e", "f"} {
		account := f.open(t, pricing.VA, id, 25000)
		if seen[account.VANumber] || !regexp.MustCompile(`^10766[0-9]{11}$`).MatchString(account.VANumber) {
			t.Errorf("VA number %q", account.VANumber)
		}
		seen[account.VANumber] = true
	}
}

func TestAnInvoiceIsPaidWithTheChannelThatIsNamed(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for code, method := range map[string]string{"": "BANK_TRANSFER", "OVO": "EWALLET", "QRIS": "QR_CODE", "MANDIRI": "BANK_TRANSFER"} {
		id := "INV-" + code
		f.open(t, pricing.Invoice, id, 25000)
		must(t, f.Pay(t.Context(), id, nil, code))
		n, _ := f.inbox.next(t)
		want := map[string]string{"": "BCA"}[code] + code
		if n.ChannelCode != want || n.PaymentMethod != method {
			t.Errorf("%q: paid with %s by %s", code, n.ChannelCode, n.PaymentMethod)
		}
	}
}

func TestAnotherAmountThanDueCanBePaid(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, channel := range channels {
		f.open(t, channel, string(channel), 25000)
		amount := decimal.RequireFromString("24999.5")
		must(t, f.Pay(t.Context(), string(channel), &amount, ""))
		n, _ := f.inbox.next(t)
		found := f.find(t, channel, string(channel))
		if !n.PaidAmount.Equal(amount) || !found.PaidAmount.Equal(amount) || !found.Amount.Equal(rupiah.Of(25000)) {
			t.Errorf("%s: notified %s, found %s of %s", channel, n.PaidAmount, found.PaidAmount, found.Amount)
		}
	}
}

func TestASecondPaymentHasItsOwnIDAndLeavesTheFirst(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, channel := range channels {
		f.open(t, channel, string(channel), 25000)
		must(t, f.Pay(t.Context(), string(channel), nil, ""))
		first, _ := f.inbox.next(t)
		f.clock.advance(time.Second)
		must(t, f.Pay(t.Context(), string(channel), nil, ""))
		second, _ := f.inbox.next(t)
		if second.Status != report.Paid || second.PaymentID == first.PaymentID {
			t.Errorf("%s: paid as %s, then as %s", channel, first.PaymentID, second.PaymentID)
		}
		if found := f.find(t, channel, string(channel)); found.PaymentID != first.PaymentID {
			t.Errorf("%s: found %s, want the first, %s", channel, found.PaymentID, first.PaymentID)
		}
	}
}

func TestOnlyTheExpiryOfAnInvoiceIsNotified(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for channel, want := range map[pricing.Kind]report.Status{
		pricing.Invoice: report.Expired, pricing.VA: report.Expired,
		pricing.QRIS: report.Expired, pricing.EWallet: report.Failed,
	} {
		f.open(t, channel, string(channel), 25000)
		must(t, f.Expire(t.Context(), string(channel)))
		if channel == pricing.Invoice {
			if n, _ := f.inbox.next(t); n.Status != report.Expired || !n.PaidAmount.IsZero() {
				t.Errorf("notified %+v", n)
			}
		}
		if found := f.find(t, channel, string(channel)); found.Status != want {
			t.Errorf("%s: found %s, want %s", channel, found.Status, want)
		}
	}
	f.inbox.mustGetNothing(t)
}

func TestAPaymentExpiresAtItsTime(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.open(t, pricing.Invoice, "invoice", 25000)
	f.open(t, pricing.VA, "va", 25000)
	f.clock.advance(24 * time.Hour)
	if n, _ := f.inbox.next(t); n.Status != report.Expired || n.TransactionID != "invoice" {
		t.Errorf("notified %+v", n)
	}
	if found := f.find(t, pricing.VA, "va"); found.Status != report.Expired {
		t.Errorf("VA found %s", found.Status)
	}
}

func TestAnExpiredPaymentCanStillBePaid(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, channel := range channels {
		f.open(t, channel, string(channel), 25000)
		must(t, f.Expire(t.Context(), string(channel)))
		if channel == pricing.Invoice {
			f.inbox.next(t)
		}
		must(t, f.Pay(t.Context(), string(channel), nil, ""))
		if n, _ := f.inbox.next(t); n.Status != report.Paid {
			t.Errorf("%s: notified %s", channel, n.Status)
		}
		if found := f.find(t, channel, string(channel)); found.Status != report.Paid {
			t.Errorf("%s: found %s", channel, found.Status)
		}
	}
}

func TestTheGatewayCanCloseInvoicesAndVAs(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, channel := range channels {
		opened := f.open(t, channel, string(channel), 25000)
		err := f.ExpirePayment(t.Context(), report.Lookup{Channel: channel, ProviderID: opened.ProviderID})
		if channel == pricing.EWallet || channel == pricing.QRIS {
			if !errors.Is(err, errors.ErrUnsupported) {
				t.Errorf("%s: %v", channel, err)
			}
			continue
		}
		must(t, err)
		if found := f.find(t, channel, string(channel)); found.Status != report.Expired {
			t.Errorf("%s: found %s", channel, found.Status)
		}
	}
	mustBeRefused(t, f.ExpirePayment(t.Context(), report.Lookup{Channel: pricing.Invoice, ProviderID: f.find(t, pricing.Invoice, string(pricing.Invoice)).ProviderID}), "INVALID_STATE_ERROR")
}

func TestImpossibleChangesAreRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.open(t, pricing.VA, "open", 25000)
	f.open(t, pricing.VA, "paid", 25000)
	must(t, f.Pay(t.Context(), "paid", nil, ""))
	ctx, nothing := t.Context(), decimal.Zero
	for name, c := range map[string]struct{ got, want error }{
		"pay what is not there":    {f.Pay(ctx, "none", nil, ""), simulator.ErrNotFound},
		"pay nothing":              {f.Pay(ctx, "open", &nothing, ""), simulator.ErrState},
		"settle what is not there": {f.Settle(ctx, "none"), simulator.ErrNotFound},
		"settle what is not paid":  {f.Settle(ctx, "open"), simulator.ErrState},
		"expire what is not there": {f.Expire(ctx, "none"), simulator.ErrNotFound},
		"expire what is paid":      {f.Expire(ctx, "paid"), simulator.ErrState},
		"reverse what is not paid": {f.ReversePayout(ctx, "none"), simulator.ErrNotFound},
	} {
		if !errors.Is(c.got, c.want) {
			t.Errorf("%s: %v, want %v", name, c.got, c.want)
		}
	}
}
