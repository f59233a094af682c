package simulation

import (
	"slices"

	"gateway/domain"
	"gateway/domain/payment"
)

// orderRules are those of the payments of one order, in the order of the log.
type orderRules struct {
	*world
	chain    map[string]string // by transaction_id: the oldest payment of its order
	replaces map[string]string
	claimant map[string]string // by the oldest payment: the one that may become PAID
	paid     map[string]string // by the oldest payment: the one that did
	status   map[string]string // by transaction_id, as far as it matters here
}

func newOrderRules(w *world) orderRules {
	return orderRules{w, map[string]string{}, map[string]string{}, map[string]string{}, map[string]string{}, map[string]string{}}
}

// check: an order is claimed once, and nothing but the claimant becomes PAID; a payment is
// replaced by one that the provider has; nothing ends that is PAID, and nothing that has ended is
// paid as if it had not.
func (r orderRules) check(event domain.Event) {
	switch e := event.(type) {
	case payment.Chained:
		r.chain[e.TransactionID], r.replaces[e.TransactionID] = e.Chain, e.Replaces
		if e.Replaces != "" && r.chain[e.Replaces] != e.Chain {
			r.fail("%s is of the order of %s, and replaces %s, which is of the order of %q", e.TransactionID, e.Chain, e.Replaces, r.chain[e.Replaces])
		}
		if r.paid[e.Chain] != "" && e.Replaces == "" || r.status[e.TransactionID] == payment.StatusPaid {
			r.fail("%s is PAID, and is to be replaced", e.TransactionID)
		}
	case payment.Claimed:
		if other := r.claimant[e.Chain]; other != "" {
			r.fail("%s claims the order of %s, which %s has claimed", e.TransactionID, e.Chain, other)
		}
		r.claimant[e.Chain] = e.TransactionID
	case payment.Replaced:
		r.checkReplaced(e)
	case payment.Expired:
		if r.status[e.TransactionID] != "" {
			r.fail("%s expires (%s), and is %s", e.TransactionID, e.Reason, r.status[e.TransactionID])
		}
		r.status[e.TransactionID] = payment.StatusExpired
	case payment.Paid:
		r.checkPaid(e)
	}
}

func (r orderRules) checkReplaced(e payment.Replaced) {
	if r.replaces[e.By] != e.TransactionID {
		r.fail("%s is replaced by %s, which replaces %q", e.TransactionID, e.By, r.replaces[e.By])
	}
	if !r.restored && !slices.ContainsFunc(r.provider.bills, func(b *bill) bool { return b.reference == e.By }) {
		r.fail("%s is replaced by %s, which the provider does not have", e.TransactionID, e.By)
	}
}

func (r orderRules) checkPaid(e payment.Paid) {
	if expired := r.status[e.TransactionID] == payment.StatusExpired; expired != e.Late {
		r.fail("%s is paid, late %v, and had expired: %v", e.TransactionID, e.Late, expired)
	}
	r.status[e.TransactionID] = payment.StatusPaid
	chain := r.chain[e.TransactionID]
	switch {
	case chain == "":
		return
	case r.paid[chain] != "":
		r.fail("%s is PAID, as %s of the same order is", e.TransactionID, r.paid[chain])
	case r.claimant[chain] != e.TransactionID:
		r.fail("%s is PAID, and %q has claimed its order", e.TransactionID, r.claimant[chain])
	}
	r.paid[chain] = e.TransactionID
}
