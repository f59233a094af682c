// Package settings holds what admins change of the reference data: the fee of a
// channel and whether a bank is active. Two aggregates, one stream each:
// `settings-fees` and `settings-banks`. What was never changed is as
// domain/pricing and domain/bank have it.
//
// The fees of one app are part of its account, not of this package.
package settings

import "gateway/domain"

// Ids of the two streams, for Fees.Stream and Banks.Stream.
const (
	FeesID  = "fees"
	BanksID = "banks"
)

const category = "settings"

// Events lists one zero value of each event type, for the codec.
func Events() []domain.Event { return []domain.Event{FeeChanged{}, BankChannelChanged{}} }
