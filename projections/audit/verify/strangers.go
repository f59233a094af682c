package verify

import (
	"fmt"

	"gateway/domain/catalogue"
	"gateway/eventstore"
)

// strangers checks that no other program wrote into a stream of the gateway. It counts what other programs
// wrote into their own streams.
type strangers struct{ elsewhere int64 }

func (*strangers) name() string { return "no other program wrote into a stream of the gateway" }

func (c *strangers) observe(e eventstore.Envelope, r *Report) {
	if _, foreign := e.Event.(eventstore.Foreign); !foreign {
		return
	}
	if catalogue.Owns(e.Stream) {
		r.addFinding(c.name(), subject(e), "another program wrote %s into this stream; it was passed by", e.Type)
		return
	}
	c.elsewhere++
}

func (c *strangers) finish(r *Report) {
	if c.elsewhere > 0 {
		r.addNote(c.name(), fmt.Sprintf(
			"%d events of other programs, in streams of their own, were passed by: gateway events foreign lists them", c.elsewhere))
	}
}
