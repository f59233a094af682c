// Package leader makes one instance at a time do what only one should: projections
// and reactors. The lead is a session's advisory lock, so it is free again the
// moment its holder is gone. A process that is frozen, or cut off from the
// database without a word, would keep it: so the holder also renews a heartbeat,
// and whoever finds that one old ends the holder's session.
//
// It spares work and contention, no more: expected revisions, checkpoints and
// idempotency keys are what make two leaders harmless. Nothing here may be relied
// on for more than that.
package leader
