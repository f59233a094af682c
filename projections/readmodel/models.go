package readmodel

import "gateway/projections"

// All lists the read models. Their names are those of their checkpoints, for ever.
func All() []projections.Model {
	return []projections.Model{
		clients{},
		transactions{},
		balances{},
		payouts{},
		callbacks{},
		referenceData{},
		suspense{},
		admins{},
		tickets{},
		proposals{},
		movementBlocks{},
	}
}
