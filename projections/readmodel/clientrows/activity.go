package clientrows

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/endpoint"
	"gateway/domain/person"
	"gateway/domain/recovery"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"
)

// Activity is something that happened to a client's account or its people (API reference: Portal).
type Activity struct {
	ClientID int64     `json:"-"`
	Position int64     `json:"-"`
	At       time.Time `json:"at"`
	// Event is the event's name without `.v1`.
	Event string `json:"event"`
	// By is the client or person whose credential was used, in the form that events use. It is `operator` for
	// an administrator and `gateway` for the gateway itself.
	By string `json:"by"`
	// Via is the credential, `api_key:<id>` or `session`. Address is the caller's IP address. Each is null
	// when it was not recorded.
	Via     *string `json:"via"`
	Address *string `json:"address"`
	// Gain is the id of the access that the account gained through the event (package recovery), or null.
	Gain *string `json:"gain"`
	// Details are other fields of the event, without any secret.
	Details json.RawMessage `json:"details"`
}

func (a *Activity) columns(f *readtable.Fields) {
	f.At("client_id", &a.ClientID).At("position", &a.Position).At("at", &a.At).At("event", &a.Event).At("by", &a.By).At("via", &a.Via)
	f.At("address", &a.Address).At("gain", &a.Gain).At("details", &a.Details)
}

var activityTable = readtable.TableOf("activity", (*Activity).columns)

// Activity returns a page of what happened to a client, newest first, and the total number.
func (q Queries) Activity(ctx context.Context, clientID int64, p readtable.Page) ([]Activity, int64, error) {
	return activityTable.ListPage(ctx, q.DB, "activity_counts", new(readtable.Search).Equals("client_id", clientID), p)
}

// Activities projects what happened to clients' accounts.
type Activities struct{}

// Name implements engine.Model.
func (Activities) Name() string { return "activity" }

// Tables implements engine.Model.
func (Activities) Tables() []string { return []string{"activity", "activity_counts"} }

var (
	insertActivity = readtable.Insert("activity", (*Activity).columns).OrCopy()
	countActivity  = readtable.CounterIn("activity_counts", "client_id")
)

// Applies implements engine.Selective. It returns the events that activityOf handles.
func (Activities) Applies() []domain.Event {
	return []domain.Event{
		account.Registered{},
		account.Approved{},
		account.Rejected{},
		account.Suspended{},
		account.Reactivated{},
		account.ProfileUpdated{},
		account.SettingsChanged{},
		account.AppAdded{},
		account.AppFeeSet{},
		account.APIKeyIssued{},
		account.APIKeyRevoked{},
		account.RestrictedKeyIssued{},
		account.RestrictedKeyEnded{},
		account.WebhookSecretRotated{},
		account.AutoApprovalPaused{},
		account.AccessEnded{},
		account.ChangeUndone{},
		account.RecoveryRestored{},
		endpoint.Added{},
		endpoint.Changed{},
		endpoint.Removed{},
		endpoint.SecretRotated{},
		person.Invited{},
		person.Joined{},
		person.RoleChanged{},
		person.Removed{},
		person.PasswordChanged{},
		person.ResetRequested{},
	}
}

// Apply implements engine.Model.
func (Activities) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var rows []*Activity
	counts := readtable.Counts{}
	for _, env := range events {
		clientID, at, details := activityOf(env.Event)
		if clientID == 0 {
			continue
		}
		text, err := json.Marshal(details)
		if err != nil {
			return err
		}
		m := metadataOf(env)
		a := &Activity{
			ClientID: clientID, Position: env.Position.Commit, At: at, Event: strings.TrimSuffix(env.Event.EventType(), ".v1"),
			By: shownActor(m.Actor), Details: text,
		}
		readtable.PointUnlessZero(&a.Via, m.Via)
		if a.By != "operator" { // an administrator's address is not shown
			readtable.PointUnlessZero(&a.Address, m.Address)
		}
		if gain := recovery.Of(env.Event).Gains; gain.Kind != "" {
			a.Gain = new(gain.ID())
		}
		rows = append(rows, a)
		counts.Move(readtable.Scope{ClientID: clientID}, "", "all")
	}
	return readtable.Run(ctx, tx, insertActivity.Rows(rows...), countActivity.Add(counts))
}

func metadataOf(env eventstore.Envelope) (m eventstore.Metadata) {
	_ = json.Unmarshal(env.Metadata, &m) // metadata of an older or foreign form has no caller
	return m
}

// shownActor returns the actor in the form shown to clients, which does not name administrators.
func shownActor(actor string) string {
	switch kind, _, _ := strings.Cut(actor, ":"); kind {
	case "admin":
		return "operator"
	case "client", "person":
		return actor
	}
	return "gateway"
}

// details are the fields of an activity's Details.
type details map[string]any

// activityOf returns what an event did to which client, and when. The client is 0 for an event that is no
// activity.
func activityOf(event domain.Event) (clientID int64, at time.Time, d details) {
	switch e := event.(type) {
	case account.Registered:
		return e.ClientID, e.At, details{"email": e.Email}
	case account.Approved:
		return e.ClientID, e.At, details{"reason": e.Reason}
	case account.Rejected:
		return e.ClientID, e.At, details{"reason": e.Reason}
	case account.Suspended:
		return e.ClientID, e.At, details{"reason": e.Reason}
	case account.Reactivated:
		return e.ClientID, e.At, details{"reason": e.Reason}
	case account.ProfileUpdated:
		return e.ClientID, e.At, details{"changed": orEmpty(e.Changed)}
	case account.SettingsChanged:
		return e.ClientID, e.At, details{
			"is_auto_approve_withdrawal": e.AutoApproveWithdrawal, "daily_payout_cap": e.DailyPayoutCap, "daily_refund_cap": e.DailyRefundCap,
		}
	case account.AppAdded:
		return e.ClientID, e.At, details{"app_id": e.ID, "name": e.Name}
	case account.AppFeeSet:
		return e.ClientID, e.At, details{"app_id": e.AppID, "channel_code": e.ChannelCode}
	case account.APIKeyIssued:
		return e.ClientID, e.At, details{
			"id": e.KeyID, "name": e.Name, "masked_key": e.MaskedKey, "allow": orEmpty(e.Allow), "former_until": utcOf(e.FormerUntil),
		}
	case account.APIKeyRevoked:
		return e.ClientID, e.At, details{"id": e.KeyID}
	case account.RestrictedKeyIssued:
		return e.ClientID, e.At, details{
			"id": e.KeyID, "name": e.Name, "masked_key": e.MaskedKey, "scopes": orEmpty(e.Scopes), "allow": orEmpty(e.Allow),
			"expires_at": utcOf(e.ExpiresAt),
		}
	case account.RestrictedKeyEnded:
		return e.ClientID, e.At, details{"id": e.KeyID, "name": e.Name, "reason": e.Reason}
	case account.WebhookSecretRotated:
		return e.ClientID, e.At, details{}
	}
	return securityActivityOf(event)
}

// utcOf converts the moment to UTC. It returns nil for nil.
func utcOf(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	utc := t.UTC()
	return &utc
}

func securityActivityOf(event domain.Event) (clientID int64, at time.Time, d details) {
	switch e := event.(type) {
	case account.AutoApprovalPaused:
		return e.ClientID, e.At, details{"changed": orEmpty(e.Changed), "until": e.Until.UTC()}
	case account.AccessEnded:
		return e.ClientID, e.At, details{"reason": e.Reason}
	case account.ChangeUndone:
		return e.ClientID, e.At, details{"norek": e.AccountNumber, "bank": e.Bank, "email": e.Email}
	case account.RecoveryRestored:
		return e.ClientID, e.At, details{"item": e.Item}
	case endpoint.Added:
		return e.ClientID, e.At, details{"id": e.EndpointID, "host": endpoint.Host(e.URL)}
	case endpoint.Changed:
		return e.ClientID, e.At, details{"id": e.EndpointID, "host": endpoint.Host(e.URL), "active": e.Active}
	case endpoint.Removed:
		return e.ClientID, e.At, details{"id": e.EndpointID}
	case endpoint.SecretRotated:
		return e.ClientID, e.At, details{"id": e.EndpointID}
	case person.Invited:
		return e.ClientID, e.At, details{"person_id": e.PersonID, "email": e.Email, "role": e.Role}
	case person.Joined:
		return e.ClientID, e.At, details{"person_id": e.PersonID}
	case person.RoleChanged:
		return e.ClientID, e.At, details{"person_id": e.PersonID, "role": e.Role}
	case person.Removed:
		return e.ClientID, e.At, details{"person_id": e.PersonID}
	case person.PasswordChanged:
		return e.ClientID, e.At, details{"person_id": e.PersonID}
	case person.ResetRequested:
		return e.ClientID, e.At, details{"person_id": e.PersonID}
	}
	return 0, time.Time{}, nil
}

// orEmpty returns a non-nil copy of the list, because nil would be encoded as null.
func orEmpty(list []string) []string { return append([]string{}, slices.Clone(list)...) }
