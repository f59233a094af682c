package readmodel

import "gateway/projections/engine"

// All lists the read models. Their names are those of their checkpoints, for ever.
func All() []engine.Model {
	return []engine.Model{
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
