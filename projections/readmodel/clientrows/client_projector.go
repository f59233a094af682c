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
	insertClients = readtable.Insert("clients", (*clientChange).columns)
	updateClients = readtable.Update("clients", (*clientChange).columns, "id")
	// setSettings sets the cap even when it is NULL, which means no cap.
	setSettings = readtable.Custom("UPDATE clients AS t SET is_auto_approve_withdrawal = n.is_auto_approve_withdrawal, "+
		"daily_payout_cap = n.daily_payout_cap, daily_refund_cap = n.daily_refund_cap FROM {rows} WHERE t.id = n.id",
		(*clientChange).columns, "id", "is_auto_approve_withdrawal", "daily_payout_cap", "daily_refund_cap")
	countClients = readtable.CounterIn("client_counts")
)

// clientChange holds a batch's changes to one client.
type clientChange struct {
	Client
	readtable.Changed
	accessEnded *time.Time
	// settings is true when the batch changes the settings.
	recovering, settings bool
}

func (c *clientChange) columns(f *readtable.Fields) {
	c.Columns(f)
	f.Later("access_ended_at", &c.accessEnded).Later("recovering", &c.recovering)
}

// clientFold is the folded batch.
type clientFold struct {
	changes readtable.Changes[int64, clientChange]
	counts  readtable.Counts
	keys    keyFold
	apps    []*App
	fees    readtable.Changes[appFeeKey, AppFee]
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
	f := clientFold{counts: readtable.Counts{}}
	for _, e := range events {
		f.foldAccount(e)
		f.foldSafety(e)
		f.foldStatus(e)
		f.foldApp(e)
		f.keys.fold(e.Event)
	}
	changed := f.changes.List
	return readtable.Run(ctx, tx, append(f.keys.steps(),
		insertClients.RowsIf(changed, (*clientChange).IsNew), updateClients.RowsIf(changed, (*clientChange).IsKnown),
		setSettings.RowsIf(changed, func(c *clientChange) bool { return c.settings }), countClients.Add(f.counts),
		insertApps.Rows(f.apps...), putAppFees.Rows(f.fees.List...))...)
}

func (f *clientFold) foldAccount(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case account.Registered:
		c := f.change(e.ClientID)
		c.New, c.Position, c.Code, c.Name, c.Email = true, env.Position.Commit, e.Code, e.Name, e.Email
		c.Status, c.PasswordHash, c.CreatedAt = account.StatusPending, e.PasswordHash, e.At
		c.Assigned(&c.Name, &c.Email, &c.recovering)
		f.counts.Move(readtable.Scope{}, "", account.StatusPending)
	case account.ProfileUpdated:
		c := f.change(e.ClientID)
		c.Name, c.Email, c.Address, c.ContactName, c.ContactPhone = e.Name, e.Email, e.Address, e.ContactName, e.ContactPhone
		c.ContactEmail, c.AccountNumber, c.Bank = e.ContactEmail, e.AccountNumber, e.Bank
		c.Assigned(&c.Name, &c.Email, &c.Address, &c.ContactName, &c.ContactPhone, &c.ContactEmail, &c.AccountNumber, &c.Bank)
	case account.SettingsChanged:
		c := f.change(e.ClientID)
		c.settings, c.IsAutoApproveWithdrawal, c.DailyPayoutCap = true, e.AutoApproveWithdrawal, e.DailyPayoutCap
		c.DailyRefundCap = account.State{DailyRefundCap: e.DailyRefundCap}.RefundCap()
	case account.WebhookSecretRotated:
		f.change(e.ClientID).WebhookGeneration = e.Generation
	}
}

// foldSafety folds the events that respond to a leaked key.
func (f *clientFold) foldSafety(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case account.AutoApprovalPaused:
		f.change(e.ClientID).PausedUntil = &e.Until
	case account.AccessEnded:
		f.recover(e.ClientID, e.Recovering, e.At)
	case account.ChangeUndone:
		c := f.change(e.ClientID)
		c.AccountNumber, c.Bank, c.Email = e.AccountNumber, e.Bank, e.Email
		c.Assigned(&c.AccountNumber, &c.Bank, &c.Email)
		f.recover(e.ClientID, e.Recovering, e.At)
	case account.RecoveryFinished:
		c := f.change(e.ClientID)
		readtable.Assign(&c.Changed, &c.recovering, false)
	}
}

// recover folds the end of all access. An event of an older version leaves nothing to do in other streams.
func (f *clientFold) recover(clientID int64, r account.Recovering, at time.Time) {
	c := f.change(clientID)
	c.accessEnded = &at
	readtable.Assign(&c.Changed, &c.recovering, !r.Since.IsZero())
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
		f.apps = append(f.apps, &App{
			ID: e.ID, ClientID: e.ClientID, Name: e.Name, Code: e.Code, Category: e.Category, Type: e.Type, URL: e.URL, CreatedAt: e.At,
		})
	case account.AppFeeSet:
		*f.fees.ForKey(appFeeKey{e.AppID, e.ChannelCode}) = AppFee{
			AppID: e.AppID, ChannelCode: e.ChannelCode, Flat: e.Flat, Percent: e.Percent, VATInclusive: e.VATInclusive,
			ClientID: e.ClientID, UpdatedAt: e.At,
		}
	}
}

func (f *clientFold) changeStatus(id int64, from, to string) {
	f.change(id).Status = to
	f.counts.Move(readtable.Scope{}, from, to)
}

func (f *clientFold) change(id int64) *clientChange {
	c := f.changes.ForKey(id)
	c.ID = id
	return c
}
