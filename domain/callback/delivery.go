package callback

import "time"

// Receiver is who gets deliveries.
type Receiver struct {
	ClientID int64
	// EndpointID is one of the client's callback endpoints, or 0 for the URLs that single requests carry.
	EndpointID int64
}

// Delivery is a callback in the form in which it is sent. Each attempt sends the same content at another
// time.
type Delivery struct {
	// ID is the same for every attempt, so that the receiver recognises a repeated one.
	ID  string
	URL string
	// Event and Resource say what the callback is about, in the headers X-Event and X-Resource: one of
	// feed.Names, and an object such as `withdrawals/17`.
	Event, Resource string
	// Payload is the body, byte for byte.
	Payload []byte
	// ReplacedBy is the transaction_id of the payment that replaced the one in this callback, empty for none.
	// It goes into the header X-Replaced-By.
	ReplacedBy string
	// Secrets are the keys that sign the body, newest first, in the form of Standard Webhooks. There are
	// several for a while after a rotation.
	Secrets []string
	// At is the time that is signed. Receivers refuse one that is minutes old.
	At time.Time
}

// Result says how an attempt went.
type Result struct {
	// Status is the HTTP status of the answer, 0 if there was none.
	Status int
	// Err is a few words for people, without the URL; empty if the callback was delivered.
	Err      string
	Duration time.Duration
	// Answer is the beginning of the body of the answer, at most MaxAnswer bytes of any kind. It is not logged.
	Answer string
}

// Delivered reports whether the receiver answered 2xx in time.
func (r Result) Delivered() bool { return r.Err == "" && r.Status >= 200 && r.Status < 300 }
