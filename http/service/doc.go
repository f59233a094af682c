// Package service holds the use cases: a small package for each feature below it, and here what all of them
// need. HTTP handlers, the command line and other surfaces call them.
//
// A use case takes a context, which carries the actor, and a plain request. It returns a row of the read
// models or a domain value, and its errors are *domain.Refusal or failures. It imports neither gin nor
// net/http. The rules are in the domain. If a decision depends on another aggregate, that aggregate's stream
// is loaded; read models only tell where to look.
//
// The types:
//
//	Core      the log, the read models, the ids and the clock of a process
//	Execute   decides one command, appends it, and waits until it can be read
//	Creation  one POST that creates something, and its Idempotency-Key
//	Create    runs such a creation once per key, with ids reserved for it
//
// One request, POST /withdrawals, on its way down and back:
//
//	http/api/merchantapi        binds the body, and finds the client by the API key
//	http/service/payoutservice  Kind.Request
//	http/service                Create reserves the key, an id and a reference
//	http/service/payoutservice  gathers the account, the bank channel and the transfer fee
//	domain/balance              RequestWithdrawal decides: withdrawal.requested.v1
//	eventstore                  Execute appends to balance-<client> at the expected revision
//	http/service                waits until the read models have passed the event; the
//	                            answer is recorded under the key
//	http/api/merchantapi        answers 201
package service
