package balance

import "gateway/domain"

// ErrExternalIDTaken says that another payout has the external_id that the gateway generated: two instances
// can draw the same nanosecond. The caller tries the next one. An external_id chosen by the client need not
// be unique.
var ErrExternalIDTaken = domain.Refuse(domain.Conflict, "external_id_taken", "the external_id is another payout's")

// checkExternalID refuses a generated external_id that is taken, with ErrExternalIDTaken.
func (cmd RequestCmd) checkExternalID(s State, kind string) error {
	if !cmd.ExternalIDMade {
		return nil
	}
	for _, p := range s.Open {
		if p.Kind == kind && p.ExternalID == cmd.ExternalID {
			return ErrExternalIDTaken
		}
	}
	for _, c := range s.Closed {
		if c.Kind == kind && c.ExternalID == cmd.ExternalID {
			return ErrExternalIDTaken
		}
	}
	return nil
}
