// Package engine keeps the read models up to date with the log.
//
// A Model applies events to its own tables. The engine passes it the events in batches, in log order, and
// commits the rows and the model's checkpoint in one transaction. Models at the same position share that
// transaction, and statements that need no answer are sent together (Tx.Write). Far behind the head of the
// log, a large batch is applied in two concurrent transactions, each with a part of the models. A model that
// lags, or that cannot apply an event, continues in its own transaction and delays no other model.
//
// The read models are in package readmodel. Package rebuild rebuilds their tables beside the ones that serve.
// Reactors, which act on events instead of storing them, are in package reactor.
package engine
