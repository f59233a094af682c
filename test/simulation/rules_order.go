package simulation

import (
	"slices"

	"gateway/domain"
	"gateway/domain/payment"
)

// orderRules are the rules about the payments of one order, checked in the order of the log.
type orderRules struct {
	*world
	chain    map[string]string // by transaction_id: the oldest payment of its order
	replaces map[string]string
	claim    map[string]payment.Claim // by the oldest payment: the newest claim
	asks     map[string]bool          // by transaction_id: money of it is in suspense, or was
	givenUp  map[string]int           // by transaction_id: the last claim that it gave up
	paid     map[string]string        // by the oldest payment: the payment that became PAID
	status   map[string]string        // by transaction_id, as far as it matters here
}

func newOrderRules(w *world) orderRules {
	return orderRules{w, map[string]string{}, map[string]string{}, map[string]payment.Claim{}, map[string]bool{}, map[string]int{}, map[string]string{}, map[string]string{}}
}

// check: an order is claimed once, and again only if the claimant gave up its claim. Only the claimant becomes
// PAID. A payment is only replaced by one that the provider has. Nothing that is PAID ends, and nothing that
// has ended is paid as if it had not.
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
		if other := r.claim[e.Chain]; other.Number > 0 {
			r.fail("%s claims the order of %s, which %s has claimed", e.TransactionID, e.Chain, other.TransactionID)
		}
		r.checkReason(e.TransactionID)
		r.claim[e.Chain] = payment.Claim{TransactionID: e.TransactionID, Number: 1}
	case payment.Suspended:
		r.asks[e.TransactionID] = true
	case payment.ClaimGivenUp:
		r.checkGivenUp(e)
	case payment.ClaimTakenOver:
		r.checkTakenOver(e)
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

func (r orderRules) checkGivenUp(e payment.ClaimGivenUp) {
	if r.claim[e.Chain] != (payment.Claim{TransactionID: e.TransactionID, Number: e.Number}) {
		r.fail("%s gives up the claim %d of the order of %s, whose claim is %v", e.TransactionID, e.Number, e.Chain, r.claim[e.Chain])
	}
	if r.status[e.TransactionID] == payment.StatusPaid {
		r.fail("%s gives up its claim, and is PAID", e.TransactionID)
	}
	r.givenUp[e.TransactionID] = e.Number
}

func (r orderRules) checkTakenOver(e payment.ClaimTakenOver) {
	if r.claim[e.Chain] != (payment.Claim{TransactionID: e.From, Number: e.Number - 1}) {
		r.fail("%s takes the order of %s over from %s, as claim %d after %v", e.TransactionID, e.Chain, e.From, e.Number, r.claim[e.Chain])
	}
	if r.givenUp[e.From] != e.Number-1 {
		r.fail("%s takes the order of %s over from %s, which did not give it up", e.TransactionID, e.Chain, e.From)
	}
	r.checkReason(e.TransactionID)
	r.claim[e.Chain] = payment.Claim{TransactionID: e.TransactionID, Number: e.Number}
}

// checkReason: a payment claims its order for money of the amount due, or for money in suspense that an
// administrator releases.
func (r orderRules) checkReason(transactionID string) {
	for _, b := range r.bills() {
		isDue := func(t *paidBill) bool { return t.amount == b.amount }
		if b.reference == transactionID && slices.ContainsFunc(b.transfers, isDue) {
			return
		}
	}
	if !r.asks[transactionID] && !r.restored {
		r.fail("%s claims its order, and no money of the amount due came for it", transactionID)
	}
}

func (r orderRules) checkReplaced(e payment.Replaced) {
	if r.replaces[e.By] != e.TransactionID {
		r.fail("%s is replaced by %s, which replaces %q", e.TransactionID, e.By, r.replaces[e.By])
	}
	if !r.restored && !slices.ContainsFunc(r.bills(), func(b *bill) bool { return b.reference == e.By }) {
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
	case r.claim[chain].TransactionID != e.TransactionID:
		r.fail("%s is PAID, and %q has claimed its order", e.TransactionID, r.claim[chain].TransactionID)
	case r.claim[chain].Number <= r.givenUp[e.TransactionID]:
		r.fail("%s is PAID, and gave its claim up", e.TransactionID)
	}
	r.paid[chain] = e.TransactionID
}
