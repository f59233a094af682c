// Package payment is the aggregate of one payment, one stream per transaction_id. It
// records what the provider was asked for and took, and decides on each of the
// provider's reports: PAID, SETTLED, EXPIRED, or money that cannot be credited as it is.
// Such money waits in suspense until an administrator releases or refunds it.
//
// Balances are not here: package balance posts the events of this package. The only
// errors are *domain.Refusal, ErrNeedsSuspenseID and *NeedsClaim.
//
// # Cancelling
//
// Cancel ends a pending payment at once: Expired with the reason ReasonCancelled. That event
// is also the intent to close the payment at the provider. A reactor closes it there and
// records the end of that, Closed. The customer may have paid in the meantime: PAID beats
// EXPIRED, so the money is credited late.
//
// # Chains
//
// A merchant's order may get several payments, each of which replaces an older one
// (API reference: replaces). Together they are a chain, named by the transaction_id of its
// oldest payment. One payment of a chain becomes PAID; all other money of it goes to suspense.
//
// Which one it is, the stream order-<oldest transaction_id> decides: its first event, Claimed,
// names the claimant. A payment of a chain is decided to be PAID only where it is the
// claimant. Decisions that lack the claimant end with *NeedsClaim; the caller then claims
// the chain (NeedsClaim.Claim) and decides again. Of two instances that claim at once one
// meets the other's revision, and reads who came first.
//
// A request that replaces a payment goes this way:
//
//  1. StartChain on the older payment's stream checks that it may be replaced, and appends
//     Chained to it, unless it is in a chain already.
//  2. RequestReplacing appends Requested and Chained to the newer payment's stream, in one append.
//  3. The provider opens the newer payment: Opened.
//  4. Replace on the older payment's stream appends Replaced, and Expired with the reason
//     ReasonReplaced where it was pending. A reactor makes up for a process that ended after 3,
//     and closes the older payment at the provider.
//
// A payment without a chain claims nothing, and costs no append: its stream alone decides that
// it is PAID once. The danger lies between: an older payment without a chain that is paid while
// it is replaced. Chained and Paid are appended to the same stream, so one of them comes first:
//
//   - Paid first: step 1 sees it and refuses, and the newer payment is never requested.
//   - Chained first: the decision to append Paid meets a newer revision, is taken again, and
//     asks for the claim.
//
// Either way, before step 3 makes it possible to pay the newer payment, the older one can
// become PAID by a claim only. So at most one payment of a chain is PAID, in any
// order of notifications, requests and crashes. A crash after step 1 leaves a chain of one
// payment, which costs that one a claim.
//
// The claim is appended before Paid. A process that ends between leaves a claimant that is not
// PAID yet; the notification, or the provider's books, bring the same money again, and the
// claimant becomes PAID. A claim is never given back: not by a reversal, which changes no
// status.
//
// An older payment that claims while the newer one is being opened leaves the newer one open:
// money for it goes to suspense with the reason ReasonOrderPaid, as that of a second payment
// of one invoice does. An administrator who releases it credits the client, as with
// any second payment; only a claimant becomes PAID by it, and is called back. Money of
// another amount claims when it is released, not when it comes.
//
// A claimant may lose its money before it is PAID: the provider takes it back before it was known
// as paid, or one administrator refunds money of another amount while another one releases it.
// No payment of that chain becomes PAID by itself then, and none can replace another one of it:
// money for it waits in suspense, and the order needs a payment without `replaces`.
//
// Payments of before chains existed have no Chained, and can be replaced like any other.
// A program that does not know Chained can't read such streams, so it does not pay without a
// claim: its notifications fail and are repeated.
package payment
