package endpoint

import (
	"strconv"
	"time"

	"gateway/domain"
	"gateway/domain/mail"
)

// The statuses of an endpoint, as its client sees them.
const (
	StatusActive  = "active"
	StatusFailing = "failing"
	StatusOff     = "off"
)

// Added gives a client another endpoint and begins its first run.
type Added struct {
	// EndpointID is drawn from the sequence `callback_endpoint`.
	EndpointID int64  `json:"endpoint_id"`
	ClientID   int64  `json:"client_id"`
	URL        string `json:"url"`
	// Events lists names of package feed; empty stands for all.
	Events []string `json:"events"`
	// MasterID names the master secret that the endpoint's secret is derived from.
	MasterID string    `json:"master_id"`
	By       string    `json:"by"`
	At       time.Time `json:"at"`
}

// Changed changes an endpoint. It also repeats the values that do not change.
type Changed struct {
	EndpointID int64    `json:"endpoint_id"`
	ClientID   int64    `json:"client_id"`
	URL        string   `json:"url"`
	Events     []string `json:"events"`
	Active     bool     `json:"active"`
	// Run counts the runs of the endpoint; a higher number than before begins a run with this event.
	Run int       `json:"run"`
	By  string    `json:"by"`
	At  time.Time `json:"at"`
}

// Removed removes an endpoint.
type Removed struct {
	EndpointID int64     `json:"endpoint_id"`
	ClientID   int64     `json:"client_id"`
	By         string    `json:"by"`
	At         time.Time `json:"at"`
}

// SecretRotated replaces an endpoint's secret by that of the next generation.
type SecretRotated struct {
	EndpointID int64  `json:"endpoint_id"`
	ClientID   int64  `json:"client_id"`
	Generation int    `json:"generation"`
	MasterID   string `json:"master_id"`
	// AtOnce is true if no former secret signs beside the new one, because a thief may have it.
	AtOnce bool      `json:"at_once,omitempty"`
	By     string    `json:"by"`
	At     time.Time `json:"at"`
}

// Progressed says how far a queue is. Delivered, Failures and GivenUp say what happened; all other fields are
// the state afterwards.
type Progressed struct {
	EndpointID int64 `json:"endpoint_id"`
	ClientID   int64 `json:"client_id"`
	Run        int   `json:"run"`
	// Cursor is the ordinal up to which every entry was delivered, is pending, was given up or is not wanted
	// by the endpoint.
	Cursor int64 `json:"cursor"`
	// Delivered counts the deliveries since the previous Progressed.
	Delivered int64 `json:"delivered"`
	// Failures lists the attempts that failed.
	Failures []Failure `json:"failures"`
	// Pending lists the entries to send again, by ordinal.
	Pending []Pending `json:"pending"`
	// GivenUp lists the ordinals of entries that will not be sent any more.
	GivenUp []int64 `json:"given_up"`
	// Streak counts the failures since the last success. DownSince is the time of the first of them, nil if
	// there is none.
	Streak    int        `json:"streak"`
	DownSince *time.Time `json:"down_since"`
	Failing   bool       `json:"failing"`
	// DeliveredAt is the time of the last success, nil before the first.
	DeliveredAt *time.Time `json:"delivered_at"`
	At          time.Time  `json:"at"`
}

// Failure is an attempt that failed.
type Failure struct {
	Ordinal  int64  `json:"ordinal"`
	Resource string `json:"resource"`
	// Attempt counts from 1.
	Attempt int `json:"attempt"`
	// ResponseStatus is 0 if there was no answer.
	ResponseStatus int       `json:"response_status"`
	Error          string    `json:"error"`
	DurationMS     int64     `json:"duration_ms"`
	At             time.Time `json:"at"`
}

// Pending is an entry to send again, or to send after an earlier entry of its resource.
type Pending struct {
	Ordinal  int64  `json:"ordinal"`
	Resource string `json:"resource"`
	// Attempts is 0 for an entry that waits for an earlier one.
	Attempts int `json:"attempts"`
	// Since is the time of the first failure, or of the start of the wait for an earlier entry.
	Since  time.Time `json:"since"`
	NextAt time.Time `json:"next_at"`
}

// Failing says that an endpoint accepted nothing for FailingAfter. It mails the owner.
type Failing struct {
	EndpointID int64  `json:"endpoint_id"`
	ClientID   int64  `json:"client_id"`
	Run        int    `json:"run"`
	Host       string `json:"host"`
	Error      string `json:"error"`
	// Email is the owner's address.
	Email string    `json:"email"`
	Since time.Time `json:"since"`
	At    time.Time `json:"at"`
}

// mailGoodFor is the age after which a mail about a failing endpoint is no longer sent.
const mailGoodFor = 72 * time.Hour

// Mails implements mail.Asker. Values.host contains only the URL's host: its path and query may hold secrets.
func (e Failing) Mails() []mail.Mail {
	if e.Email == "" {
		return nil
	}
	return []mail.Mail{{
		Kind: mail.KindEndpointFailing, To: e.Email, ClientID: e.ClientID, At: e.At, Until: e.At.Add(mailGoodFor),
		Values: map[string]string{
			"client_id": strconv.FormatInt(e.ClientID, 10), "endpoint_id": strconv.FormatInt(e.EndpointID, 10),
			"host": e.Host, "error": e.Error, "since": e.Since.UTC().Format("2006-01-02 15:04 UTC"),
		},
	}}
}

// Recovered says that a failing endpoint accepted a delivery again.
type Recovered struct {
	EndpointID int64     `json:"endpoint_id"`
	ClientID   int64     `json:"client_id"`
	Run        int       `json:"run"`
	At         time.Time `json:"at"`
}

// ResendRequested makes an entry due at once: one that was delivered or given up becomes pending again, and one that is
// pending is brought forward.
type ResendRequested struct {
	EndpointID int64 `json:"endpoint_id"`
	ClientID   int64 `json:"client_id"`
	Run        int   `json:"run"`
	// Ordinal and Resource are those of the entry.
	Ordinal  int64  `json:"ordinal"`
	Resource string `json:"resource"`
	// Pending lists the entries to send again afterwards, by ordinal.
	Pending []Pending `json:"pending"`
	By      string    `json:"by"`
	At      time.Time `json:"at"`
}

// EventType is the wire name.
func (Added) EventType() string         { return "callback_endpoint.added.v1" }
func (Changed) EventType() string       { return "callback_endpoint.changed.v1" }
func (Removed) EventType() string       { return "callback_endpoint.removed.v1" }
func (SecretRotated) EventType() string { return "callback_endpoint.secret_rotated.v1" }
func (Progressed) EventType() string    { return "callback_endpoint.progressed.v1" }
func (Failing) EventType() string       { return "callback_endpoint.failing.v1" }
func (Recovered) EventType() string     { return "callback_endpoint.recovered.v1" }
func (ResendRequested) EventType() string {
	return "callback_endpoint.resend_requested.v1"
}

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event {
	return []domain.Event{Added{}, Changed{}, Removed{}, SecretRotated{}, Progressed{}, Failing{}, Recovered{}, ResendRequested{}}
}
