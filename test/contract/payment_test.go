package contract_test

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"gateway/domain/pricing"
	"gateway/domain/report"
	"gateway/test/rupiah"

	"github.com/shopspring/decimal"
)

// Another connection is asked after an error that says so: then the customer could pay twice.
func TestACreationThatIsSaidToHaveMadeNothingMadeNothing(t *testing.T) {
	t.Parallel()
	eachKind(t, func(t *testing.T, c *contract, channel pricing.Channel) {
		c.disturbed(t, func(t *testing.T, what string, with func(func(context.Context)) bool) {
			r := request(channel)
			var made report.Instructions
			var err error
			disturbed := with(func(ctx context.Context) { made, err = c.OpenPayment(ctx, r) })
			switch {
			case err == nil && (!c.isOpen(t, r.ExternalID) || !made.Usable(r.Channel)):
				t.Errorf("%s: it can't be paid", what)
			case err == nil:
			case !disturbed:
				t.Errorf("%s: %v", what, err)
			case madeNothing(t, what, err) && c.isOpen(t, r.ExternalID):
				t.Errorf("%s: %v, and it can be paid", what, err)
			}
			c.mustFindWhatIsThere(t, what, r)
		})
	})
}

// mustFindWhatIsThere pays a payment, if it is there, and looks it up as after a creation without an answer.
func (c *contract) mustFindWhatIsThere(t *testing.T, what string, r report.OpenRequest) {
	t.Helper()
	isThere := c.isOpen(t, r.ExternalID)
	if isThere {
		c.pay(t, r)
	}
	found, err := c.FindPayment(t.Context(), lookup(r, ""))
	switch {
	case !isThere && !errors.Is(err, report.ErrNoRecord):
		t.Errorf("%s: it is not there, and found: %+v (%v)", what, found, err)
	case !isThere:
	case err != nil || !found.Status.IsPaid() || found.TransactionID != r.ExternalID || !found.PaidAmount.Equal(r.Amount) || found.Connection != name:
		t.Errorf("%s: it is paid, and found: %+v (%v)", what, found, err)
	}
}

func TestALookUpSaysWhatIsTrueOrThatItIsNotKnown(t *testing.T) {
	t.Parallel()
	eachKind(t, func(t *testing.T, c *contract, channel pricing.Channel) {
		for _, want := range []report.Status{report.Pending, report.Paid} {
			r := request(channel)
			made, err := c.OpenPayment(t.Context(), r)
			must(t, err)
			if want == report.Paid {
				c.pay(t, r)
			}
			c.disturbed(t, func(t *testing.T, what string, with func(func(context.Context)) bool) {
				var found report.Payment
				var err error
				disturbed := with(func(ctx context.Context) { found, err = c.FindPayment(ctx, lookup(r, made.ProviderID)) })
				switch {
				case err == nil && (found.Status != want || found.TransactionID != r.ExternalID || !found.PaidAmount.Equal(due(want, r))):
					t.Errorf("%s: %s is found as %+v", what, want, found)
				case err == nil:
				case !disturbed || errors.Is(err, report.ErrNoRecord) || madeNothing(t, what, err):
					t.Errorf("%s: %s is there, and not found: %v", what, want, err)
				}
			})
		}
	})
}

// due is the paid amount of a payment with the status.
func due(status report.Status, r report.OpenRequest) decimal.Decimal {
	if status.IsPaid() {
		return r.Amount
	}
	return decimal.Zero
}

func TestAPaymentThatIsSaidToBeClosedCantBePaid(t *testing.T) {
	t.Parallel()
	eachKind(t, func(t *testing.T, c *contract, channel pricing.Channel) {
		c.disturbed(t, func(t *testing.T, what string, with func(func(context.Context)) bool) {
			r := request(channel)
			made, err := c.OpenPayment(t.Context(), r)
			must(t, err)
			disturbed := with(func(ctx context.Context) { err = c.ExpirePayment(ctx, lookup(r, made.ProviderID)) })
			if errors.Is(err, errors.ErrUnsupported) {
				return // the provider closes no such payment
			}
			if err == nil && c.isOpen(t, r.ExternalID) || err != nil && !disturbed {
				t.Errorf("%s: closed (%v), and it can be paid: %t", what, err, c.isOpen(t, r.ExternalID))
			}
			if err == nil {
				return
			}
			// Whatever the outcome was, a later try closes it, or says that there is nothing to close.
			again := c.ExpirePayment(t.Context(), lookup(r, made.ProviderID))
			if c.isOpen(t, r.ExternalID) {
				t.Errorf("%s: %v, then %v, and it can be paid", what, err, again)
			}
		})
	})
}

// What the company says counts, however it differs from what it was asked for.
func TestAnAmountThatDiffersIsReported(t *testing.T) {
	t.Parallel()
	eachKind(t, func(t *testing.T, c *contract, channel pricing.Channel) {
		r := request(channel)
		made, err := c.OpenPayment(t.Context(), r)
		must(t, err)
		c.pay(t, r)
		c.wire.falsify(func(body []byte) []byte { return bytes.ReplaceAll(body, []byte("150000"), []byte("150001")) })
		found, err := c.FindPayment(t.Context(), lookup(r, made.ProviderID))
		c.wire.falsify(nil)
		if err == nil && !found.PaidAmount.Equal(rupiah.Of("150001")) {
			t.Errorf("the company says 150001, and the adapter %s", found.PaidAmount)
		}
	})
}

// A company that mixes its answers up must not make a payment paid.
func TestAnAnswerAboutAnotherPaymentIsNotTakenForOurs(t *testing.T) {
	t.Parallel()
	eachKind(t, func(t *testing.T, c *contract, channel pricing.Channel) {
		other, r := request(channel), request(channel)
		otherMade, err := c.OpenPayment(t.Context(), other)
		must(t, err)
		made, err := c.OpenPayment(t.Context(), r)
		must(t, err)
		c.pay(t, other)
		var answers [][]byte
		c.wire.falsify(func(body []byte) []byte { answers = append(answers, body); return body })
		_, err = c.FindPayment(t.Context(), lookup(other, otherMade.ProviderID))
		must(t, err)
		c.wire.falsify(func(body []byte) []byte {
			if len(answers) > 0 {
				body, answers = answers[0], answers[1:]
			}
			return body
		})
		found, err := c.FindPayment(t.Context(), lookup(r, made.ProviderID))
		c.wire.falsify(nil)
		if err == nil && found.TransactionID == r.ExternalID && found.Status.IsPaid() {
			t.Errorf("an answer about %s is taken for one about %s: %+v", other.ExternalID, r.ExternalID, found)
		}
	})
}
