package balance

import "gateway/domain"

// CompleteManually records the transfer that a person made; the command's
// ProviderID is ignored. notAtProvider says that the provider, asked again, has no
// record of the order. Guards:
//
//  1. payout_not_found
//  2. not_processing
//  3. not_manual: the provider makes the transfer, or may have made it
//  4. invalid_field di_transfer_oleh: nobody is named
func CompleteManually(s State, kind string, id int64, cmd CompleteCmd, notAtProvider bool) ([]domain.Event, error) {
	p, err := s.byHand(kind, id, notAtProvider)
	if err != nil {
		return nil, err
	}
	if cmd.TransferredBy == "" {
		return nil, domain.InvalidField("di_transfer_oleh", "must name who made the transfer")
	}
	cmd.ProviderID = ""
	return s.complete(p, cmd)
}

// FailManually releases what was held, because a person did not make the transfer.
// Guards as CompleteManually, the last one being invalid_field reason.
func FailManually(s State, kind string, id int64, cmd FailCmd, notAtProvider bool) ([]domain.Event, error) {
	p, err := s.byHand(kind, id, notAtProvider)
	if err != nil {
		return nil, err
	}
	if cmd.Reason == "" {
		return nil, domain.InvalidField("reason", "is required")
	}
	cmd.ProviderID = ""
	return s.fail(p, cmd)
}

func (s State) byHand(kind string, id int64, notAtProvider bool) (Payout, error) {
	p, err := s.processing(kind, id)
	if err != nil {
		return Payout{}, err
	}
	if !p.Manual && !(p.Unknown && notAtProvider) {
		return Payout{}, domain.Refuse(domain.Invalid, "not_manual", "the provider makes this transfer, or may have made it")
	}
	return p, nil
}
