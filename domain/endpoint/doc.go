// Package endpoint is the aggregate of a client's callback endpoints: URLs that receive the client's entries
// of the feed (package feed), in addition to the URLs that single requests carry. It also holds the aggregate
// of a queue: the deliveries to one endpoint.
//
// # Types
//
//   - Set is the endpoints of a client: at most Max, in one stream per client, so that two
//     requests at once can't exceed the limit. An Endpoint has a URL, a choice of entries, a
//     switch, and its own secret, which is derived and never stored.
//   - Queue records how far the deliveries to one endpoint are. A run of an endpoint lasts from
//     the moment it is switched on until it is switched off or removed. Each run has its own
//     queue, in its own stream. The end of a run therefore ends what is pending, and the next
//     run begins with the entries after its own start.
//
// # The path of an entry to an endpoint
//
//  1. The read model `client_events` writes the entry with its body, under the client's next
//     ordinal. Nothing is appended to the log for it.
//  2. The reactor of endpoints reads the entries after the queue's cursor that the endpoint
//     wants, and sends each one, signed, with the entry's id as webhook-id. Entries of one
//     resource go one after the other.
//  3. A successful delivery is only counted, in memory. Every 30 seconds, or after 1,000
//     deliveries, a Progressed records how far the queue is. So an endpoint costs the log at
//     most two events a minute, or one for 1,000 entries, and none while it receives nothing.
//     An event for each delivery would double the appends of a payment.
//  4. A failed delivery is recorded by a Progressed at once. The entry is pending from then on,
//     and the cursor passes it. It is retried by the policy of payments' callbacks. Later
//     entries of the same resource become pending behind it, without an attempt. Entries of
//     other resources go on.
//
// # An endpoint that is down
//
// After downAfter failures in a row, with no success between, an endpoint is down: no further entry is sent,
// and only the oldest pending one is retried, by the same policy but at least hourly. No entry is given up
// meanwhile; the entries wait in the feed. After FailingAfter without a success the endpoint is failing: the
// event Failing, which mails the owner, is appended once, and the endpoint is tried hourly. The first success
// makes it live again, and all pending entries are due. An entry is given up after the last retry of the
// policy, but only while the endpoint accepts other entries.
//
// # What a crash can repeat
//
// The process may end between a delivery and the Progressed that covers it. Then the entries after the
// recorded cursor that are not pending are sent again: at most those of the 30 seconds since the last
// Progressed. A process that is stopped records its progress first. Repeated entries have the same webhook-id
// and the same body, byte for byte, which is what Standard Webhooks promises: at least once, with an id by
// which the receiver recognises a repetition. No entry is skipped: the cursor never passes an entry that was
// neither delivered nor recorded as pending. After such a repetition the order within a resource can differ
// from the log's, as Standard Webhooks allows; created_at shows the right order. Two processes that deliver
// at once repeat entries in the same way. A queue never goes back, because Record compares with the queue's
// state.
package endpoint
