// Package simulation runs the whole service in one process, driven by one seed: the real
// use cases, deciders, codec, reactors, provider client and handler of notifications, in two
// or three instances with clocks of their own, against fakes of what lies outside (the
// provider, merchants' receivers, the disk). Whatever goes wrong follows from the seed: lost
// and late requests, appends that fail before and after their commit, kills at every
// boundary, instances that stand still, two leaders, people who act at the worst moment.
//
// A run takes place in a bubble of testing/synctest, whose clock is the run's. Each
// goroutine stops at every boundary until the scheduler lets it go on (scheduler), so one
// goroutine runs at a time and a seed always gives the same run. The log and the read
// models are in memory; the rows are folded by the code of the read models
// (memoryrows.Memory).
//
// Two of five seeds keep the log in a cluster of EventStoreDB, with the faults of one as they
// are seen through eventstore.Store (cluster): writes that time out, written or not, or are
// written long after their client gave up; times without a leader; an instance whose node is
// cut off; events of other programs; positions with gaps. What the client itself keeps from
// its callers (the not-leader answer, CaughtUp, older events after a resume, a slow consumer)
// is tested in eventstore/esdb.
//
// Seeds from FirstWorld on have a plan: a misfortune of the whole installation. An older log is
// restored, cut at a step of a payout, or imported into another store; the log is moved while a
// gateway goes on in the old store; customers pay one payment by several charges, and money of
// it is taken back that nothing names (plan). Whatever a restore loses is known to the oracle
// (lost). It judges the rest as ever, and compares all of the provider's books with the log, as
// an operator does (judgeReconciliation).
//
// Seeds run by
//
//	make simulate SEEDS=20000 FROM=0             # in memory, on all cores
//	make simulate SEEDS=20000 FROM=1000000       # those with a plan
//	make simulate SEEDS=500 POSTGRES=1           # the log and the read models in PostgreSQL
//	make simulate SEEDS=1000 CLUSTER=1           # only seeds with a cluster of EventStoreDB
//	go test ./test/simulation -run 'TestSeeds$' -simulate.from 42 -simulate.count 1 -simulate.story FILE
//
// On PostgreSQL the real store, models, checkpoints and queries run. Seeds with a plan have an
// archive that vanishes there, and an older log that is imported into another database; restores
// of a whole server, and moves, are left to package installation's tests.
//
// `make test` runs a hundred seeds, a hundred with a plan, those that failed once (kept_test.go),
// and a few on PostgreSQL. Planted bugs are package planted's.
//
// After the run the world is calm until the service rests. Then the oracle, which is written
// from the specification and knows what merchants were told, what customers paid and what
// the provider paid out, says what everybody must see (oracle), and the invariants are
// checked on the log (check).
package simulation
