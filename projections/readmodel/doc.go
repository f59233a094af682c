// Package readmodel joins the read models, which are the tables that answer queries. Each feature has a
// package below this one, named after the feature plus "rows", with its rows, projector and queries. This
// package lists the models for the engine (All), joins their queries (Queries), and has the few queries that
// concern several features: what waits for a person, figures for metrics, and unsettled money.
//
// A projector folds a batch of events in memory and writes it with a few set-based statements. It adds
// amounts to those in the row and never overwrites them. It reads nothing but the events, so a replay in
// other batches gives the same rows. Row types marshal to the objects of the API.
//
// Decisions must not use these tables; they are made on events. The packages serve no HTTP.
package readmodel
