// Package leader elects the one instance that runs projections and reactors. The leader is the instance whose
// database session holds an advisory lock. The lock becomes free as soon as that session ends. A leader that
// froze or lost the network would keep the lock, so the leader also renews a heartbeat, and a follower that
// finds the heartbeat too old ends the leader's session.
//
// The election only saves work and contention. Two leaders at once are harmless, because of expected
// revisions, checkpoints and idempotency keys; nothing may rely on the election for correctness.
package leader
