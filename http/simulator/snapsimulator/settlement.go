package snapsimulator

import (
	"cmp"
	"slices"
	"time"

	"gateway/http/snap"

	"github.com/shopspring/decimal"
)

// Fee is what a company charges for a payment that a service opened, or for a transfer (snap.ServiceInterbankTransfer),
// in rupiah, and the VAT on top of it.
type Fee func(service int, amount decimal.Decimal) (fee, vat decimal.Decimal)

// UsualFee is a Fee of about the size of real prices, in whole rupiah.
func UsualFee(service int, amount decimal.Decimal) (fee, vat decimal.Decimal) {
	switch service {
	case snap.ServiceVACreate:
		fee = decimal.NewFromInt(3_500)
	case snap.ServiceQRGenerate:
		fee = amount.Mul(decimal.RequireFromString("0.0063")).Floor()
	case snap.ServiceDebitPayment:
		fee = amount.Mul(decimal.RequireFromString("0.015")).Floor()
	default:
		fee = decimal.NewFromInt(2_500)
	}
	return fee, fee.Mul(decimal.RequireFromString("0.11")).Floor()
}

// Settled is money of the merchant that the company has booked for good: a payment, less its fee, or a transfer.
type Settled struct {
	// ID is the company's id of the booking, ProviderID that of the payment or transfer, Reference the merchant's.
	ID, ProviderID, Reference string
	// Payment is false for a transfer, and for a Refund of a payment. Returned is true for a transfer that came back.
	Payment, Refund, Returned bool
	// Amount is gross.
	Amount, Fee, VAT decimal.Decimal
	// At is when it was paid or ordered, SettledAt when a payment was settled.
	At, SettledAt time.Time
}

// Settle settles what customers paid, and lists all payments that were settled and transfers that were made, oldest
// first. A payment that is settled adds to the money that transfers are made from.
func (s *Simulator) Settle() (all []Settled) {
	_ = s.change(func() error {
		for _, b := range s.bills {
			for i := range b.paid {
				all = append(all, s.settle(b, &b.paid[i]))
			}
			all = append(all, b.settledRefunds()...)
		}
		for _, t := range s.transfers {
			all = append(all, t.settled()...)
		}
		return nil
	})
	slices.SortFunc(all, func(a, b Settled) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID)) })
	return all
}

// settle settles a payment, once. The lock is held.
func (s *Simulator) settle(b *bill, m *money) Settled {
	if m.settledAt.IsZero() {
		m.settledAt = s.now()
		m.fee, m.vat = s.fee(b.opened, m.amount)
		s.float = s.float.Add(m.amount).Sub(m.fee).Sub(m.vat)
		if m.id == b.paid[0].id {
			s.float = s.float.Sub(b.refunded())
		}
	}
	one := Settled{
		ID: "S" + m.id, ProviderID: b.referenceNo, Reference: b.reference, Payment: true, Amount: m.amount, Fee: m.fee, VAT: m.vat,
		At: m.at, SettledAt: m.settledAt,
	}
	if b.va != nil {
		one.ProviderID = m.id
	}
	return one
}

func (s *Simulator) fee(service int, amount decimal.Decimal) (fee, vat decimal.Decimal) {
	if s.Fee == nil {
		return decimal.Zero, decimal.Zero
	}
	return s.Fee(service, amount)
}

// complete brings the money of a transfer to its bank account, and takes the fee for it. The lock is held.
func (s *Simulator) complete(t *transfer) {
	t.status, t.reason = snap.StatusSuccess, "SUCCESS"
	t.fee, t.vat = s.fee(snap.ServiceInterbankTransfer, t.amount)
	s.float = s.float.Sub(t.fee).Sub(t.vat)
}

// settled lists the transfer, if it was made, and its return. The fee is not given back.
func (t *transfer) settled() (all []Settled) {
	if t.status == snap.StatusSuccess || t.status == snap.StatusRefunded {
		all = append(all, Settled{
			ID: "S" + t.referenceNo, ProviderID: t.referenceNo, Reference: t.reference, Amount: t.amount, Fee: t.fee, VAT: t.vat, At: t.at,
		})
	}
	if t.status == snap.StatusRefunded {
		all = append(all, Settled{
			ID: "R" + t.referenceNo, ProviderID: t.referenceNo, Reference: t.reference, Amount: t.amount, At: t.at, Returned: true,
		})
	}
	return all
}
