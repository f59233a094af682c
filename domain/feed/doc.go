// Package feed has the names of the events that a merchant sees, and says which event of
// the log gives which of them (API reference: Callbacks; the description: GET /events).
//
// The table Names is the only list of these names. The headers X-Event and X-Resource of a
// callback and the entries of GET /events use it; a test compares the description with it.
//
// # The path of an event
//
// An event of the log, such as payment.paid.v1, becomes at most one entry: a type
// (`invoice.paid`), a resource (`transactions/INV-7-1`) and a time (Of).
//
//   - A callback to the URL of a single request has the body that the API reference gives, and
//     carries type and resource as headers. The read model `callbacks` makes it.
//   - The read model `client_events` writes every entry of a client with its body, as it
//     applies the event: {id, type, created_at, resource, data}. Data is what the matching GET
//     gives at that event. For that the read model keeps the newest state of each object that
//     an entry may show, and folds it by the code that folds the rows which the GET reads. So
//     the body depends on the log up to the event alone: a replay writes the same bytes.
//   - The ordinal of an entry counts the client's entries from 1, in the log's order. It is the
//     cursor of GET /events. Positions differ from store to store; ordinals and the ids of
//     events do not, so a cursor outlives a move of the log.
package feed
