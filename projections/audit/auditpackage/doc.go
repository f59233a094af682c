// Package auditpackage writes what an auditor takes home of a closed month: one archive with the events of the month, the
// figures that follow from them, and the proofs that the events are those which were signed. A person can compute each
// figure again from the archive alone; its README says how, and its page verify.html checks the proofs without a program.
//
// The events up to the end of the month, the settings of the tax documents and the key that signed the closing decide each
// byte of it. No position of the store, no time of making and no version of the program is in it: an event is named by its
// leaf in the Merkle tree, which every store has in common. What events themselves say of positions stays in them, because
// their hashes cover it.
//
// Data of people stay at home: an event without money in it is there as the hash of its leaf alone (isWhole).
package auditpackage
