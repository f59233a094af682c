package simulator_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/outbound/provider"
	"gateway/http/simulator"
	"gateway/test/poll"
	"gateway/test/rupiah"
)

var refundedChannels = []pricing.Kind{pricing.Invoice, pricing.EWallet, pricing.QRIS}

// refundable opens a payment of the amount with the id "a", has it paid by a wallet, and returns a refund of a part.
func (f *fixture) refundable(t *testing.T, channel pricing.Kind, paid, amount int64) report.RefundOrder {
	t.Helper()
	opened := f.open(t, channel, "a", paid)
	must(t, f.Pay(t.Context(), "a", nil, "DANA"))
	f.inbox.next(t)
	poll.Until(t, "the notification counts as delivered, so that it is not sent again when the clock is moved", func() bool {
		var waiting int
		must(t, f.db.Get(&waiting, `SELECT count(*) FROM state.simulator_notifications WHERE delivered_at IS NULL`))
		return waiting == 0
	})
	receipt := f.find(t, channel, "a")
	return report.RefundOrder{
		Channel: channel, TransactionID: "a", ProviderID: opened.ProviderID, PaymentID: receipt.PaymentID, Reference: "a-R1-1",
		Amount: rupiah.Of(amount), Reason: "requested_by_customer",
	}
}

// refundNews is the next notification, which must be about a refund.
func (f *fixture) refundNews(t *testing.T) report.Refund {
	t.Helper()
	got := f.inbox.raw(t)
	n, is, err := provider.ParseRefund(got.body)
	if !is || err != nil {
		t.Fatalf("%s: %t, %v", got.body, is, err)
	}
	return n
}

func saidOf(r report.RefundRecord, err error) string {
	if err != nil {
		return fmt.Sprint(err)
	}
	return strings.TrimSpace(fmt.Sprint(r.Status, " ", r.FailureCode, map[bool]string{true: "voided"}[r.Voided]))
}

func TestARefundIsMadeBookedAndNotifiedOnce(t *testing.T) {
	t.Parallel()
	for _, channel := range refundedChannels {
		f := newFixture(t, withFees)
		o := f.refundable(t, channel, 100_000, 40_000)
		must(t, f.Settle(t.Context(), "a"))
		f.inbox.next(t)
		before, err := f.Simulator.Balance(t.Context())
		must(t, err)
		made, err := f.SendRefund(t.Context(), o)
		if said := saidOf(made, err); said != "PENDING" || !made.Amount.Equal(o.Amount) {
			t.Fatalf("%s: %s", channel, said)
		}
		n := f.refundNews(t)
		if n.ID != made.ID || n.Status != report.Completed || !n.Amount.Equal(o.Amount) || channel == pricing.Invoice != (n.Reference == o.Reference) {
			t.Errorf("%s: notified %+v", channel, n)
		}
		found, err := f.FindRefund(t.Context(), o)
		if said := saidOf(found, err); said != "COMPLETED" || found.ID != made.ID {
			t.Errorf("%s: found %s", channel, said)
		}
		if again, err := f.SendRefund(t.Context(), o); channel == pricing.Invoice {
			mustBeUnknown(t, err)
		} else if err != nil || again.ID != made.ID {
			t.Errorf("%s: again %+v, %v", channel, again, err)
		}
		f.inbox.mustGetNothing(t)
		booked := f.reversals(t)
		if len(booked) != 1 || booked[0].ProductID != made.ID || booked[0].Status != report.Completed {
			t.Errorf("%s: booked %+v", channel, booked)
		}
		after, err := f.Simulator.Balance(t.Context())
		must(t, err)
		if !before.Sub(after).Equal(o.Amount) {
			t.Errorf("%s: %s left", channel, before.Sub(after))
		}
		if channel == pricing.QRIS { // the notification of a refund is no payment
			if got := f.find(t, channel, "a"); !got.Status.IsPaid() || !got.PaidAmount.Equal(rupiah.Of(100_000)) {
				t.Errorf("found as %+v", got)
			}
		}
	}
}

func TestWhatARefundCanNotTakeBack(t *testing.T) {
	t.Parallel()
	for _, channel := range refundedChannels {
		f := newFixture(t)
		o := f.refundable(t, channel, 100_000, 60_000)
		_, err := f.SendRefund(t.Context(), o)
		must(t, err)
		o.Reference, o.Amount, o.Known = "a-R2-1", rupiah.Of(40_001), nil
		_, err = f.SendRefund(t.Context(), o)
		mustBeRefused(t, err, "MAXIMUM_REFUND_AMOUNT_REACHED")
		o.Amount = rupiah.Of(40_000)
		f.clock.advance(31 * 24 * time.Hour)
		_, err = f.SendRefund(t.Context(), o)
		mustBeRefused(t, err, "INELIGIBLE_TRANSACTION")
	}
	f := newFixture(t)
	f.open(t, pricing.Invoice, "a", 100_000)
	must(t, f.Pay(t.Context(), "a", nil, "BCA"))
	_, err := f.SendRefund(t.Context(), report.RefundOrder{Channel: pricing.Invoice, ProviderID: f.opened["a"], Reference: "r", Amount: rupiah.Of(1)})
	mustBeRefused(t, err, "REFUND_NOT_SUPPORTED")
	for path, body := range map[string]string{
		"/refunds": `{"invoice_id":"none","amount":1}`, "/ewallets/charges/none/refunds": `{}`, "/qr_codes/payments/none/refunds": `{}`,
		"/refunds/none/cancel": ``,
	} {
		if got := f.post(t, path, body); got != http.StatusNotFound {
			t.Errorf("%s: %d", path, got)
		}
	}
}

func TestTheAmountOfARefundDecidesItsOutcome(t *testing.T) {
	t.Parallel()
	for _, channel := range refundedChannels {
		for amount, c := range map[int64]struct{ answered, found, notified string }{
			10_300: {"MAXIMUM_REFUND_AMOUNT_REACHED", "not found", ""},
			10_301: {"PARTIAL_REFUND_NOT_SUPPORTED", "not found", ""},
			10_302: {"our own balance does not suffice", "not found", ""},
			10_303: {"REFUND_NOT_SUPPORTED", "not found", ""},
			10_304: {"outcome unknown", "not found", ""},
			10_305: {"INELIGIBLE_TRANSACTION", "not found", ""},
			13_013: {"API_VALIDATION_ERROR", "not found", ""},
			13_404: {"outcome unknown", "not found", ""},
			13_504: {"outcome unknown", "COMPLETED", "COMPLETED"},
			20_300: {"PENDING", "FAILED INELIGIBLE_TRANSACTION", "FAILED"},
			20_301: {"PENDING", "FAILED INSUFFICIENT_BALANCE", "FAILED"},
			20_302: {"PENDING", "FAILED REFUND_TEMPORARILY_UNAVAILABLE", "FAILED"},
			20_303: {"PENDING", "FAILED MAXIMUM_USER_BALANCE_EXCEEDED", "FAILED"},
			20_304: {"PENDING", "FAILED INSUFFICIENT_BALANCE", "FAILED"},
			30_300: {"COMPLETED", "COMPLETED", "COMPLETED"},
			30_303: {"PENDING", "COMPLETED", "COMPLETED"},
			30_305: {"PENDING", "PENDING", ""},
		} {
			t.Run(fmt.Sprint(channel, amount), func(t *testing.T) {
				t.Parallel()
				f := newFixture(t)
				o := f.refundable(t, channel, 100_000, amount)
				made, err := f.SendRefund(t.Context(), o)
				if said := saidOf(made, err); !strings.Contains(said, c.answered) {
					t.Errorf("answered %s", said)
				}
				found, err := f.FindRefund(t.Context(), o)
				if said := saidOf(found, err); !strings.HasSuffix(said, c.found) {
					t.Errorf("found %s", said)
				}
				if c.notified == "" {
					f.inbox.mustGetNothing(t)
					return
				}
				if n := f.refundNews(t); string(n.Status) != c.notified {
					t.Errorf("notified %+v", n)
				}
				if booked := f.reversals(t); len(booked) == 1 != (c.notified == "COMPLETED") {
					t.Errorf("booked %+v", booked)
				}
			})
		}
	}
}

func TestARefundBouncesAfterItSucceeded(t *testing.T) {
	t.Parallel()
	for _, channel := range refundedChannels {
		for name, bounce := range map[string]func(t *testing.T, f *fixture){
			"by its amount": func(_ *testing.T, f *fixture) { f.clock.advance(time.Second) },
			"by a tester":   func(t *testing.T, f *fixture) { must(t, f.BounceRefund(t.Context(), "a-R1", "")) },
		} {
			f := newFixture(t)
			o := f.refundable(t, channel, 100_000, 30_301)
			_, err := f.SendRefund(t.Context(), o)
			must(t, err)
			if n := f.refundNews(t); n.Status != report.Completed {
				t.Errorf("%s: notified %+v", name, n)
			}
			before, err := f.Simulator.Balance(t.Context())
			must(t, err)
			bounce(t, f)
			if n := f.refundNews(t); n.Status != report.Failed || n.FailureCode != "ACCOUNT_NOT_FOUND" {
				t.Errorf("%s: notified %+v", name, n)
			}
			after, err := f.Simulator.Balance(t.Context())
			must(t, err)
			if booked := f.reversals(t); len(booked) != 1 || booked[0].Status != report.Reversed || !after.Sub(before).Equal(o.Amount) {
				t.Errorf("%s: booked %+v, %s came back", name, booked, after.Sub(before))
			}
			o.Amount, o.Reference = rupiah.Of(100_000), "a-R2-1" // all of it is there again
			_, err = f.SendRefund(t.Context(), o)
			must(t, err)
			f.clock.advance(time.Minute)
			if err := f.BounceRefund(t.Context(), "a-R1-1", ""); !errors.Is(err, simulator.ErrState) {
				t.Errorf("%s: bounced twice: %v", name, err)
			}
		}
	}
	if err := newFixture(t).BounceRefund(t.Context(), "none", ""); !errors.Is(err, simulator.ErrNotFound) {
		t.Errorf("none bounced: %v", err)
	}
}

func TestATesterEndsARefundThatStaysPending(t *testing.T) {
	t.Parallel()
	for _, channel := range refundedChannels {
		f := newFixture(t)
		o := f.refundable(t, channel, 30_305, 30_305)
		_, err := f.SendRefund(t.Context(), o)
		must(t, err)
		o.Reference = "a-R2-1"
		_, err = f.SendRefund(t.Context(), o)
		if channel == pricing.Invoice { // by its list, which has our references, the second one is not there
			mustBeUnknown(t, err)
		}
		must(t, f.FailRefund(t.Context(), "a-R1-1", "X"))
		if n := f.refundNews(t); n.Status != report.Failed || n.FailureCode != "X" {
			t.Errorf("notified %+v", n)
		}
		_, err = f.SendRefund(t.Context(), o)
		must(t, err)
		must(t, f.CompleteRefund(t.Context(), "a-R2-1"))
		if n := f.refundNews(t); n.Status != report.Completed {
			t.Errorf("notified %+v", n)
		}
		if err := f.CompleteRefund(t.Context(), "a-R2-1"); !errors.Is(err, simulator.ErrState) {
			t.Errorf("completed twice: %v", err)
		}
	}
}

func TestARefundCompletesAfterTheDelay(t *testing.T) {
	t.Parallel()
	f := newFixture(t, func(o *simulator.Options) { o.PayoutDelay = time.Minute })
	o := f.refundable(t, pricing.Invoice, 100_000, 40_000)
	_, err := f.SendRefund(t.Context(), o)
	must(t, err)
	if found, err := f.FindRefund(t.Context(), o); saidOf(found, err) != "PENDING" || len(f.reversals(t)) != 0 {
		t.Errorf("at once: %s", saidOf(found, err))
	}
	f.clock.advance(time.Minute)
	if n := f.refundNews(t); n.Status != report.Completed {
		t.Errorf("notified %+v", n)
	}
}

func TestAWholeRefundByQRCodeWithinADayIsAVoid(t *testing.T) {
	t.Parallel()
	for after, want := range map[time.Duration]string{23 * time.Hour: "COMPLETED voided", 25 * time.Hour: "COMPLETED"} {
		f := newFixture(t, withFees)
		o := f.refundable(t, pricing.QRIS, 100_000, 100_000)
		f.clock.advance(after)
		_, err := f.SendRefund(t.Context(), o)
		must(t, err)
		found, err := f.FindRefund(t.Context(), o)
		n := f.refundNews(t)
		if saidOf(found, err) != want || n.Voided != found.Voided {
			t.Errorf("after %s: found %s, notified %+v", after, saidOf(found, err), n)
		}
		if paid := f.listed(t, report.BookingQuery{Reference: "a", Kinds: []report.BookingKind{report.BookedPayment}})[0]; paid.Voided != found.Voided {
			t.Errorf("after %s: booked %+v", after, paid)
		}
	}
}

func TestAChargeIsVoidedOnItsDayBeforeTheCutOff(t *testing.T) {
	t.Parallel()
	untilCutOff := 11*time.Hour + 50*time.Minute // from noon in Jakarta
	for name, c := range map[string]struct {
		amount   int64
		after    time.Duration
		answered string
		found    string
	}{
		"at once":               {100_000, 0, "PENDING voided", "COMPLETED voided"},
		"in time":               {100_000, untilCutOff - time.Second, "PENDING voided", "COMPLETED voided"},
		"late":                  {100_000, untilCutOff, "late", "not found"},
		"on the next day":       {100_000, 24 * time.Hour, "late", "not found"},
		"late by its amount":    {30_302, 0, "late", "not found"},
		"it fails after all":    {30_304, 0, "PENDING voided", "FAILED VOID_FAILEDvoided"},
		"it is refunded before": {100_000, 0, "late", "not found"},
	} {
		f := newFixture(t)
		o := f.refundable(t, pricing.EWallet, c.amount, c.amount)
		if name == "it is refunded before" {
			must(t, f.Refund(t.Context(), simulator.Reversal{ExternalID: "a", Amount: new(rupiah.Of(1))}))
			f.refundNews(t)
		}
		o.Void = true
		f.clock.advance(c.after)
		made, err := f.SendRefund(t.Context(), o)
		said := saidOf(made, err)
		if refused, ok := errors.AsType[*report.Refused](err); ok && refused.OfLateVoid {
			said = "late"
		}
		found, err := f.FindRefund(t.Context(), o)
		if said != c.answered || !strings.HasSuffix(saidOf(found, err), c.found) {
			t.Errorf("%s: answered %s, found %s", name, said, saidOf(found, err))
		}
		if said == "late" {
			f.inbox.mustGetNothing(t)
			continue
		}
		if n := f.refundNews(t); n.Status != found.Status || !n.Voided || n.ID != found.ID {
			t.Errorf("%s: notified %+v", name, n)
		}
		if again, err := f.SendRefund(t.Context(), o); err != nil || again.ID != found.ID {
			t.Errorf("%s: again %+v, %v", name, again, err)
		}
	}
}

func TestAFaultOfTheProviderHitsItsRefunds(t *testing.T) {
	t.Parallel()
	for _, channel := range refundedChannels {
		f := newFixture(t)
		o := f.refundable(t, channel, 100_000, 40_000)
		f.SetFaults(simulator.Faults{FloatEmpty: true})
		if _, err := f.SendRefund(t.Context(), o); saidOf(report.RefundRecord{}, err) != "provider: our own balance does not suffice: INSUFFICIENT_BALANCE" {
			t.Errorf("%s: %v", channel, err)
		}
		f.SetFaults(simulator.Faults{TooMany: true})
		_, err := f.SendRefund(t.Context(), o)
		mustBeUnknown(t, err)
		f.SetFaults(simulator.Faults{Duplicate: 1})
		_, err = f.SendRefund(t.Context(), o)
		must(t, err)
		if first, second := f.refundNews(t), f.refundNews(t); first.ID != second.ID {
			t.Errorf("%s: %+v, then %+v", channel, first, second)
		}
	}
}

func TestRefundsOfInvoicesAreListedInPagesAndCancelled(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	o := f.refundable(t, pricing.Invoice, 1_000_000, 30_305)
	for n := range 3 {
		f.clock.advance(time.Second)
		o.Reference = fmt.Sprintf("a-R%d-1", n)
		_, err := f.SendRefund(t.Context(), o)
		must(t, err)
	}
	var page struct {
		Data []struct {
			ID     string `json:"id"`
			Status string `json:"status"`
			Ours   string `json:"reference_id"`
		} `json:"data"`
		HasMore bool `json:"has_more"`
	}
	read := func(query string) string {
		t.Helper()
		page.Data = nil
		must(t, json.Unmarshal(f.call(t, http.MethodGet, "/refunds?"+query, "").Body.Bytes(), &page))
		said := fmt.Sprint(page.HasMore)
		for _, one := range page.Data {
			said += " " + one.Ours
		}
		return said
	}
	if got := read("limit=2&invoice_id=" + f.opened["a"]); got != "true a-R0-1 a-R1-1" {
		t.Errorf("the first page is %s", got)
	}
	last := page.Data[1].ID
	if got := read("limit=2&after_id=" + last); got != "false a-R2-1" {
		t.Errorf("the second page is %s", got)
	}
	if got := read("invoice_id=none"); got != "false" {
		t.Errorf("of another invoice: %s", got)
	}
	for _, want := range []int{http.StatusOK, http.StatusConflict} {
		if got := f.post(t, "/refunds/"+last+"/cancel", ""); got != want {
			t.Errorf("cancelled: %d", got)
		}
	}
	o.Reference = "a-R1-1"
	if found, err := f.FindRefund(t.Context(), o); saidOf(found, err) != "FAILED" {
		t.Errorf("a cancelled refund is %s", saidOf(found, err))
	}
	if got := f.call(t, http.MethodGet, "/refunds/"+last, "").Body.String(); !strings.Contains(got, `"status":"CANCELLED"`) {
		t.Errorf("it is %s", got)
	}
}
