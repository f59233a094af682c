// Package reportreactor takes in what the provider reports of payments and payouts: in a notification, as an
// answer to a question, or in its books. Reports turns a report into events. It is what the reactors of payments,
// payouts and the provider's books share. Which of several payments of one order becomes PAID is decided by the
// claim on their chain (ClaimChain).
package reportreactor
