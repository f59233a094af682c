// Package endpoint is the aggregate of a client's callback endpoints: URLs that get the
// client's entries of the feed (package feed), beside the URLs that single requests carry.
// It also is the aggregate of a queue, the deliveries to one endpoint.
//
// # Types
//
//   - Set is what a client has: at most Max endpoints, in one stream a client, so that two
//     requests at once can't exceed the bound. An Endpoint has a URL, a choice of entries, a
//     switch, and a secret of its own, which is derived and never stored.
//   - Queue is how far the deliveries to one endpoint are. Each run of an endpoint, from the
//     moment that it is switched on until it is switched off or removed, has a queue, in a
//     stream of its own. So the end of a run ends what is pending, and the next run begins
//     with the entries after its own beginning.
//
// # The path of an entry to an endpoint
//
//  1. The read model `client_events` writes the entry with its body, under the client's next
//     ordinal. Nothing is appended to the log for it.
//  2. The reactor of endpoints reads the entries after the queue's cursor that the endpoint
//     wants, and sends each one, signed, with the entry's id as webhook-id. Entries of one
//     resource go one after the other.
//  3. A delivery that succeeds is only counted, in memory. A
//     Progressed says every 30 seconds how far the queue is, or after 1,000 deliveries. So an
//     endpoint costs the log at most two events a minute, or one for 1,000 entries, and none
//     while it gets none. An event for each delivery would double the appends of a payment.
//  4. A delivery that fails is a Progressed at once. The entry is pending from then on, and the
//     cursor passes it. It is tried again by the policy of payments' callbacks. Later entries
//     of the same resource become pending behind it, without an attempt. Entries of other
//     resources go on.
//
// # An endpoint that is down
//
// After downAfter failures in a row, with no success between, an endpoint is down: no further
// entry is sent, only the oldest pending one is tried, by the same policy but at least hourly.
// Nothing is given up meanwhile; the entries wait in the feed. After FailingAfter without a
// success the endpoint is failing: the event Failing, which mails the owner, is appended once,
// and the endpoint is tried hourly. The first success makes it live again, and all that is
// pending is due. An entry is given up only where the endpoint takes others: after the last
// retry of the policy.
//
// # What a crash can repeat
//
// The process may end between a delivery and the Progressed that covers it. Then the entries
// after the recorded cursor that are not pending are sent again: at most those of the 30
// seconds since the last Progressed. A process that is stopped records first. They have the same webhook-id and the same body, byte for
// byte, which is what Standard Webhooks promises: at least once, with an id by which the
// receiver recognises a repetition. No entry is left out: the cursor never passes an entry that
// was neither delivered nor recorded as pending. After a repetition of that kind the order within a
// resource can differ from the log's, as Standard Webhooks allows; created_at tells. Two processes that deliver at once repeat
// entries in the same way; a queue never goes back, since Record compares with the queue's state.
package endpoint
