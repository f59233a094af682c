// Package feed holds the names of the events that a merchant sees, and says which event of the log becomes
// which of them (API reference: Callbacks; API description: GET /events).
//
// The table Names is the only list of these names. The headers X-Event and X-Resource of a callback and the
// entries of GET /events use it; a test compares the API description with it.
//
// # The path of an event
//
// An event of the log, such as payment.paid.v1, becomes at most one entry: a type (`invoice.paid`), a
// resource (`transactions/INV-7-1`) and a time (Of).
//
//   - A callback to the URL of a single request has the body from the API reference, and
//     carries type and resource as headers. The read model `callbacks` makes it.
//   - The read model `client_events` writes every entry of a client with its body, as it
//     applies the event: {id, type, created_at, resource, data}. Data is what the matching GET
//     returns at that event. For that the read model remembers of each object what its next event does
//     not say again, and folds the event with the same code that folds the rows behind the GET. So
//     the body depends only on the log up to the event: a replay writes the same bytes.
//   - The ordinal of an entry counts the client's entries from 1, in the log's order. It is the
//     cursor of GET /events. Positions differ from store to store; ordinals and event ids
//     do not, so a cursor survives a move of the log.
package feed
