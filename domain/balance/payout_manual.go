package balance

import "gateway/domain"

// CompleteManually records that a person made the transfer; ProviderID of the command
// is ignored. notAtProvider says that the provider was asked and does not have the
// order, so that an unknown payout may be paid by hand. Guards:
//
//  1. payout_not_found
//  2. not_processing
//  3. not_manual: the provider makes the transfer, or may have made it
//  4. invalid_field di_transfer_oleh: it is empty
func CompleteManually(s State, kind string, id int64, cmd CompleteCmd, notAtProvider bool) ([]domain.Event, error) {
	p, err := s.payableByHand(kind, id, notAtProvider)
	if err != nil {
		return nil, err
	}
	if cmd.TransferredBy == "" {
		return nil, domain.InvalidField("di_transfer_oleh", "must name who made the transfer")
	}
	cmd.ProviderID = ""
	return s.complete(p.Order, cmd)
}

// FailManually records that the person did not make the transfer. Guards are those of
// CompleteManually, but the last one is invalid_field reason.
func FailManually(s State, kind string, id int64, cmd FailCmd, notAtProvider bool) ([]domain.Event, error) {
	p, err := s.payableByHand(kind, id, notAtProvider)
	if err != nil {
		return nil, err
	}
	if cmd.Reason == "" {
		return nil, domain.InvalidField("reason", "is required")
	}
	cmd.ProviderID = ""
	return s.fail(p.Order, cmd)
}

// payableByHand finds a payout that the provider neither makes nor may have made.
func (s State) payableByHand(kind string, id int64, notAtProvider bool) (Payout, error) {
	p, err := s.openWithStatus(kind, id, StatusProcessing, "not_processing")
	if err != nil {
		return Payout{}, err
	}
	if !p.Manual && !(p.Unknown && notAtProvider) {
		return Payout{}, domain.Refuse(domain.Invalid, "not_manual", "the provider makes this transfer, or may have made it")
	}
	return p, nil
}
