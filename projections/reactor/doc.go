// Package reactor holds what acts on its own: Posting books payments into
// balances, Payouts sends approved withdrawals and settlements to the provider,
// Callbacks tells clients, Watch asks after payments that nobody told us of. Intake
// is the way in for whatever the provider says, by notification or when asked.
// Realtime tells those who listen, leaves nothing behind and repeats nothing.
//
// A reactor's memory is the log, never a row of its own: it takes its work from the
// log or from a to-do list of the read models, decides on the stream whether there
// is anything to do, and leaves what it did there as an event. So each may be
// stopped, started, doubled or sent back to position 0 at any time. Reactors take
// no part in rebuilds of read models.
package reactor
