package contract_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"gateway/domain/balance"
	"gateway/domain/report"
	"gateway/projections/reactor/payoutreactor"
	"gateway/test/rupiah"

	"github.com/shopspring/decimal"
)

func (c *contract) transfer() balance.Transfer {
	n := numbers.Add(1)
	order := balance.Order{ClientID: 7, Kind: balance.Withdrawal, ID: n}
	return balance.Transfer{
		Reference: order.NewReference("0000000001"), IdempotencyKey: fmt.Sprint("key-", n), ProviderAPI: c.payoutAPI, Bank: "BRI",
		AccountHolder: "Budi", AccountNumber: "0123456789", Description: "payout", Amount: rupiah.Of("250000"),
	}
}

// left is the money that has left the float.
func (c *contract) left(t *testing.T) decimal.Decimal {
	t.Helper()
	if c.snap != nil {
		now, err := c.Balance(t.Context())
		must(t, err)
		return float.Sub(now)
	}
	now, err := c.xendit.Balance(t.Context())
	must(t, err)
	return float.Sub(now)
}

// An order whose outcome is not known is looked up, and sent again with its own reference and key.
func TestAnOrderIsPaidOnceHoweverItsCallsEnd(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, c *contract) {
		if !c.hasPayouts {
			return
		}
		c.disturbed(t, func(t *testing.T, what string, with func(func(context.Context)) bool) {
			order, before := c.transfer(), c.left(t)
			var err error
			disturbed := with(func(ctx context.Context) { _, err = c.SendPayout(ctx, order) })
			took := c.left(t).Sub(before)
			switch {
			case err == nil && !took.Equal(order.Amount):
				t.Errorf("%s: it was taken, and %s left", what, took)
			case err == nil:
			case !disturbed:
				t.Errorf("%s: %v", what, err)
			case madeNothing(t, what, err) && !took.IsZero():
				t.Errorf("%s: %v, and %s left", what, err, took)
			}
			found, err := c.FindPayout(t.Context(), c.payoutAPI, order.Reference)
			if took.IsZero() != errors.Is(err, report.ErrNoRecord) || !took.IsZero() && (err != nil || found.Reference != order.Reference || !found.Amount.Equal(order.Amount)) {
				t.Errorf("%s: %s left, and the look-up finds %+v (%v)", what, took, found, err)
			}
			if _, err = c.SendPayout(t.Context(), order); err != nil {
				madeNothing(t, what, err)
			}
			if took := c.left(t).Sub(before); !took.Equal(order.Amount) {
				t.Errorf("%s: %s left after the same order again", what, took)
			}
		})
	})
}

func TestALookUpOfAPayoutSaysWhatIsTrueOrThatItIsNotKnown(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, c *contract) {
		if !c.hasPayouts {
			return
		}
		order := c.transfer()
		_, err := c.SendPayout(t.Context(), order)
		must(t, err)
		c.disturbed(t, func(t *testing.T, what string, with func(func(context.Context)) bool) {
			var found report.Payout
			var err error
			disturbed := with(func(ctx context.Context) { found, err = c.FindPayout(ctx, c.payoutAPI, order.Reference) })
			switch {
			case err == nil && (found.Status != report.Pending || found.Reference != order.Reference || !found.Amount.Equal(order.Amount)):
				t.Errorf("%s: found as %+v", what, found)
			case err == nil:
			case !disturbed || errors.Is(err, report.ErrNoRecord) || madeNothing(t, what, err):
				t.Errorf("%s: it is there, and not found: %v", what, err)
			}
		})
	})
}

// A company that makes the same order twice while it does not find the first must have it repeated late.
func TestAnAdapterWithoutAKeyForOrdersSaysSo(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, c *contract) {
		if !c.hasPayouts {
			return
		}
		if c.snap != nil {
			c.snap.ListTransfersLate(time.Hour)
		}
		order := c.transfer()
		for range 2 {
			if _, err := c.SendPayout(t.Context(), order); err != nil {
				madeNothing(t, "the same order", err)
			}
		}
		unkeyed, late := c.port.(payoutreactor.Unkeyed)
		switch twice := c.left(t).GreaterThan(order.Amount); {
		case twice && !late:
			t.Error("it is made twice, and the adapter does not say so")
		case late && unkeyed.RepeatPayoutAfter() < 10*time.Minute:
			t.Errorf("it is repeated after %s", unkeyed.RepeatPayoutAfter())
		case late && !twice:
			t.Error("it is not made twice, and repeated late")
		}
	})
}
