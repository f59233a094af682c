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
	At time.Time `db:"at" json:"at"`
	// Event is the event's name without `.v1`.
	Event string `db:"event" json:"event"`
	// By is the client or person whose credential was used, in the form that events use. It is `operator` for
	// an administrator and `gateway` for the gateway itself.
	By string `db:"by" json:"by"`
	// Via is the credential, `api_key:<id>` or `session`. Address is the caller's IP address. Each is null
	// when it was not recorded.
	Via     *string `db:"via" json:"via"`
	Address *string `db:"address" json:"address"`
	// Gain is the id of the access that the account gained through the event (package recovery), or null.
	Gain *string `db:"gain" json:"gain"`
	// Details are other fields of the event, without any secret.
	Details json.RawMessage `db:"details" json:"details"`
}

var activityTable = readtable.Of[Activity]("activity")

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
	insertActivity = readtable.InsertionInto("activity", "client_id bigint", "position bigint", "at timestamptz", "event text",
		"by text", "via text",
		"address text", "gain text", "details json")
	countActivity = readtable.AddToCounters("activity_counts", "client_id bigint")
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
	rows := insertActivity.Batch(tx)
	counts := readtable.CounterChanges{}
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
		name := strings.TrimSuffix(env.Event.EventType(), ".v1")
		rows.Add(clientID, env.Position.Commit, at, name, shownActor(m.Actor), readtable.NullIfZero(m.Via), addressOf(m),
			gainOf(env.Event), json.RawMessage(text))
		counts.Move(clientID, "", "all")
	}
	return readtable.ExecAll(ctx, tx, insertActivity.Of(&rows), readtable.WriteBy(counts.Batch(), countActivity))
}

// gainOf returns the id of what an account gained through the event, or nil.
func gainOf(event domain.Event) any {
	if gain := recovery.Of(event).Gains; gain.Kind != "" {
		return gain.ID()
	}
	return nil
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

// addressOf returns the address of a caller on the client's side. An administrator's address is not shown.
func addressOf(m eventstore.Metadata) any {
	if shownActor(m.Actor) == "operator" {
		return nil
	}
	return readtable.NullIfZero(m.Address)
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
		return e.ClientID, e.At, details{"is_auto_approve_withdrawal": e.AutoApproveWithdrawal, "daily_payout_cap": e.DailyPayoutCap}
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
