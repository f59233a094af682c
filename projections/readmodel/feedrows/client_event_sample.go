package feedrows

import (
	"slices"
	"time"

	"gateway/domain/feed"
	"gateway/eventstore"
	"gateway/projections/readmodel/callbackrows"

	"github.com/google/uuid"
)

// SampleClientEvent returns an entry with invented content, for a merchant who tests a callback endpoint. Its
// type is invoice.paid if types includes it, otherwise the first of types. The code that makes real entries
// makes it, too. random becomes its id.
func SampleClientEvent(types []string, clientID int64, random uuid.UUID, at time.Time) ClientEvent {
	wanted := feed.InvoicePaid
	if len(types) > 0 && !slices.Contains(types, wanted) {
		wanted = types[0]
	}
	for _, history := range callbackrows.SampleHistories(clientID, "", at) {
		f := newClientEventFold()
		for _, e := range history {
			env := eventstore.Envelope{Event: e}
			env.ID = random
			f.need(&env)
		}
		for _, s := range f.steps {
			if made, err := f.fold(s); err == nil && made != nil && made.Type == wanted {
				return *made
			}
		}
	}
	// Every name has a sample; a test checks this.
	return ClientEvent{ClientID: clientID, EventID: random, Type: wanted, CreatedAt: at, Data: []byte("{}")}
}
