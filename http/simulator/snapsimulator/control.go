package snapsimulator

import (
	"time"

	"gateway/http/snap"

	"github.com/shopspring/decimal"
)

// Money is what a customer pays. The zero Money is the amount that is due, now.
type Money struct {
	// Amount is in rupiah; zero means what is due.
	Amount decimal.Decimal
	// ID identifies the payment; empty means a new id. A real company never gives an id twice.
	ID string
	// At is the time of the payment; zero means now.
	At time.Time
	// Anyway lets a bill be paid that a real customer could not pay: paid, cancelled or expired, or with another
	// amount. Companies say that it happens, by interbank transfers.
	Anyway bool
}

// Pay pays a virtual account, a QR code or a direct debit, by the merchant's reference, and queues the
// notification, which it also returns. Errors: ErrNotFound, and ErrState for what a real customer could not do.
func (s *Simulator) Pay(reference string, m Money) (n Notice, err error) {
	err = s.change(func() error {
		b := s.bills[reference]
		if b == nil {
			return ErrNotFound
		}
		paid := money{id: m.ID, amount: m.Amount, at: m.At}
		if paid.amount.IsZero() {
			paid.amount = b.amount
		}
		if !m.Anyway && (!b.open(s.now()) || !paid.amount.Equal(b.amount)) {
			return ErrState
		}
		if paid.id == "" {
			paid.id = newID("P")
		}
		if paid.at.IsZero() {
			paid.at = s.now()
		}
		b.paid = append(b.paid, paid)
		n = s.notice(b, paid)
		s.queue(n)
		return nil
	})
	return n, err
}

// Fail lets a direct debit fail, and queues the notification, which it also returns.
func (s *Simulator) Fail(reference string) (n Notice, err error) {
	err = s.change(func() error {
		b := s.bills[reference]
		switch {
		case b == nil:
			return ErrNotFound
		case b.opened != snap.ServiceDebitPayment || !b.open(s.now()):
			return ErrState
		}
		b.failed = true
		n = s.notice(b, money{})
		s.queue(n)
		return nil
	})
	return n, err
}

// Return gives the money of a QR code or a direct debit back to its customer, and queues the notification, which it also
// returns: it says that the payment is refunded, and no more.
func (s *Simulator) Return(reference string) (n Notice, err error) {
	err = s.change(func() error {
		b := s.bills[reference]
		switch {
		case b == nil:
			return ErrNotFound
		case b.va != nil || len(b.paid) == 0:
			return ErrState
		}
		b.returned = true
		n = s.notice(b, b.paid[0])
		s.queue(n)
		return nil
	})
	return n, err
}

// CompleteTransfer brings the money of a transfer to its bank account.
func (s *Simulator) CompleteTransfer(reference string) error {
	return s.endTransfer(reference, snap.StatusPending, snap.StatusSuccess, "")
}

// FailTransfer ends a transfer. Its money returns to the float.
func (s *Simulator) FailTransfer(reference, reason string) error {
	return s.endTransfer(reference, snap.StatusPending, snap.StatusFailed, reason)
}

// ReturnTransfer takes a completed transfer back. Its money returns to the float.
func (s *Simulator) ReturnTransfer(reference string) error {
	return s.endTransfer(reference, snap.StatusSuccess, snap.StatusRefunded, "RETURNED")
}

func (s *Simulator) endTransfer(reference string, from, to snap.TransactionStatus, reason string) error {
	return s.change(func() error {
		t := s.transfers[reference]
		switch {
		case t == nil:
			return ErrNotFound
		case t.status != from:
			return ErrState
		}
		if to == snap.StatusSuccess {
			s.complete(t)
			return nil
		}
		t.status, t.reason, s.float = to, reason, s.float.Add(t.amount)
		return nil
	})
}

// GivePrefix has new virtual accounts get this partnerServiceId, of 8 characters, although the merchant asks for another.
func (s *Simulator) GivePrefix(partnerServiceID string) {
	_ = s.change(func() error { s.givenPrefix = partnerServiceID; return nil })
}

// ListTransfersLate has a transfer found only this long after its order. Until the first has succeeded, the company makes
// a second transfer of the same reference: it does not notice that it has one.
func (s *Simulator) ListTransfersLate(after time.Duration) {
	_ = s.change(func() error { s.listedAfter = after; return nil })
}

// SetFloat sets the money that transfers can be made from, in rupiah.
func (s *Simulator) SetFloat(rupiah decimal.Decimal) {
	_ = s.change(func() error { s.float = rupiah; return nil })
}

// Transferred returns the money of all transfers that were not taken back or failed, in rupiah.
func (s *Simulator) Transferred() (sum decimal.Decimal) {
	_ = s.change(func() error {
		for _, t := range s.transfers {
			if t.status == snap.StatusSuccess || t.status == snap.StatusPending {
				sum = sum.Add(t.amount)
			}
		}
		return nil
	})
	return sum
}

// RevokeTokens ends all access tokens.
func (s *Simulator) RevokeTokens() {
	_ = s.change(func() error { clear(s.tokens); return nil })
}

// Number returns the number of a virtual account as its customer types it, by the merchant's reference.
func (s *Simulator) Number(reference string) (number string, err error) {
	err = s.change(func() error {
		if b := s.bills[reference]; b != nil && b.va != nil {
			number = unpadded(b.number())
			return nil
		}
		return ErrNotFound
	})
	return number, err
}
