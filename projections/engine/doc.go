// Package engine keeps the read models up to date with the log.
//
// A Model applies events to its own tables. The engine gives it the events in
// batches, in log order, and commits a batch's rows and the model's checkpoint in one
// transaction. Models at the same position share that transaction, and the statements that need no
// answer are sent in it together (Tx.Write). A large batch, far behind the head of the log, is applied in
// two such transactions at once, each with a part of the models. A model that lags,
// or that can't apply an event, goes on in a transaction of its own and delays no
// other model.
//
// The read models are in package readmodel. Package rebuild builds their tables again
// beside the ones that serve. Reactors, which act on events instead of storing them,
// are in package reactor.
package engine
