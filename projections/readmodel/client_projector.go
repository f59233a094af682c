package readmodel

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/person"
	"gateway/eventstore"
	"gateway/projections/engine"
)

// clients projects accounts with their API keys, apps and the rates of the apps.
type clients struct{}

func (clients) Name() string { return "clients" }
func (clients) Tables() []string {
	return []string{"clients", "client_counts", "api_keys", "apps", "app_fees"}
}

var (
	clientKey     = []string{"id bigint"}
	insertClients = insertStatement("clients", "id bigint", "position bigint", "kode text", "nama text", "email text",
		"status text", "password_hash text", "created_at timestamptz")
	setClientStatus = updateStatement("clients", clientKey, "status text")
	setProfiles     = updateStatement("clients", clientKey, "nama text", "email text", "alamat text", "pic text", "no_telp_pic text",
		"email_pic text", "norek text", "bank text")
	// A cap that is NULL is no cap, so it is set as it is.
	setSettings = "UPDATE clients AS t SET is_auto_approve_withdrawal = n.is_auto_approve_withdrawal, " +
		"daily_payout_cap = n.daily_payout_cap FROM " +
		unnested("id bigint", "is_auto_approve_withdrawal boolean", "daily_payout_cap numeric") + " WHERE t.id = n.id"
	setPauses             = updateStatement("clients", clientKey, "auto_approval_paused_until timestamptz")
	setSecured            = updateStatement("clients", clientKey, "norek text", "bank text", "email text")
	setEndsOfAccess       = updateStatement("clients", clientKey, "access_ended_at timestamptz")
	setRecovering         = updateStatement("clients", clientKey, "recovering boolean")
	setWebhookGenerations = updateStatement("clients", clientKey, "webhook_generation int")
	countClients          = addToCounters("client_counts")
)

// clientChange is a batch's change to one client; nil is no change. Each group of
// columns is set by events of one type, so the last event counts.
type clientChange struct {
	created, status, profile, settings, generation []any
	// undone are the columns of an undo, after profile.
	undone, pause, accessEnded, recovering []any
}

// clientFold is the folded batch.
type clientFold struct {
	changes changes[int64, clientChange]
	counts  counterChanges
	keys    keyFold
	apps    batch
	fees    changes[appFeeKey, account.AppFeeSet]
}

// Applies implements engine.Selective.
func (clients) Applies() []domain.Event {
	return []domain.Event{
		account.Registered{},
		account.ProfileUpdated{},
		account.SettingsChanged{},
		account.WebhookSecretRotated{},
		account.Approved{},
		account.Rejected{},
		account.Suspended{},
		account.Reactivated{},
		account.APIKeyIssued{},
		account.APIKeyRevoked{},
		account.RestrictedKeyIssued{},
		account.RestrictedKeyEnded{},
		account.AppAdded{},
		account.AppFeeSet{},
		account.AutoApprovalPaused{},
		account.AccessEnded{},
		account.ChangeUndone{},
		account.RecoveryFinished{},
		person.RoleChanged{},
		person.Removed{},
	}
}

// Apply implements engine.Model.
func (clients) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	f := clientFold{counts: counterChanges{}}
	for _, e := range events {
		f.foldAccount(e)
		f.foldSafety(e)
		f.foldStatus(e)
		f.foldApp(e)
		f.keys.fold(e.Event)
	}
	var created, status, profile, settings, generation, undone, pauses, ended, recovering batch
	for _, c := range f.changes.list {
		created.addUnlessNil(c.created)
		status.addUnlessNil(c.status)
		profile.addUnlessNil(c.profile)
		settings.addUnlessNil(c.settings)
		undone.addUnlessNil(c.undone)
		pauses.addUnlessNil(c.pause)
		ended.addUnlessNil(c.accessEnded)
		recovering.addUnlessNil(c.recovering)
		generation.addUnlessNil(c.generation)
	}
	return execAll(ctx, tx, append(f.keys.writes(),
		write{&created, insertClients}, write{&status, setClientStatus}, write{&profile, setProfiles},
		write{&undone, setSecured}, write{&pauses, setPauses}, write{&ended, setEndsOfAccess}, write{&recovering, setRecovering},
		write{&settings, setSettings},
		write{&generation, setWebhookGenerations}, write{f.counts.batch(), countClients},
		write{&f.apps, insertApps}, write{appFeeRows(f.fees.list), upsertAppFees})...)
}

func (f *clientFold) foldAccount(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case account.Registered:
		f.changes.forKey(e.ClientID).created = []any{
			e.ClientID, env.Position.Commit, e.Code, e.Name, e.Email, account.StatusPending, e.PasswordHash, e.At,
		}
		f.counts.move(nil, "", account.StatusPending)
	case account.ProfileUpdated:
		p := e.Profile
		f.changes.forKey(e.ClientID).undone = nil
		f.changes.forKey(e.ClientID).profile = []any{
			e.ClientID, p.Name, p.Email, p.Address, p.ContactName, p.ContactPhone, p.ContactEmail, p.AccountNumber, p.Bank,
		}
	case account.SettingsChanged:
		f.changes.forKey(e.ClientID).settings = []any{e.ClientID, e.AutoApproveWithdrawal, e.DailyPayoutCap}
	case account.WebhookSecretRotated:
		f.changes.forKey(e.ClientID).generation = []any{e.ClientID, e.Generation}
	}
}

// foldSafety folds what is about a leaked key.
func (f *clientFold) foldSafety(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case account.AutoApprovalPaused:
		f.changes.forKey(e.ClientID).pause = []any{e.ClientID, e.Until}
	case account.AccessEnded:
		f.recover(e.ClientID, e.Recovering, e.At)
	case account.ChangeUndone:
		f.changes.forKey(e.ClientID).undone = []any{e.ClientID, e.AccountNumber, e.Bank, e.Email}
		f.recover(e.ClientID, e.Recovering, e.At)
	case account.RecoveryFinished:
		f.changes.forKey(e.ClientID).recovering = []any{e.ClientID, false}
	}
}

// recover folds the end of all access. One of an older version leaves nothing to do in other streams.
func (f *clientFold) recover(clientID int64, r account.Recovering, at time.Time) {
	f.changes.forKey(clientID).accessEnded = []any{clientID, at}
	f.changes.forKey(clientID).recovering = []any{clientID, !r.Since.IsZero()}
}

func (f *clientFold) foldStatus(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case account.Approved:
		f.changeStatus(e.ClientID, account.StatusPending, account.StatusApproved)
	case account.Rejected:
		f.changeStatus(e.ClientID, account.StatusPending, account.StatusRejected)
	case account.Suspended:
		f.changeStatus(e.ClientID, account.StatusApproved, account.StatusSuspended)
	case account.Reactivated:
		f.changeStatus(e.ClientID, account.StatusSuspended, account.StatusApproved)
	}
}

func (f *clientFold) foldApp(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case account.AppAdded:
		f.apps.add(e.ID, e.ClientID, e.Name, e.Code, e.Category, e.Type, e.URL, e.At)
	case account.AppFeeSet:
		*f.fees.forKey(appFeeKey{e.AppID, e.ChannelCode}) = e
	}
}

func (f *clientFold) changeStatus(id int64, from, to string) {
	f.changes.forKey(id).status = []any{id, to}
	f.counts.move(nil, from, to)
}
