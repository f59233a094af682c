// Package payment is the aggregate of one payment, with one stream per transaction_id. It records what the
// gateway asked the provider for and what the provider accepted, and decides on each of the provider's
// reports: PAID, SETTLED, EXPIRED, or money that cannot be credited as it is. Such money waits in suspense
// until an administrator releases or refunds it.
//
// Balances are not here: package balance posts the events of this package. The only errors are
// *domain.Refusal, ErrNeedsSuspenseID and *NeedsClaim.
//
// # Cancelling
//
// Cancel ends a pending payment at once: Expired with the reason ReasonCancelled. That event is also the
// intent to close the payment at the provider. A reactor closes it there and records the outcome, Closed. The
// customer may have paid in the meantime: PAID beats EXPIRED, so the money is credited late.
//
// # Chains
//
// A merchant's order may get several payments, each of which replaces an older one (API reference: replaces).
// Together they are a chain, named by the transaction_id of its oldest payment. One payment of a chain
// becomes PAID; all other money for the chain goes to suspense.
//
// The stream order-<oldest transaction_id> decides which payment that is: its first event, Claimed, names the
// claimant. A payment of a chain becomes PAID only if the decision has the newest claim and the claim is its
// own. A decision that lacks the claim ends with *NeedsClaim; the caller then claims the chain
// (NeedsClaim.Claim) and decides again. If two instances claim at once, one of them meets the revision of the
// other, and reads who came first.
//
// A request that replaces a payment goes this way:
//
//  1. StartChain on the older payment's stream checks that it may be replaced, and appends
//     Chained to it, unless it is in a chain already.
//  2. RequestReplacing appends Requested and Chained to the newer payment's stream, in one append.
//  3. The provider opens the newer payment: Opened.
//  4. Replace on the older payment's stream appends Replaced, and Expired with the reason
//     ReasonReplaced if it was pending. If the process ends after step 3, a reactor does this
//     step. The reactor also closes the older payment at the provider.
//
// A payment without a chain claims nothing and needs no extra append: its own stream ensures that it is PAID
// only once. The dangerous case is an older payment without a chain that is paid while it is being replaced.
// Chained and Paid are appended to the same stream, so one of them comes first:
//
//   - Paid first: step 1 sees it and refuses, and the newer payment is never requested.
//   - Chained first: the decision to append Paid meets a newer revision, is taken again, and
//     asks for the claim.
//
// Either way, before step 3 makes it possible to pay the newer payment, the older one can become PAID only by
// a claim. So at most one payment of a chain is PAID, in any order of notifications, requests and crashes. A
// crash after step 1 leaves a chain with one payment, which then needs a claim.
//
// The claim is appended before Paid. A process that ends between the two leaves a claimant that is not PAID
// yet; the notification, or the provider's books, report the same money again, and the claimant becomes PAID.
// A PAID payment keeps its claim: a reversal changes no status.
//
// If the older payment claims the chain while the newer one is being opened, the newer one stays open: money
// for it goes to suspense with the reason ReasonOrderPaid, as for a second payment of one invoice. An
// administrator who releases it credits the client, as with any second payment; only a claimant becomes PAID
// by it, and gets a callback. Money with a wrong amount claims the chain when it is released, not when it
// arrives.
//
// # A claim that is given up
//
// A claimant may lose its money before it is PAID: the provider takes the money back before the gateway knows
// of the payment, or one administrator refunds money with a wrong amount while another one releases it. So
// that the order is not stuck, another payment that needs the claim takes it over, in two appends:
//
//  1. GiveUpClaim on the claimant's stream appends ClaimGivenUp with the number of the claim, if
//     the claimant is not PAID, its money went back, and none of it is in suspense. When an
//     administrator releases money of the other payment, it is enough that the claimant is not PAID:
//     a person decided which payment of the order counts.
//  2. NeedsClaim.TakeOver on the chain's stream appends ClaimTakenOver with the next number, if the
//     claim that was given up is still the newest one.
//
// Still at most one payment of a chain is PAID. Paid needs the newest claim that the decision knows, say
// number n, and the payment's own stream must not say that n was given up. Claim n+1 exists only if the
// stream of the claimant of n says that n was given up. ClaimGivenUp and Paid are appended to that one
// stream, each at the revision that it was decided on, so one of them comes first:
//
//   - Paid first: the claim is not given up, and claim n+1 never exists.
//   - ClaimGivenUp first: the decision to append Paid meets a newer revision, is taken again, and
//     asks for the claim anew. It gets the newest one, n+1 or later, or it claims again itself.
//
// After a crash between 1 and 2 the next payment that asks, which may be the former claimant, finds the claim
// given up and goes on with 2. After a crash following 2 the new claimant is not PAID yet, as after any
// claim. An older log has no ClaimGivenUp: there a claim counts as it did then, and the next payment that
// asks decides from the claimant's events whether the claim still holds.
//
// A chain whose claimant no longer holds its claim can be replaced again (HoldsClaim).
//
// Payments from before chains existed have no Chained, and can be replaced like any other. A program version
// that does not know Chained can't read such streams, so it cannot pay without a claim: its notifications
// fail and are repeated. The same holds for ClaimGivenUp and ClaimTakenOver.
package payment
