package accountservice

import (
	"context"
	"strings"
	"time"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/eventstore"
)

// maxBankAccountChanges is how many changes of the bank account are returned.
const maxBankAccountChanges = 5

// eventsPage is how many events of an account are read at once.
const eventsPage = 1_000

// BankAccountChange is one change of the bank account that a client is paid to. From is empty for the first account.
type BankAccountChange struct {
	From, To string
	At       time.Time
}

// BankAccountChanges returns the last changes of the bank account of a client's profile, newest first, from the log.
// Errors: those of the store.
func (a Accounts) BankAccountChanges(ctx context.Context, clientID int64) (changes []BankAccountChange, err error) {
	var s account.State
	for next := eventstore.Revision(0); ; next += eventsPage {
		page, err := a.Log.Store().ReadStream(ctx, account.Stream(clientID), next, eventstore.Forwards, eventsPage)
		if err != nil {
			return nil, err
		}
		for _, r := range page {
			e, err := a.Log.Decode(r)
			if err != nil {
				return nil, err
			}
			from := bankAccount(s.Profile)
			s = account.Evolve(s, e.Event)
			if to := bankAccount(s.Profile); to != from {
				changes = append([]BankAccountChange{{from, to, timeOf(e.Event, r.BookedAt)}}, changes...)
			}
		}
		if len(page) < eventsPage {
			return changes[:min(len(changes), maxBankAccountChanges)], nil
		}
	}
}

// bankAccount names the bank account of a profile, empty if there is none.
func bankAccount(p account.Profile) string { return strings.TrimSpace(p.Bank + " " + p.AccountNumber) }

// timeOf is the time of an event that may change the bank account.
func timeOf(event domain.Event, booked time.Time) time.Time {
	switch e := event.(type) {
	case account.ProfileUpdated:
		return e.At
	case account.ChangeUndone:
		return e.At
	}
	return booked
}
