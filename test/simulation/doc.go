// Package simulation runs the whole service in one process, driven by one seed: the real use cases, deciders,
// codec, reactors, provider client and handler of notifications, in two or three instances with clocks of their
// own, against fakes of the outside (the provider, merchants' receivers, the disk). The seed decides everything
// that goes wrong: lost and late requests, appends that fail before or after their commit, kills at every
// boundary, instances that stand still, two leaders, people who act at the worst moment.
//
// A run takes place in a bubble of testing/synctest, whose clock is the run's. Each goroutine stops at every
// boundary until the scheduler lets it continue (scheduler). So one goroutine runs at a time, and a seed always
// gives the same run. The log and the read models are in memory; the code of the read models folds the rows
// (memoryrows.Memory).
//
// Two of five seeds keep the log in a cluster of EventStoreDB, with the cluster's faults as far as they are
// visible through eventstore.Store (cluster): writes that time out, written or not, or that are written long
// after their client gave up; times without a leader; an instance whose node is cut off; events of other
// programs; positions with gaps. What the client itself hides from its callers (the not-leader answer,
// CaughtUp, older events after a resume, a slow consumer) is tested in eventstore/esdb.
//
// Seeds from FirstWorld on have a plan: a misfortune of the whole installation. An older log is restored, cut
// at a step of a payout, or imported into another store; the log is moved while a gateway continues in the old
// store; customers pay one payment by several charges, and the provider takes back money without naming which
// (plan). The oracle knows what a restore loses (lost). It judges the rest as usual, and compares all of the
// provider's books with the log, as an operator does (judgeReconciliation).
//
// Seeds from FirstRefunds on have refunds, those from FirstDisputes on also disputes. In those from FirstBooks on the clock goes on over
// months, and people keep books (ledgers): they close months, import bank statements and book their lines, export fee invoices, approve
// withholding slips, and write off what clients owe. The oracle keeps the same books from the events alone (checkMonths, judgeLedgers).
//
// Commands that run seeds:
//
//	make simulate SEEDS=20000 FROM=0             # in memory, on all cores
//	make simulate SEEDS=20000 FROM=1000000       # those with a plan
//	make simulate SEEDS=500 POSTGRES=1           # the log and the read models in PostgreSQL
//	make simulate SEEDS=1000 CLUSTER=1           # only seeds with a cluster of EventStoreDB
//	go test ./test/simulation -run 'TestSeeds$' -simulate.from 42 -simulate.count 1 -simulate.story FILE
//
// On PostgreSQL the real store, models, checkpoints and queries run. There, seeds with a plan have an archive
// that vanishes, and an older log that is imported into another database. The tests of package installation
// cover restores of a whole server, and moves.
//
// `make test` runs a hundred seeds, a hundred with a plan, twenty with disputes, twenty with books, those that failed once (kept_test.go), and a few on
// PostgreSQL. Package planted has the planted bugs.
//
// After the run the world is calm until the service rests. Then the oracle says what everybody must see
// (oracle). It is written from the specification, and knows what merchants were told, what customers paid and
// what the provider paid out. Finally the invariants of the log are checked (check).
package simulation
