package readmodel

import "gateway/projections/engine"

// All returns the read models. Their names are permanent: checkpoints are stored under
// them.
func All() []engine.Model {
	return []engine.Model{
		clients{},
		transactions{},
		balances{},
		payouts{},
		callbacks{},
		settings{},
		suspense{},
		admins{},
		tickets{},
		proposals{},
		movementBlocks{},
		paymentReports{},
		paymentNews{},
		bookingTimes{},
		treasuryEntries{},
		reversals{},
		holds{},
		mails{},
		people{},
		approvals{},
		auditLog{},
		activity{},
		clientEvents{},
		endpoints{},
		accountTotals{},
		trails{},
		hourlySums{},
	}
}
