// Package settlementfile reads settlement files: the bookings of a connection whose provider lists none, in our own CSV
// form (Parse, deploy/PROVIDERS.md). A row that was taken in is an event of its own (Taken), in a stream that is named by
// the connection and the provider's id of the row. So each row is taken in once, and the same id with other content is
// noticed (Take).
package settlementfile
