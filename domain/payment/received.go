package payment

import (
	"slices"
)

// received is one payment of a customer, as far as the provider has reported it: credited, or
// in suspense, or out of suspense again. The zero value stands for none.
type received struct {
	credit   *Credit
	suspense *Suspense
}

func (m received) found() bool { return m.credit != nil || m.suspense != nil }

func (m received) is(suspenseID int64) bool { return m.found() && m.suspenseID() == suspenseID }

func (m received) suspenseID() int64 {
	if m.credit != nil {
		return m.credit.SuspenseID
	}
	return m.suspense.ID
}

func (m received) channelCode() string {
	if m.credit != nil {
		return m.credit.ChannelCode
	}
	return m.suspense.ChannelCode
}

func (m received) receipt() Receipt {
	if m.suspense != nil {
		return m.suspense.Receipt
	}
	return m.credit.Receipt
}

// all returns all money of the payment: what made it PAID first, then in the order in
// which it came.
func (s State) all() (all []received) {
	if c := s.main(); s.Paid() && c.SuspenseID == 0 {
		all = append(all, received{credit: &c})
	}
	for _, m := range s.Suspense {
		one := received{suspense: &m}
		if c, credited := s.credit(m.ID); credited {
			one.credit = &c
		}
		if m.ID == s.PaidFromSuspense {
			all = append([]received{one}, all...)
		} else {
			all = append(all, one)
		}
	}
	return all
}

// find finds the money that a receipt of the provider is about.
func (s State) find(r Receipt) received {
	all := s.all()
	// The id counts before the amount: a wallet's charges of one payment may be of the same amount.
	for _, m := range all {
		if r.ProviderPaymentID != "" && m.receipt().ProviderPaymentID == r.ProviderPaymentID {
			return m
		}
	}
	for _, m := range all {
		if s.ofCharge(m.receipt()).sameMoney(s.ofCharge(r)) {
			return m
		}
	}
	return received{}
}

// ofCharge gives a receipt of a wallet the id of its charge. A charge is paid once, so the id of its
// money is that of the charge; the provider's books name no other.
func (s State) ofCharge(r Receipt) Receipt {
	if s.traits().ChargeIsMoney && r.ProviderID == "" {
		r.ProviderID = r.ProviderPaymentID
	}
	return r
}

// knowsPayment reports whether money with this id of the provider came.
func (s State) knowsPayment(providerPaymentID string) bool {
	return slices.ContainsFunc(s.all(), func(m received) bool { return m.receipt().ProviderPaymentID == providerPaymentID })
}

// sameMoney reports whether two receipts are about one payment of a customer: they have
// the same id of it. A receipt without an id, or with the id of the whole payment in its
// place, is about the money of the same amount of that payment: the provider leaves the id
// out of an invoice, which is paid once.
func (r Receipt) sameMoney(other Receipt) bool {
	switch {
	case r.ProviderPaymentID != "" && r.ProviderPaymentID == other.ProviderPaymentID:
		return true
	case r.namesMoney() && other.namesMoney(), r.isOtherCharge(other):
		return false
	}
	return r.PaidAmount.Equal(other.PaidAmount)
}

// isOtherCharge reports whether the provider knows the two by different ids: they are two charges
// of a wallet.
func (r Receipt) isOtherCharge(other Receipt) bool {
	return r.ProviderID != "" && other.ProviderID != "" && r.ProviderID != other.ProviderID
}

func (r Receipt) namesMoney() bool {
	return r.ProviderPaymentID != "" && r.ProviderPaymentID != r.ProviderID
}

func (r Receipt) isPaymentID(id string) bool  { return id != "" && r.ProviderPaymentID == id }
func (r Receipt) isProviderID(id string) bool { return id != "" && r.ProviderID == id }
