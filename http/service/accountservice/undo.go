package accountservice

import (
	"context"
	"errors"

	"gateway/domain"
	"gateway/domain/account"
	"gateway/domain/mail"
	"gateway/domain/person"
	"gateway/http/service"
	"gateway/http/service/credential"
)

// UndoChange undoes a change of bank account, e-mail address or password, with the token of the link that was
// mailed to the former address. It also ends all access of the client, and undoes what the account gained
// since the pause began. It claims the former address again before it restores it, so that two people never
// have the same address. It refuses an invalid token, too, with account.ErrLinkEnded.
func (a Accounts) UndoChange(ctx context.Context, token string) error {
	link, err := a.links().Read(token)
	if err != nil || link.Purpose != mail.PurposeUndo {
		return account.ErrLinkEnded
	}
	ctx = service.WithActor(ctx, person.ByLink)
	cmd, err := a.recoverCmd(ctx, link.ClientID, account.RecoverCmd{})
	if err != nil {
		return err
	}
	owner, err := a.execute(ctx, link.ClientID, func(s account.State) ([]domain.Event, error) {
		_, err := account.UndoChange(s, link.Number, cmd) // checked before anything is claimed
		return nil, err
	})
	if err != nil {
		return err
	}
	before := owner.Pause.Before.Email
	if _, err := a.claimEmail(ctx, before, account.Owner(link.ClientID)); err != nil {
		return err
	}
	var thiefs string
	_, err = a.execute(ctx, link.ClientID, func(s account.State) ([]domain.Event, error) {
		thiefs = s.Email
		return account.UndoChange(s, link.Number, cmd)
	})
	a.Keys.Clear()
	if err != nil {
		return err // another claim on the client's own address does no harm; it lapses
	}
	ctx = context.WithoutCancel(ctx)
	// This releases the added claim, or the claim on the other address.
	return errors.Join(a.FinishRecovery(ctx, link.ClientID), a.releaseEmail(ctx, thiefs, account.Owner(link.ClientID)))
}

// links derives and reads the tokens of links. The pages of the links are not needed here.
func (a Accounts) links() credential.Links { return credential.Links{Masters: a.Masters} }
