package clientrows

import (
	"context"
	"slices"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/eventstore"
	"gateway/projections/engine"
	"gateway/projections/readmodel/readtable"

	"github.com/lib/pq"
)

// accountSet is a bank account that was set in the profile of a client.
type accountSet struct {
	ClientID int64     `db:"client_id"`
	Position int64     `db:"position"`
	Account  string    `db:"account"`
	At       time.Time `db:"at"`
}

func (a *accountSet) columns(f *readtable.Fields) {
	f.At("client_id", &a.ClientID).At("position", &a.Position).At("account", &a.Account).At("at", &a.At)
}

// BankAccountChanges projects when the bank accounts of profiles changed.
type BankAccountChanges struct{}

// Name implements engine.Model.
func (BankAccountChanges) Name() string { return "bank_account_changes" }

// Tables implements engine.Model.
func (BankAccountChanges) Tables() []string { return []string{"bank_account_changes"} }

var insertAccounts = readtable.Insert("bank_account_changes", (*accountSet).columns)

// Applies implements engine.Selective.
func (BankAccountChanges) Applies() []domain.Event {
	return []domain.Event{account.ProfileUpdated{}, account.ChangeUndone{}}
}

// Apply implements engine.Model.
func (BankAccountChanges) Apply(ctx context.Context, tx *engine.Tx, events []eventstore.Envelope) error {
	var rows []*accountSet
	for _, env := range events {
		a := &accountSet{Position: env.Position.Commit}
		switch e := env.Event.(type) {
		case account.ProfileUpdated:
			if !slices.Contains(e.Changed, "bank") && !slices.Contains(e.Changed, "norek") {
				continue
			}
			a.ClientID, a.Account, a.At = e.ClientID, strings.TrimSpace(e.Bank+" "+e.AccountNumber), e.At
		case account.ChangeUndone:
			a.ClientID, a.Account, a.At = e.ClientID, strings.TrimSpace(e.Bank+" "+e.AccountNumber), e.At
		default:
			continue
		}
		rows = append(rows, a)
	}
	return readtable.Run(ctx, tx, insertAccounts.Rows(rows...))
}

// accountsLookedAt is how many of the last accounts of a profile are looked at. An undo that left the account as it was is
// among them.
const accountsLookedAt = 5

// Since has the times of a client's registration and of its last change of the bank account.
type Since struct {
	Registered time.Time
	// BankChanged is the last change of the bank account, zero if the account never replaced another one.
	BankChanged time.Time
}

// ClientsSince returns the times of the clients' registrations and of the last changes of their bank accounts, by id. It
// leaves out unknown clients.
func (q Queries) ClientsSince(ctx context.Context, ids []int64) (map[int64]Since, error) {
	var clients []struct {
		ID        int64     `db:"id"`
		CreatedAt time.Time `db:"created_at"`
	}
	if err := q.SQL.SelectContext(ctx, &clients, "SELECT id, created_at FROM clients WHERE id = ANY ($1)", pq.Array(ids)); err != nil {
		return nil, readtable.Failed("clients", err)
	}
	var sets []accountSet
	err := q.SQL.SelectContext(ctx, &sets, `SELECT s.* FROM unnest($1::bigint[]) AS of (id), LATERAL (SELECT client_id, position, account, at
		FROM bank_account_changes WHERE client_id = of.id ORDER BY bank_account_changes.position DESC LIMIT $2) AS s
		ORDER BY s.client_id, s.position`,
		pq.Array(ids), accountsLookedAt)
	if err != nil {
		return nil, readtable.Failed("bank_account_changes", err)
	}
	since := make(map[int64]Since, len(clients))
	for _, c := range clients {
		since[c.ID] = Since{Registered: c.CreatedAt.UTC()}
	}
	for i, set := range sets {
		if i > 0 && sets[i-1].ClientID == set.ClientID && sets[i-1].Account != "" && sets[i-1].Account != set.Account {
			s := since[set.ClientID]
			s.BankChanged = set.At.UTC()
			since[set.ClientID] = s
		}
	}
	return since, nil
}
