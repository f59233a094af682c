package balance

import (
	"time"

	"gateway/domain"
)

// ByHand is what a person knows when deciding on a payout.
type ByHand struct {
	// Attempt is the number of the last attempt when the provider was asked; 0 before the first attempt, and
	// if the provider was not asked.
	Attempt int
	// NotAtProvider is true if the provider has no record of that attempt, or failed it, and has no order of
	// the payout that the log lacks.
	NotAtProvider bool
	// AttemptWindow is how long after its event an attempt may still be under way.
	AttemptWindow time.Duration
}

// CompleteManually records that a person made the transfer. It ignores ProviderID of the command. Checks:
//
//  1. payout_not_found
//  2. not_processing
//  3. attempt_under_way: the provider may be getting the order at this moment, or got it
//     after it was asked
//  4. not_manual: the provider makes the transfer, or may have made it
//  5. invalid_field di_transfer_oleh: it is empty
func CompleteManually(s State, kind string, id int64, cmd CompleteCmd, h ByHand) ([]domain.Event, error) {
	p, err := s.payableByHand(kind, id, h, cmd.At)
	if err != nil {
		return nil, err
	}
	if cmd.TransferredBy == "" {
		return nil, domain.InvalidField("di_transfer_oleh", "must name who made the transfer")
	}
	cmd.ProviderID = ""
	return s.complete(p, cmd)
}

// FailManually records that the person did not make the transfer. Checks are those of CompleteManually,
// except that the last one is invalid_field reason.
func FailManually(s State, kind string, id int64, cmd FailCmd, h ByHand) ([]domain.Event, error) {
	p, err := s.payableByHand(kind, id, h, cmd.At)
	if err != nil {
		return nil, err
	}
	if cmd.Reason == "" {
		return nil, domain.InvalidField("reason", "is required")
	}
	cmd.ProviderID = ""
	return s.fail(p.Order, cmd)
}

// payableByHand finds a payout that the provider neither makes nor can have made: one that a person pays, or
// one with an unknown outcome or no known submission, if h shows that the provider does not have it.
func (s State) payableByHand(kind string, id int64, h ByHand, now time.Time) (Payout, error) {
	p, err := s.openWithStatus(kind, id, StatusProcessing, "not_processing")
	if err != nil {
		return Payout{}, err
	}
	undecided := p.Unknown || p.Attempts == 0
	switch {
	case p.Manual && !p.Held:
		return p, nil
	case p.AttemptUnderWay(now, h.AttemptWindow),
		undecided && h.NotAtProvider && h.Attempt != p.Attempts:
		return Payout{}, domain.Refuse(domain.Invalid, "attempt_under_way",
			"the provider may be getting the order of this transfer at this moment: try again in a minute or two")
	case !undecided || !h.NotAtProvider:
		return Payout{}, domain.Refuse(domain.Invalid, "not_manual", "the provider makes this transfer, or may have made it")
	}
	return p, nil
}

// AttemptUnderWay reports whether the provider may be getting the order at this moment: an attempt was
// announced less than the window ago, and its outcome is not known.
func (p Payout) AttemptUnderWay(now time.Time, window time.Duration) bool {
	return p.ProviderID == "" && p.Reference != "" && now.Before(p.AttemptedAt.Add(window))
}
