package account

import (
	"strconv"
	"time"

	"gateway/domain"
	"gateway/domain/person"
	"gateway/domain/pricing"
	"gateway/domain/recovery"
	"gateway/domain/secret"

	"github.com/shopspring/decimal"
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
	// People are the client's logins.
	People person.State
	Status string
	// AutoApproveWithdrawal is true if withdrawals need no administrator's approval, unless a Pause runs
	// (Paused) or DailyPayoutCap is used up. The cap is nil if there is none.
	AutoApproveWithdrawal bool
	DailyPayoutCap        *decimal.Decimal
	// DailyRefundCap is nil for DefaultDailyRefundCap: see RefundCap.
	DailyRefundCap *decimal.Decimal
	Pause          Pause
	// HadBankAccount is true if the account has, or once had, an account number with its bank.
	HadBankAccount bool
	// Gained lists what the account gained according to its own stream (package recovery). Some of the keys
	// may have ended.
	Gained recovery.Items
	// Recovery is the last recovery, nil before the first.
	Recovery *Recovery
	// AccessEndedAt is when all access was last ended. Realtime tokens from before are refused.
	AccessEndedAt time.Time
	Apps          []App
	// Key is the full key, nil if the client has none.
	Key *APIKey
	// FormerKeys are full keys that were replaced with an overlap, oldest first. Some may have expired.
	FormerKeys []APIKey
	// RestrictedKeys are the keys beside the full key. Some may have expired.
	RestrictedKeys []APIKey
	// CallbackSecrets sign the callbacks to the URLs that requests carry.
	CallbackSecrets secret.Generations
}

// DefaultDailyRefundCap is how much, in rupiah, goes back on a day to where it came from without a person's approval, for a client
// without a cap of its own.
var DefaultDailyRefundCap = decimal.NewFromInt(5_000_000)

// RefundCap is how much, in rupiah, goes back on a day to where it came from without a person's approval.
func (s State) RefundCap() decimal.Decimal {
	if s.DailyRefundCap != nil {
		return *s.DailyRefundCap
	}
	return DefaultDailyRefundCap
}

// App is one app of the client. Fees holds its own rates by channel code; it is nil if there are none.
type App struct {
	ID       int64
	Name     string
	Code     string
	Category string
	Type     string
	URL      string
	Fees     map[string]pricing.Rate
}

// APIKey is one of the client's keys. Hash is its SHA-256 in hex; Masked is the part that may be shown.
// Scopes lists what it may do. Allow lists the networks that it may be used from (NormalizeNetworks); empty
// allows all. EndsAt is nil for a key that does not expire. By is the actor name of the issuer.
type APIKey struct {
	ID         int64
	Name       string
	Hash       string
	Masked     string
	Restricted bool
	Scopes     []string
	Allow      []string
	EndsAt     *time.Time
	By         string
	CreatedAt  time.Time
}

// WorksAt reports whether the key has not expired. At EndsAt it has.
func (k APIKey) WorksAt(at time.Time) bool { return k.EndsAt == nil || at.Before(*k.EndsAt) }

// HasDeveloper reports whether the client has developer access (`has_developer`). A suspension does not
// change it.
func (s State) HasDeveloper() bool { return s.Status == StatusApproved || s.Status == StatusSuspended }

// MayUseKey refuses a request by API key that changes something: client_not_found,
// account_suspended, and account_not_approved for a rejected client. An issued key stays
// valid without developer access, so a pending client may use a key that an administrator
// issued.
func (s State) MayUseKey() error {
	if s.Exists && s.Status == StatusPending {
		return nil
	}
	return s.MayAct()
}

// MaySendPayouts reports whether payouts of the client go to the provider. Payouts of a suspended or rejected
// client that were not submitted yet are held.
func (s State) MaySendPayouts() bool { return s.MayUseKey() == nil }

// MayUsePortal refuses a portal request that reads, revokes a key or writes a ticket. It refuses the same
// clients as MayAct, but lets a suspended client through.
func (s State) MayUsePortal() error {
	if s.Exists && s.Status == StatusSuspended {
		return nil
	}
	return s.MayAct()
}

// MayAct refuses a portal request that changes something: client_not_found; account_suspended;
// account_not_approved for a pending or rejected client.
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

// App finds the app that a request is for: the named one, or the client's only one. Refusal: invalid_field
// app_id.
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
