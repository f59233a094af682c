package balance

import (
	"strconv"

	"gateway/domain"
	"gateway/domain/ledger"
)

// Aggregate folds balance streams.
var Aggregate = domain.Aggregate[State]{Category: "balance", Evolve: Evolve, SnapshotVersion: 6}

// Stream names the balance stream of a client.
func Stream(clientID int64) string { return Aggregate.Stream(strconv.FormatInt(clientID, 10)) }

// State is the balance of one client. Snapshots store it as JSON: a change of that JSON raises
// SnapshotVersion.
type State struct {
	ClientID int64         `json:"client_id"`
	Totals   ledger.Totals `json:"totals"`
	// Watermark is the source of the last posted payment event.
	Watermark Source   `json:"watermark"`
	Open      []Payout `json:"open"`
	// Closed lists ended payouts in the order in which they ended. It has at most MaxClosed entries and
	// MaxClosedBytes bytes. A reversed payout is in it twice; the later entry counts.
	Closed []ClosedPayout `json:"closed"`
	// ClosedBytes is an upper bound of the bytes that Closed takes in a snapshot, at most MaxClosedBytes.
	ClosedBytes int `json:"closed_bytes"`
	// AutoApproved is the sum that was auto-approved on the last day with an auto-approval.
	AutoApproved AutoApproved `json:"auto_approved"`
	// Adjustments lists the references of the last MaxAdjustments adjustments.
	Adjustments []string `json:"adjustments"`
	// Reports lists notifications on payouts about which the provider has not been asked yet, at most one per
	// payout.
	Reports []WaitingReport `json:"reports,omitempty"`
	// Contradictions lists the fingerprints of the last MaxContradictions contradictions, so that a repeated
	// notification makes no second event.
	Contradictions []string `json:"contradictions,omitempty"`
}
