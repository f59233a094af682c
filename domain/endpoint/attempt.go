package endpoint

import (
	"time"

	"gateway/domain/callback"
)

// DeliveriesKept is about how many deliveries of an endpoint are kept for people to look at, the newest. They are kept for
// callback.AnswersKept at most, because an answer may hold personal data.
const DeliveriesKept = 10_000

// Attempt is an attempt to deliver to an endpoint, as it is kept for people to look at. It decides nothing.
type Attempt struct {
	EndpointID int64
	// WebhookID is the id that the receiver got, the same at every attempt.
	WebhookID string
	// Ordinal is that of the entry, 0 for a sample.
	Ordinal int64
	// Sample is what was sent of a sample. It is in no feed, so that it is kept, too.
	Sample callback.Delivery
	Result callback.Result
	At     time.Time
}
