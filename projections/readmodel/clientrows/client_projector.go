package clientrows

import (
	"context"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/person"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"
)

// Clients projects accounts with their API keys, their apps and the rates of the apps.
type Clients struct{}

// Name implements engine.Model.
func (Clients) Name() string { return "clients" }

// Tables implements engine.Model.
func (Clients) Tables() []string {
	return []string{"clients", "client_counts", "api_keys", "apps", "app_fees"}
}

var (
	clientKey     = []string{"id bigint"}
	insertClients = readtable.InsertStatement("clients", "id bigint", "position bigint", "kode text", "nama text", "email text",
		"status text", "password_hash text", "created_at timestamptz")
	setClientStatus = readtable.UpdateStatement("clients", clientKey, "status text")
	setProfiles     = readtable.UpdateStatement("clients", clientKey, "nama text", "email text", "alamat text", "pic text", "no_telp_pic text",
		"email_pic text", "norek text", "bank text")
	// setSettings sets the cap even when it is NULL, which means no cap.
	setSettings = "UPDATE clients AS t SET is_auto_approve_withdrawal = n.is_auto_approve_withdrawal, " +
		"daily_payout_cap = n.daily_payout_cap FROM " +
		readtable.Unnested("id bigint", "is_auto_approve_withdrawal boolean", "daily_payout_cap numeric") + " WHERE t.id = n.id"
	setPauses             = readtable.UpdateStatement("clients", clientKey, "auto_approval_paused_until timestamptz")
	setSecured            = readtable.UpdateStatement("clients", clientKey, "norek text", "bank text", "email text")
	setEndsOfAccess       = readtable.UpdateStatement("clients", clientKey, "access_ended_at timestamptz")
	setRecovering         = readtable.UpdateStatement("clients", clientKey, "recovering boolean")
	setWebhookGenerations = readtable.UpdateStatement("clients", clientKey, "webhook_generation int")
	countClients          = readtable.AddToCounters("client_counts")
)

// clientChange holds a batch's changes to one client. A nil field is unchanged. Events of one type set each
// group of columns, so the last such event counts.
type clientChange struct {
	created, status, profile, settings, generation []any
	// undone are the columns that an undo sets; it is written after profile.
	undone, pause, accessEnded, recovering []any
}

// clientFold is the folded batch.
type clientFold struct {
	changes readtable.Changes[int64, clientChange]
	counts  readtable.CounterChanges
	keys    keyFold
	apps    readtable.Batch
	fees    readtable.Changes[appFeeKey, account.AppFeeSet]
}

// Applies implements engine.Selective.
func (Clients) Applies() []domain.Event {
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
func (Clients) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	f := clientFold{counts: readtable.CounterChanges{}}
	for _, e := range events {
		f.foldAccount(e)
		f.foldSafety(e)
		f.foldStatus(e)
		f.foldApp(e)
		f.keys.fold(e.Event)
	}
	var created, status, profile, settings, generation, undone, pauses, ended, recovering readtable.Batch
	for _, c := range f.changes.List {
		created.AddUnlessNil(c.created)
		status.AddUnlessNil(c.status)
		profile.AddUnlessNil(c.profile)
		settings.AddUnlessNil(c.settings)
		undone.AddUnlessNil(c.undone)
		pauses.AddUnlessNil(c.pause)
		ended.AddUnlessNil(c.accessEnded)
		recovering.AddUnlessNil(c.recovering)
		generation.AddUnlessNil(c.generation)
	}
	return readtable.ExecAll(ctx, tx, append(f.keys.writes(),
		readtable.WriteBy(&created, insertClients), readtable.WriteBy(&status, setClientStatus), readtable.WriteBy(&profile, setProfiles),
		readtable.WriteBy(&undone, setSecured), readtable.WriteBy(&pauses, setPauses), readtable.WriteBy(&ended, setEndsOfAccess),
		readtable.WriteBy(&recovering, setRecovering),
		readtable.WriteBy(&settings, setSettings),
		readtable.WriteBy(&generation, setWebhookGenerations), readtable.WriteBy(f.counts.Batch(), countClients),
		readtable.WriteBy(&f.apps, insertApps), readtable.WriteBy(appFeeRows(f.fees.List), upsertAppFees))...)
}

func (f *clientFold) foldAccount(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case account.Registered:
		f.changes.ForKey(e.ClientID).created = []any{
			e.ClientID, env.Position.Commit, e.Code, e.Name, e.Email, account.StatusPending, e.PasswordHash, e.At,
		}
		f.counts.Move(nil, "", account.StatusPending)
	case account.ProfileUpdated:
		p := e.Profile
		f.changes.ForKey(e.ClientID).undone = nil
		f.changes.ForKey(e.ClientID).profile = []any{
			e.ClientID, p.Name, p.Email, p.Address, p.ContactName, p.ContactPhone, p.ContactEmail, p.AccountNumber, p.Bank,
		}
	case account.SettingsChanged:
		f.changes.ForKey(e.ClientID).settings = []any{e.ClientID, e.AutoApproveWithdrawal, e.DailyPayoutCap}
	case account.WebhookSecretRotated:
		f.changes.ForKey(e.ClientID).generation = []any{e.ClientID, e.Generation}
	}
}

// foldSafety folds the events that respond to a leaked key.
func (f *clientFold) foldSafety(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case account.AutoApprovalPaused:
		f.changes.ForKey(e.ClientID).pause = []any{e.ClientID, e.Until}
	case account.AccessEnded:
		f.recover(e.ClientID, e.Recovering, e.At)
	case account.ChangeUndone:
		f.changes.ForKey(e.ClientID).undone = []any{e.ClientID, e.AccountNumber, e.Bank, e.Email}
		f.recover(e.ClientID, e.Recovering, e.At)
	case account.RecoveryFinished:
		f.changes.ForKey(e.ClientID).recovering = []any{e.ClientID, false}
	}
}

// recover folds the end of all access. An event of an older version leaves nothing to do in other streams.
func (f *clientFold) recover(clientID int64, r account.Recovering, at time.Time) {
	f.changes.ForKey(clientID).accessEnded = []any{clientID, at}
	f.changes.ForKey(clientID).recovering = []any{clientID, !r.Since.IsZero()}
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
		f.apps.Add(e.ID, e.ClientID, e.Name, e.Code, e.Category, e.Type, e.URL, e.At)
	case account.AppFeeSet:
		*f.fees.ForKey(appFeeKey{e.AppID, e.ChannelCode}) = e
	}
}

func (f *clientFold) changeStatus(id int64, from, to string) {
	f.changes.ForKey(id).status = []any{id, to}
	f.counts.Move(nil, from, to)
}
