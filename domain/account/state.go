package account

import (
	"strconv"
	"time"

	"gateway/domain"
	"gateway/domain/pricing"
)

// Aggregate folds account streams.
var Aggregate = domain.Aggregate[State]{Category: "account", Evolve: Evolve}

// Stream names the stream of a client.
func Stream(clientID int64) string { return Aggregate.Stream(strconv.FormatInt(clientID, 10)) }

// The statuses of a client.
const (
	StatusPending   = "pending"
	StatusApproved  = "approved"
	StatusRejected  = "rejected"
	StatusSuspended = "suspended"
)

// State is one client.
type State struct {
	Exists   bool
	ClientID int64
	Code     string
	Profile
	PasswordHash string
	Status       string
	// AutoApproveWithdrawal sends withdrawals on without an administrator.
	AutoApproveWithdrawal bool
	Apps                  []App
	// Key is nil when the client has none.
	Key *APIKey
	// WebhookGeneration counts the rotations of the callback secret, from 0.
	WebhookGeneration int
}

// App is one app of the client. Fees overrides the rates of channels, by channel
// code; it is nil where nothing is overridden.
type App struct {
	ID       int64
	Name     string
	Code     string
	Category string
	Type     string
	URL      string
	Fees     map[string]pricing.Rate
}

// APIKey is the client's active key: its SHA-256 (hex) and what may be shown of it.
type APIKey struct {
	ID        int64
	Name      string
	Hash      string
	Masked    string
	CreatedAt time.Time
}

// HasDeveloper is developer access: has_developer of the profile.
func (s State) HasDeveloper() bool { return s.Status == StatusApproved }

// MayUseKey refuses what an API key may not do but read: account_suspended, and
// client_not_found. An issued key stays valid whatever the developer flag later
// says (specification 5.4), so an account that waits for approval may use one that
// an administrator gave it.
func (s State) MayUseKey() error {
	if !s.Exists || s.Status == StatusSuspended {
		return s.MayAct()
	}
	return nil
}

// MayAct refuses who may not act at all: client_not_found; account_suspended, who
// may still read by API key; account_not_approved, pending or rejected.
func (s State) MayAct() error {
	switch {
	case !s.Exists:
		return notFound()
	case s.Status == StatusSuspended:
		return domain.Refuse(domain.Forbidden, "account_suspended", "the account is suspended")
	case s.Status != StatusApproved:
		return domain.Refuse(domain.Forbidden, "account_not_approved", "the account is not approved")
	}
	return nil
}

// App finds the app that a request is for (specification 4): the one named, or the
// only one. Every refusal is invalid_field app_id.
func (s State) App(appID *int64) (App, error) {
	switch {
	case appID != nil:
		for _, a := range s.Apps {
			if a.ID == *appID {
				return a, nil
			}
		}
		return App{}, domain.InvalidField("app_id", "is no app of this client")
	case len(s.Apps) == 0:
		return App{}, domain.InvalidField("app_id", "this client has no app yet")
	case len(s.Apps) > 1:
		return App{}, domain.InvalidField("app_id", "is required, since this client has several apps")
	}
	return s.Apps[0], nil
}

func notFound() error {
	return domain.Refuse(domain.NotFound, "client_not_found", "there is no such client")
}
