package simulation

import "time"

// close ends a bill before its time. The provider refuses a bill that was paid or has ended, and notifies of
// the end of an invoice.
func (p *fakeProvider) close(kind, id string) answer {
	b := p.find(kind, id)
	switch {
	case b == nil:
		return problem(404, "NOT_FOUND")
	case len(b.transfers) > 0, !b.expires.After(time.Now()):
		return problem(400, "INVALID_STATE_ERROR")
	}
	b.ended, b.expires = time.Now(), time.Now().Add(-time.Millisecond)
	if kind == "invoice" {
		p.notify(kind, b.reference, b.form())
	}
	return answer{200, b.form()}
}
