package payment

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gateway/domain/pricing"
)

// transactionID matches the ids that the gateway gives to payments.
var transactionID = regexp.MustCompile(`^INV-[1-9][0-9]{0,18}-[0-9]{19}$`)

// IsTransactionID reports whether an id has the form of a transaction_id made by the gateway:
// INV-<client_id>-<nanoseconds>.
func IsTransactionID(id string) bool { return transactionID.MatchString(id) }

// ClientOf returns the client that a transaction_id names. ok is false for an id of another form.
func ClientOf(transactionID string) (clientID int64, ok bool) {
	if !IsTransactionID(transactionID) {
		return 0, false
	}
	clientID, err := strconv.ParseInt(strings.Split(transactionID, "-")[1], 10, 64)
	return clientID, err == nil
}

// Receipts returns the receipts of all money that was received for the payment: the money that made it PAID,
// and the money that went to suspense.
func (s State) Receipts() []Receipt {
	var all []Receipt
	if s.Paid() {
		all = append(all, s.Receipt)
	}
	for _, m := range s.Suspense {
		if !s.Paid() || m.Receipt.ProviderPaymentID != s.Receipt.ProviderPaymentID {
			all = append(all, m.Receipt)
		}
	}
	return all
}

// ReceiptOf finds received money by one of the provider's ids: that of the receipt, or, for the money that
// made the payment PAID, that of the payment itself. The returned id is the receipt's.
func (s State) ReceiptOf(providerID string) (id string, known bool) {
	if s.knowsPayment(providerID) {
		return providerID, true
	}
	if s.Paid() && providerID != "" && (providerID == s.Receipt.ProviderID || providerID == s.Opening.ProviderID && !s.isPaidByAnother()) {
		return s.Receipt.ProviderPaymentID, true
	}
	return "", false
}

// isPaidByAnother reports whether the customer paid another invoice or charge than the one that the payment
// was opened with: a repeated request had made two.
func (s State) isPaidByAnother() bool {
	return s.traits().PaidOnce && s.Receipt.ProviderID != "" && s.Receipt.ProviderID != s.Opening.ProviderID
}

func (s State) traits() pricing.Traits { return pricing.Kind(s.Channel).Traits() }

// received is one payment of a customer, as far as the provider has reported it: credited, in suspense, or
// out of suspense again. The zero value stands for no money.
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

func (m received) connection() string {
	if m.credit != nil {
		return m.credit.Connection
	}
	return m.suspense.Connection
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

// all returns all money of the payment: the money that made it PAID first, then the rest in the order in
// which it came.
func (s State) all() (all []received) {
	if c, known := s.credit(0); known && s.Paid() && s.PaidFromSuspense == 0 {
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

// find returns the money that a receipt of the provider is about.
func (s State) find(r Receipt) received {
	all := s.all()
	// The id counts before the amount: several charges of one wallet payment may have the same amount.
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

// ofCharge gives the receipt of a wallet payment the id of its charge. A charge is paid once, so that id also
// identifies the money; the provider's books use no other.
func (s State) ofCharge(r Receipt) Receipt {
	if s.traits().ChargeIsMoney && r.ProviderID == "" {
		r.ProviderID = r.ProviderPaymentID
	}
	return r
}

// knowsPayment reports whether money with this provider id has arrived.
func (s State) knowsPayment(providerPaymentID string) bool {
	return slices.ContainsFunc(s.all(), func(m received) bool { return m.receipt().ProviderPaymentID == providerPaymentID })
}

// sameMoney reports whether two receipts are about one payment of a customer, which is so if they have the
// same payment id. A receipt without an id, or with the id of the whole payment in its place, is about the
// money of the same amount: the provider leaves the id out for an invoice, which is paid once.
func (r Receipt) sameMoney(other Receipt) bool {
	switch {
	case r.ProviderPaymentID != "" && r.ProviderPaymentID == other.ProviderPaymentID:
		return true
	case r.namesMoney() && other.namesMoney(), r.isOtherCharge(other):
		return false
	}
	return r.PaidAmount.Equal(other.PaidAmount)
}

// isOtherCharge reports whether the provider knows the two receipts by different ids: they are two charges of
// a wallet.
func (r Receipt) isOtherCharge(other Receipt) bool {
	return r.ProviderID != "" && other.ProviderID != "" && r.ProviderID != other.ProviderID
}

func (r Receipt) namesMoney() bool {
	return r.ProviderPaymentID != "" && r.ProviderPaymentID != r.ProviderID
}

func (r Receipt) isPaymentID(id string) bool  { return id != "" && r.ProviderPaymentID == id }
func (r Receipt) isProviderID(id string) bool { return id != "" && r.ProviderID == id }
