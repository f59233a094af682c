package accountservice

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/eventstore"
	"gateway/http/service"
	"gateway/http/service/bankservice"
	"gateway/projections/readmodel/clientrows"
)

// ProfileUpdate changes the fields that are not nil. Bank is a code or a name.
type ProfileUpdate struct {
	Name, Email, Address                    *string
	ContactName, ContactPhone, ContactEmail *string
	AccountNumber, Bank                     *string
}

// UpdateProfile changes the client's profile. Refusals: those of bankservice.Channels.Active
// and account.UpdateProfile, and invalid_field email where another account has the
// address.
func (a Accounts) UpdateProfile(ctx context.Context, clientID int64, u ProfileUpdate) (clientrows.Client, error) {
	cmd := account.UpdateProfileCmd{
		Name: u.Name, Email: u.Email, Address: u.Address, ContactName: u.ContactName, ContactPhone: u.ContactPhone,
		ContactEmail: u.ContactEmail, AccountNumber: u.AccountNumber, Bank: u.Bank, CoolOff: a.CoolOff, At: a.Now(),
	}
	if u.Bank != nil && *u.Bank != "" {
		found, err := bankservice.Channels{Core: a.Core}.Active(ctx, *u.Bank)
		if err != nil {
			return clientrows.Client{}, domain.Together(err, cmd.Check())
		}
		cmd.Bank = &found.Code
	}
	update := a.updateProfile
	if u.Email != nil {
		update = a.changeEmail
	}
	if err := update(ctx, clientID, cmd); err != nil {
		return clientrows.Client{}, err
	}
	return a.Queries.Client(ctx, clientID)
}

func (a Accounts) updateProfile(ctx context.Context, clientID int64, cmd account.UpdateProfileCmd) error {
	_, err := a.execute(ctx, clientID, func(s account.State) ([]domain.Event, error) {
		return account.UpdateProfile(s, cmd)
	})
	return err
}

// changeEmail claims the new address, changes the profile, and releases the claim of
// the old address, in this order: at no time do two accounts have the same address.
// Each request adds a claim of its own, which becomes the account's claim, so that one
// of several requests at once can't free an address that another one changes to. A
// claim that a crash leaves behind lapses (account.EmailState).
func (a Accounts) changeEmail(ctx context.Context, clientID int64, cmd account.UpdateProfileCmd) error {
	// Decided once before the claim, so that a refusal leaves no address claimed.
	owner, _, err := eventstore.Load(ctx, a.Log, account.Aggregate, account.Stream(clientID))
	if err == nil {
		_, err = account.UpdateProfile(owner, cmd)
	}
	if err != nil {
		return err
	}
	if account.SameEmail(*cmd.Email, owner.Email) {
		cmd.Email = nil
		return a.updateProfile(ctx, clientID, cmd)
	}
	email, err := account.NormalizeEmail(*cmd.Email)
	if err != nil {
		return err
	}
	cmd.Email = &email
	err = a.guardTaken(service.Caller(ctx), func() error {
		_, err := a.claimEmail(ctx, email, account.Owner(clientID))
		return err
	})
	if errors.Is(err, errEmailTaken) {
		return domain.InvalidField("email", "is registered for another account")
	}
	if err != nil {
		return err
	}
	return a.changeToClaimedEmail(ctx, clientID, email, cmd)
}

// changeToClaimedEmail changes the profile to an address that was claimed for it, and
// releases one claim: that of the former address, unless a pause keeps it, or of the new one where the
// change is refused.
func (a Accounts) changeToClaimedEmail(ctx context.Context, clientID int64, email string, cmd account.UpdateProfileCmd) error {
	var former string
	owner, err := a.execute(ctx, clientID, func(s account.State) ([]domain.Event, error) {
		former = s.Email
		return account.UpdateProfile(s, cmd)
	})
	var refused *domain.Refusal
	switch {
	case err == nil && owner.Protects(former, cmd.At):
		return nil // the claim lapses after the pause, in which an undo may need it
	case err == nil:
		return a.releaseEmail(context.WithoutCancel(ctx), former, account.Owner(clientID))
	case errors.As(err, &refused):
		return errors.Join(err, a.releaseEmail(context.WithoutCancel(ctx), email, account.Owner(clientID)))
	}
	return err // the change may be in the log
}
