package readmodel

import (
	"context"

	"gateway/domain/account"
	"gateway/eventstore"
	"gateway/projections/engine"
)

// clients projects accounts, with their keys, apps and the fees of those.
type clients struct{}

func (clients) Name() string { return "clients" }
func (clients) Tables() []string {
	return []string{"clients", "client_counts", "api_keys", "apps", "app_fees"}
}

var (
	clientKey     = []string{"id bigint"}
	insertClients = insertion("clients", "id bigint", "position bigint", "kode text", "nama text", "email text",
		"status text", "password_hash text", "created_at timestamptz")
	setClientStatus = patching("clients", clientKey, "status text")
	setProfiles     = patching("clients", clientKey, "nama text", "email text", "alamat text", "pic text", "no_telp_pic text",
		"email_pic text", "norek text", "bank text")
	setAutoApproval       = patching("clients", clientKey, "is_auto_approve_withdrawal boolean")
	setWebhookGenerations = patching("clients", clientKey, "webhook_generation int")
	countClients          = counting("client_counts", "")
)

// clientChange is what a batch says of one client; nil says nothing. Each group of
// columns is set by events of one type, so the last one counts.
type clientChange struct {
	created, status, profile, autoApproval, generation []any
}

// clientFold is a batch, folded: what becomes of each client in it.
type clientFold struct {
	changes changes[int64, clientChange]
	counts  tally
	keys    changes[int64, keyChange]
	apps    batch
	fees    changes[appFeeKey, account.AppFeeSet]
}

// Apply implements projections.Model.
func (clients) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	f := clientFold{counts: tally{}}
	for _, e := range events {
		f.foldAccount(e)
		f.foldStatus(e)
		f.foldKeyOrApp(e)
	}
	var created, status, profile, autoApproval, generation, revoked, issued batch
	for _, c := range f.changes.list {
		created.addSaid(c.created)
		status.addSaid(c.status)
		profile.addSaid(c.profile)
		autoApproval.addSaid(c.autoApproval)
		generation.addSaid(c.generation)
	}
	for _, k := range f.keys.list {
		k.addTo(&revoked, &issued)
	}
	return inOrder(ctx, tx,
		step{&created, insertClients}, step{&status, setClientStatus}, step{&profile, setProfiles},
		step{&autoApproval, setAutoApproval}, step{&generation, setWebhookGenerations}, step{f.counts.batch(), countClients},
		step{&revoked, deleteKeys}, step{&issued, putKeys}, step{&f.apps, insertApps}, step{appFeeRows(f.fees.list), putAppFees})
}

func (f *clientFold) foldAccount(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case account.Registered:
		f.changes.of(e.ClientID).created = []any{
			e.ClientID, env.Position.Commit, e.Code, e.Name, e.Email, account.StatusPending, e.PasswordHash, e.At,
		}
		f.counts.move(nil, "", account.StatusPending)
	case account.ProfileUpdated:
		p := e.Profile
		f.changes.of(e.ClientID).profile = []any{
			e.ClientID, p.Name, p.Email, p.Address, p.ContactName, p.ContactPhone, p.ContactEmail, p.AccountNumber, p.Bank,
		}
	case account.SettingsChanged:
		f.changes.of(e.ClientID).autoApproval = []any{e.ClientID, e.AutoApproveWithdrawal}
	case account.WebhookSecretRotated:
		f.changes.of(e.ClientID).generation = []any{e.ClientID, e.Generation}
	}
}

func (f *clientFold) foldStatus(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case account.Approved:
		f.move(e.ClientID, account.StatusPending, account.StatusApproved)
	case account.Rejected:
		f.move(e.ClientID, account.StatusPending, account.StatusRejected)
	case account.Suspended:
		f.move(e.ClientID, account.StatusApproved, account.StatusSuspended)
	case account.Reactivated:
		f.move(e.ClientID, account.StatusSuspended, account.StatusApproved)
	}
}

func (f *clientFold) foldKeyOrApp(env eventstore.Envelope) {
	switch e := env.Event.(type) {
	case account.APIKeyIssued:
		*f.keys.of(e.ClientID) = keyChange{e.ClientID, &e}
	case account.APIKeyRevoked:
		*f.keys.of(e.ClientID) = keyChange{clientID: e.ClientID}
	case account.AppAdded:
		f.apps.add(e.ID, e.ClientID, e.Name, e.Code, e.Category, e.Type, e.URL, e.At)
	case account.AppFeeSet:
		*f.fees.of(appFeeKey{e.AppID, e.ChannelCode}) = e
	}
}

func (f *clientFold) move(id int64, from, to string) {
	f.changes.of(id).status = []any{id, to}
	f.counts.move(nil, from, to)
}
