// Package readmodel puts the read models together: the tables that answer queries. Each feature has a
// package of its own below this one (row, projector, queries), named after the feature with "rows" behind it.
// This package lists them for the engine (All), joins their queries (Queries), and has the few questions
// that concern several features: what waits for a person, figures for metrics, unsettled money.
//
// A projector folds a batch of events in memory and writes it with a few set-based
// statements. It adds amounts to those of the row, and never sets them. It reads
// nothing but the events, so a replay in other batches gives the same rows. Row types
// marshal to the objects of the API.
//
// No decision may use these tables: decisions are made on events. The packages serve
// no HTTP.
package readmodel
