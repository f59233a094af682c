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

// State is the balance of one client. Snapshots keep it as JSON: a change of its form
// raises SnapshotVersion.
type State struct {
	ClientID int64         `json:"client_id"`
	Totals   ledger.Totals `json:"totals"`
	// Watermark is the source of the last posted payment event.
	Watermark Source   `json:"watermark"`
	Open      []Payout `json:"open"`
	// Closed is in the order of closing, at most MaxClosed long and
	// MaxClosedBytes large. A reversed payout is in
	// it twice; the later entry counts.
	Closed []ClosedPayout `json:"closed"`
	// ClosedBytes bounds what Closed takes in a snapshot, at most MaxClosedBytes.
	ClosedBytes int `json:"closed_bytes"`
	// AutoApproved is what was approved by itself on the last day on which something was.
	AutoApproved AutoApproved `json:"auto_approved"`
	// Adjustments are the references of the last MaxAdjustments adjustments.
	Adjustments []string `json:"adjustments"`
	// Reports are the provider's notifications on payouts that the provider has not been
	// asked about yet, at most one a payout.
	Reports []WaitingReport `json:"reports,omitempty"`
	// Contradictions are the fingerprints of the last MaxContradictions contradictions, so
	// that a repeated notification makes no second event.
	Contradictions []string `json:"contradictions,omitempty"`
}
