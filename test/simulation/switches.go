package simulation

// The constants of this file switch worlds and verdicts off that need a mend which is not made
// yet. Each is to become true with its mend, and then to go.
const (
	// restoresAreJudged: after a restore the oracle judges what became of money at the provider.
	restoresAreJudged = true
	// settlementIsRecorded: that money was settled after it left suspense is recorded, so a
	// difference of it counts.
	settlementIsRecorded = true
	// movesMayBeLate: a gateway may go on in the old store during the grace period of a move.
	movesMayBeLate = true
	// reversalsAreAssigned: a person decides which of several moneys was taken back.
	reversalsAreAssigned = true
)
