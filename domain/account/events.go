package account

import (
	"time"

	"gateway/domain"

	"github.com/shopspring/decimal"
)

// Registered opens an account. PasswordHash is an argon2id hash; the password itself is
// never in the log.
type Registered struct {
	ClientID     int64  `json:"client_id"`
	Code         string `json:"kode"`
	Name         string `json:"nama"`
	Email        string `json:"email"`
	PasswordHash string `json:"password_hash"`
	// MasterID names the master secret that the first callback secret is derived from. It is empty in older
	// events, which stand for the oldest master secret.
	MasterID string    `json:"master_id"`
	At       time.Time `json:"at"`
}

// Approved gives the client developer access.
type Approved struct {
	ClientID int64     `json:"client_id"`
	By       string    `json:"by"`
	Reason   string    `json:"reason"`
	At       time.Time `json:"at"`
}

// Rejected ends a registration.
type Rejected struct {
	ClientID int64     `json:"client_id"`
	By       string    `json:"by"`
	Reason   string    `json:"reason"`
	At       time.Time `json:"at"`
}

// Suspended takes developer access away until Reactivated.
type Suspended struct {
	ClientID int64     `json:"client_id"`
	By       string    `json:"by"`
	Reason   string    `json:"reason"`
	At       time.Time `json:"at"`
}

// Reactivated gives developer access back.
type Reactivated struct {
	ClientID int64     `json:"client_id"`
	By       string    `json:"by"`
	Reason   string    `json:"reason"`
	At       time.Time `json:"at"`
}

// Profile holds the fields that clients may change themselves (API reference: Account).
type Profile struct {
	Name          string `json:"nama"`
	Email         string `json:"email"`
	Address       string `json:"alamat"`
	ContactName   string `json:"pic"`
	ContactPhone  string `json:"no_telp_pic"`
	ContactEmail  string `json:"email_pic"`
	AccountNumber string `json:"norek"`
	Bank          string `json:"bank"`
}

// ProfileUpdated carries the whole profile after the change. Changed lists the fields that differ, by their
// JSON names in Profile; older events have no such list.
type ProfileUpdated struct {
	ClientID int64 `json:"client_id"`
	Profile
	Changed []string  `json:"changed"`
	At      time.Time `json:"at"`
}

// SettingsChanged carries the settings that an administrator decides. DailyPayoutCap limits the amount that
// is auto-approved in a day, in rupiah; null, as in older events, means no limit.
type SettingsChanged struct {
	ClientID              int64            `json:"client_id"`
	AutoApproveWithdrawal bool             `json:"is_auto_approve_withdrawal"`
	DailyPayoutCap        *decimal.Decimal `json:"daily_payout_cap"`
	// DailyRefundCap limits the refunds of a day that no person approves, in rupiah; absent means DefaultDailyRefundCap.
	DailyRefundCap *decimal.Decimal `json:"daily_refund_cap,omitempty"`
	// Reason is empty in older events.
	Reason string    `json:"reason,omitempty"`
	By     string    `json:"by"`
	At     time.Time `json:"at"`
}

// AppAdded gives the client one more app. The API calls ID app_id or app.id.
type AppAdded struct {
	ClientID int64     `json:"client_id"`
	ID       int64     `json:"id"`
	Name     string    `json:"name"`
	Code     string    `json:"kode"`
	Category string    `json:"jenis"`
	Type     string    `json:"type"`
	URL      string    `json:"url"`
	By       string    `json:"by"`
	At       time.Time `json:"at"`
}

// AppFeeSet overrides the fee of a channel for one app.
type AppFeeSet struct {
	ClientID     int64           `json:"client_id"`
	AppID        int64           `json:"app_id"`
	ChannelCode  string          `json:"channel_code"`
	Flat         decimal.Decimal `json:"flat"`
	Percent      decimal.Decimal `json:"percent"`
	VATInclusive bool            `json:"vat_inclusive"`
	// Reason is empty in older events.
	Reason string    `json:"reason,omitempty"`
	By     string    `json:"by"`
	At     time.Time `json:"at"`
}

// APIKeyIssued replaces the client's full API key. KeyHash is the SHA-256 of the new key in hex. The previous
// key works until FormerUntil. If that is null, as in older events, the previous key is invalid from this
// event on, and so is every key that an earlier overlap kept working. Allow lists the networks that the key
// may be used from, in CIDR notation; an empty list, as in older events, allows all.
type APIKeyIssued struct {
	ClientID    int64      `json:"client_id"`
	KeyID       int64      `json:"key_id"`
	Name        string     `json:"name"`
	KeyHash     string     `json:"key_hash"`
	MaskedKey   string     `json:"masked_key"`
	Allow       []string   `json:"allow"`
	FormerUntil *time.Time `json:"former_until"`
	By          string     `json:"by"`
	At          time.Time  `json:"at"`
}

// APIKeyRevoked ends the full key, or a former one that still works.
type APIKeyRevoked struct {
	ClientID int64     `json:"client_id"`
	KeyID    int64     `json:"key_id"`
	By       string    `json:"by"`
	At       time.Time `json:"at"`
}

// WebhookSecretRotated replaces the client's callback secret, which is derived from the generation and a
// master secret. MasterID names the master secret. It is empty in older events, which stand for the oldest
// master secret.
type WebhookSecretRotated struct {
	ClientID   int64  `json:"client_id"`
	Generation int    `json:"generation"`
	MasterID   string `json:"master_id"`
	// AtOnce is true if no former secret signs beside the new one, because a thief may have it.
	AtOnce bool      `json:"at_once,omitempty"`
	At     time.Time `json:"at"`
}

// EmailClaimed reserves an address for a person of a client. It is in the stream of the address. A person may
// have several claims at once. PersonID is 0, as in older events, for the login that registered the client.
type EmailClaimed struct {
	ClientID int64     `json:"client_id"`
	PersonID int64     `json:"person_id"`
	At       time.Time `json:"at"`
}

// EmailReleased gives up one claim. The address is free when the last one is given up.
type EmailReleased struct {
	ClientID int64     `json:"client_id"`
	At       time.Time `json:"at"`
}

// EventType is the wire name.
func (Registered) EventType() string           { return "account.registered.v1" }
func (Approved) EventType() string             { return "account.approved.v1" }
func (Rejected) EventType() string             { return "account.rejected.v1" }
func (Suspended) EventType() string            { return "account.suspended.v1" }
func (Reactivated) EventType() string          { return "account.reactivated.v1" }
func (ProfileUpdated) EventType() string       { return "account.profile_updated.v1" }
func (SettingsChanged) EventType() string      { return "account.settings_changed.v1" }
func (AppAdded) EventType() string             { return "account.app_added.v1" }
func (AppFeeSet) EventType() string            { return "account.app_fee_set.v1" }
func (APIKeyIssued) EventType() string         { return "account.api_key_issued.v1" }
func (APIKeyRevoked) EventType() string        { return "account.api_key_revoked.v1" }
func (WebhookSecretRotated) EventType() string { return "account.webhook_secret_rotated.v1" }
func (AutoApprovalPaused) EventType() string   { return "account.auto_approval_paused.v1" }
func (AccessEnded) EventType() string          { return "account.access_ended.v1" }
func (ChangeUndone) EventType() string         { return "account.change_undone.v1" }
func (EmailClaimed) EventType() string         { return "email.claimed.v1" }
func (EmailReleased) EventType() string        { return "email.released.v1" }

// Events lists a zero value of each event of this package, for the codec.
func Events() []domain.Event {
	return []domain.Event{
		Registered{},
		Approved{},
		Rejected{},
		Suspended{},
		Reactivated{},
		ProfileUpdated{},
		SettingsChanged{},
		AppAdded{},
		AppFeeSet{},
		APIKeyIssued{},
		APIKeyRevoked{},
		RestrictedKeyIssued{},
		RestrictedKeyEnded{},
		WebhookSecretRotated{},
		AutoApprovalPaused{},
		AccessEnded{},
		ChangeUndone{},
		RecoveryFinished{},
		RecoveryRestored{},
		EmailClaimed{},
		EmailReleased{},
	}
}
