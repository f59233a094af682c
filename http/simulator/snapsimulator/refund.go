package snapsimulator

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"time"

	"gateway/http/snap"

	"github.com/shopspring/decimal"
)

// givenBack is a refund that the merchant asked for.
type givenBack struct {
	no, reference, reason string
	amount                decimal.Decimal
	at                    time.Time
}

// refundDebit is service 58.
func (s *Simulator) refundDebit(d *document, _ string) (answer, *refusal) {
	return s.refund(d, snap.ServiceDebitPayment, s.company.debitByReference)
}

// refundQR is service 78.
func (s *Simulator) refundQR(d *document, _ string) (answer, *refusal) {
	return s.refund(d, snap.ServiceQRGenerate, true)
}

// refund gives money of a payment back. Without an amount it is all that is left, and without a reference the company
// can't tell a repetition. One company answers a repetition as the first call, the others refuse it.
func (s *Simulator) refund(d *document, opened int, byReference bool) (answer, *refusal) {
	back := givenBack{reference: d.text("partnerRefundNo", 64, optional), reason: d.text("reason", 256, optional), at: s.now()}
	asked := d.members["refundAmount"] != nil
	if asked {
		back.amount = d.amount("refundAmount")
	}
	b, refused := s.found(d, opened, byReference)
	switch {
	case refused != nil:
		return nil, refused
	case len(b.paid) == 0:
		return nil, &refusal{snap.Code{Status: http.StatusNotFound}, ""}
	}
	if !asked {
		back.amount = b.left()
	}
	for _, before := range b.refunds {
		switch {
		case back.reference == "" || before.reference != back.reference:
		case !before.amount.Equal(back.amount):
			return nil, &refusal{snap.Inconsistent, ""}
		case s.company.repeatsRefunds:
			return refundAnswer(b, before), nil
		default:
			return nil, &refusal{snap.DuplicateReference, ""}
		}
	}
	settled := !b.paid[0].settledAt.IsZero()
	switch {
	case !b.left().IsPositive():
		return nil, &refusal{snap.Code{Status: http.StatusMethodNotAllowed, Case: 1}, ""}
	case back.amount.GreaterThan(b.left()):
		return nil, &refusal{snap.InvalidAmount, ""}
	case settled && back.amount.GreaterThan(s.float):
		return nil, &refusal{snap.InsufficientFunds, ""}
	case settled:
		s.float = s.float.Sub(back.amount)
	}
	back.no = newID("R")
	b.refunds = append(b.refunds, back)
	return refundAnswer(b, back), nil
}

func refundAnswer(b *bill, r givenBack) answer {
	return answer{
		"originalReferenceNo": b.referenceNo, "originalPartnerReferenceNo": b.reference, "refundNo": r.no,
		"partnerRefundNo": cmp.Or(r.reference, r.no), "refundAmount": snap.AmountOf(r.amount), "refundTime": snap.FormatTime(r.at),
	}
}

// refunded is how much of a bill went back by the merchant's refunds, and left how much of the first payment can still go.
func (b *bill) refunded() (sum decimal.Decimal) {
	for _, r := range b.refunds {
		sum = sum.Add(r.amount)
	}
	return sum
}

func (b *bill) left() decimal.Decimal {
	if len(b.paid) == 0 || b.returned {
		return decimal.Zero
	}
	return b.paid[0].amount.Sub(b.refunded())
}

// history is the refundHistory of a bill: some companies have it in the answer, some in its additionalInfo, some nowhere.
func (b *bill) history() []any {
	all := []any{}
	for _, r := range b.refunds {
		all = append(all, map[string]any{
			"refundNo": r.no, "partnerRefundNo": r.reference, "refundAmount": snap.AmountOf(r.amount), "refundStatus": string(snap.StatusSuccess),
			"refundDate": snap.FormatTime(r.at), "reason": r.reason,
		})
	}
	return all
}

// settledRefunds lists the refunds of a bill.
func (b *bill) settledRefunds() (all []Settled) {
	for _, r := range b.refunds {
		all = append(all, Settled{ID: "X" + r.no, ProviderID: r.no, Reference: b.reference, Refund: true, Amount: r.amount, At: r.at})
	}
	return all
}

// Refunded returns the money of all refunds that the merchant asked for, in rupiah.
func (s *Simulator) Refunded() (sum decimal.Decimal) {
	_ = s.change(func() error {
		for _, b := range s.bills {
			sum = sum.Add(b.refunded())
		}
		return nil
	})
	return sum
}

// HasRefund reports whether there is a refund whose reference is, or begins with, this one and a hyphen.
func (s *Simulator) HasRefund(reference string) (has bool) {
	_ = s.change(func() error {
		for _, b := range s.bills {
			has = has || slices.ContainsFunc(b.refunds, func(r givenBack) bool {
				return r.reference == reference || strings.HasPrefix(r.reference, reference+"-")
			})
		}
		return nil
	})
	return has
}
