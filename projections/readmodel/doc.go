// Package readmodel holds the tables that answer queries: for each its projector,
// its row type and its query functions, in files named after the table.
//
// A projector folds a batch of events in memory and writes it with a few
// set-based statements; amounts are added to what the row holds, never set. It
// looks at nothing but the events, so a replay in whatever batches gives the same
// rows. Row types marshal to the objects of the API.
//
// No decision is taken on what is read here, and no HTTP and no SQL of other
// packages belongs here.
package readmodel
