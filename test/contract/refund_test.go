package contract_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"gateway/domain/payment"
	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/http/simulator/snapsimulator"
	"gateway/test/rupiah"

	"github.com/shopspring/decimal"
)

// way is how money of a payment goes back.
type way struct {
	name   string
	amount decimal.Decimal
	void   bool
}

// eachRefund runs a test for each way in which each kind of payment of each company goes back.
func eachRefund(t *testing.T, test func(t *testing.T, c *contract, channel pricing.Channel, w way)) {
	t.Helper()
	eachKind(t, func(t *testing.T, c *contract, channel pricing.Channel) {
		for _, w := range []way{{"part", rupiah.Of("50000"), false}, {"whole", rupiah.Of("150000"), false}, {"void", rupiah.Of("150000"), true}} {
			o := report.RefundOrder{Channel: channel.Kind, PaidWith: channel.Code, PaymentID: "none", Void: w.void}
			if _, err := c.SendRefund(t.Context(), o); errors.Is(err, errors.ErrUnsupported) || w.void && channel.Kind != pricing.EWallet {
				continue
			}
			t.Run(w.name, func(t *testing.T) { test(t, c, channel, w) })
		}
	})
}

// paid opens a payment, pays it, and returns the order of a refund of it.
func (c *contract) paid(t *testing.T, channel pricing.Channel, w way) report.RefundOrder {
	t.Helper()
	r := request(channel)
	made, err := c.OpenPayment(t.Context(), r)
	must(t, err)
	if c.snap != nil {
		_, err = c.snap.Pay(r.ExternalID, snapsimulator.Money{})
	} else {
		err = c.xendit.Pay(t.Context(), r.ExternalID, nil, "DANA")
	}
	must(t, err)
	found, err := c.FindPayment(t.Context(), lookup(r, made.ProviderID))
	must(t, err)
	return report.RefundOrder{
		Channel: channel.Kind, PaidWith: channel.Code, TransactionID: r.ExternalID, ProviderID: made.ProviderID, PaymentID: found.PaymentID,
		Reference: payment.RefundKey(r.ExternalID, 7, 1), Amount: w.amount, Void: w.void, Reason: "requested_by_customer",
	}
}

// wentBack is how much of a payment went back, by what the company itself has.
func (c *contract) wentBack(t *testing.T, o report.RefundOrder) (sum decimal.Decimal) {
	t.Helper()
	if c.snap != nil {
		return c.snap.Refunded()
	}
	page, err := c.port.(books).BookingPage(t.Context(), report.BookingQuery{Reference: o.TransactionID})
	must(t, err)
	for _, b := range page.Bookings {
		if b.Kind == report.BookedRefund && b.Status == report.Completed || b.Kind == report.BookedPayment && b.Voided {
			sum = sum.Add(b.Amount)
		}
	}
	return sum
}

// listsRefunds says whether the company can be asked about a refund.
func (c *contract) listsRefunds() bool { return c.company != "dana" }

// A refund whose outcome is not known is looked up, and asked for again with its own reference.
func TestMoneyGoesBackOnceHoweverTheCallsEnd(t *testing.T) {
	t.Parallel()
	eachRefund(t, func(t *testing.T, c *contract, channel pricing.Channel, w way) {
		c.disturbed(t, func(t *testing.T, what string, with func(func(context.Context)) bool) {
			o := c.paid(t, channel, w)
			before := c.wentBack(t, o)
			took := func() decimal.Decimal { return c.wentBack(t, o).Sub(before) }
			var made report.RefundRecord
			var err error
			disturbed := with(func(ctx context.Context) { made, err = c.SendRefund(ctx, o) })
			switch {
			case err == nil && (!took().Equal(o.Amount) || !made.Amount.Equal(o.Amount) || made.Status == report.Failed):
				t.Errorf("%s: it was taken as %+v, and %s went back", what, made, took())
			case err == nil:
			case !disturbed:
				t.Errorf("%s: %v", what, err)
			case madeNothing(t, what, err) && !took().IsZero():
				t.Errorf("%s: %v, and %s went back", what, err, took())
			}
			c.mustFindTheRefund(t, what, o, took())
			o.Again = true
			if _, err = c.SendRefund(t.Context(), o); err != nil && madeNothing(t, what, err) {
				t.Errorf("%s: asked again, it is refused: %v", what, err)
			}
			if !took().Equal(o.Amount) {
				t.Errorf("%s: %s went back after the same refund again", what, took())
			}
		})
	})
}

// mustFindTheRefund looks a refund up of which so much went back.
func (c *contract) mustFindTheRefund(t *testing.T, what string, o report.RefundOrder, took decimal.Decimal) {
	t.Helper()
	found, err := c.FindRefund(t.Context(), o)
	switch {
	case !c.listsRefunds():
		if _, unknown := errors.AsType[*report.Unknown](err); !unknown {
			t.Errorf("%s: it can't be looked up, and is %+v (%v)", what, found, err)
		}
	case took.IsZero() != errors.Is(err, report.ErrNoRecord):
		t.Errorf("%s: %s went back, and the look-up finds %+v (%v)", what, took, found, err)
	case !took.IsZero() && (err != nil || found.Status != report.Completed || !found.Amount.Equal(o.Amount) || found.Connection != name):
		t.Errorf("%s: %s went back, and the look-up finds %+v (%v)", what, took, found, err)
	}
}

func TestALookUpOfARefundSaysWhatIsTrueOrThatItIsNotKnown(t *testing.T) {
	t.Parallel()
	eachRefund(t, func(t *testing.T, c *contract, channel pricing.Channel, w way) {
		o := c.paid(t, channel, w)
		_, err := c.SendRefund(t.Context(), o)
		must(t, err)
		c.disturbed(t, func(t *testing.T, what string, with func(func(context.Context)) bool) {
			var found report.RefundRecord
			var err error
			disturbed := with(func(ctx context.Context) { found, err = c.FindRefund(ctx, o) })
			switch {
			case err == nil && (found.Status != report.Completed || !found.Amount.Equal(o.Amount)):
				t.Errorf("%s: found as %+v", what, found)
			case err == nil:
			case c.listsRefunds() && !disturbed, errors.Is(err, report.ErrNoRecord), madeNothing(t, what, err):
				t.Errorf("%s: it is there, and not found: %v", what, err)
			}
		})
	})
}

// A second refund of the same money and amount is never taken for the first, nor the first for the second.
func TestTwoRefundsOfOneAmountAreToldApart(t *testing.T) {
	t.Parallel()
	eachRefund(t, func(t *testing.T, c *contract, channel pricing.Channel, w way) {
		if w.name != "part" {
			return
		}
		first := c.paid(t, channel, w)
		second := first
		second.Reference = payment.RefundKey(first.TransactionID, 8, 1)
		one, err := c.SendRefund(t.Context(), first)
		must(t, err)
		second.Known = []string{one.ID}
		if found, err := c.FindRefund(t.Context(), second); err == nil {
			t.Errorf("the second is found before it was asked for: %+v", found)
		}
		two, err := c.SendRefund(t.Context(), second)
		must(t, err)
		for _, o := range []struct {
			order report.RefundOrder
			id    string
		}{{first, one.ID}, {second, two.ID}} {
			found, err := c.FindRefund(t.Context(), o.order)
			if _, unknown := errors.AsType[*report.Unknown](err); !unknown && (err != nil || found.ID != o.id) {
				t.Errorf("found %+v (%v), not %s", found, err, o.id)
			}
		}
	})
}

// How soon a company's list shows a refund that it took is not known.
func TestARefundIsNotAskedForAgainAtOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, c *contract) {
		if c.RepeatRefundAfter() < 10*time.Minute {
			t.Errorf("it is asked for again after %s", c.RepeatRefundAfter())
		}
	})
}
