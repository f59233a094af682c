// Package service holds the use cases: one small package a feature below it, and here
// what all of them need. Handlers call them; the command line and other surfaces can call
// the same ones.
//
// A use case takes a context, which carries the actor, and a plain request. It gives a
// row of the read models or a domain value, and its errors are *domain.Refusal or
// failures. It imports neither gin nor net/http. The rules are in the domain. A fact of
// another aggregate that a decision rests on is loaded from that aggregate's stream; read
// models only tell where to look.
//
// The types:
//
//	Core      the log, the read models, the ids and the clock of a process
//	Execute   decides one command, appends it, and waits until it can be read
//	Creation  one POST that creates something, and its Idempotency-Key
//	Create    runs such a creation once per key, with ids reserved for it
//
// One request, POST /withdrawals, once down and once back:
//
//	http/api/merchantapi        binds the body, and knows the client from the API key
//	http/service/payoutservice  Payouts.RequestWithdrawal
//	http/service         Create reserves the key, an id and a reference
//	http/service/payoutservice  gathers the account, the bank channel and the transfer fee
//	domain/balance       RequestWithdrawal decides: withdrawal.requested.v1
//	eventstore           Execute appends to balance-<client> at the expected revision
//	http/service         waits until the read models have passed the event; the
//	                     answer is recorded under the key
//	http/api/merchantapi        answers 201
package service
