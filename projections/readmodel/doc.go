// Package readmodel holds the read models: the tables that answer queries. The row
// types, the projector and the query functions of a feature are in files with the
// feature's name.
//
// A projector folds a batch of events in memory and writes it with a few set-based
// statements. It adds amounts to those of the row, and never sets them. It reads
// nothing but the events, so a replay in other batches gives the same rows. Row types
// marshal to the objects of the API.
//
// No decision may use these tables: decisions are made on events. The package serves
// no HTTP.
package readmodel
