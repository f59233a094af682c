// Package engine is the engine that turns the log into read models.
//
// A Model applies events to its own tables; the engine feeds it batches in log
// order and commits a model's rows and its checkpoint in one transaction. Models
// that stand at the same position share a transaction; one that lags, or that
// can't apply an event, is separated from the others and hinders none of them.
//
// The read models live in package readmodel, the reactors (which act instead of
// storing) in package reactors.
package engine
